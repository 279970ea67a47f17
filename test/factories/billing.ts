import type { Client } from '../setup/client';
import { aConsignee, aTruck, aTruckDriver } from './parties';

let made = 0;
const next = () => ++made;

/** An invoice to a new consignee, unless `customer` is given. */
export async function anInvoice(client: Client, body: { customer?: object; [field: string]: unknown } = {}) {
  const customer = body.customer ?? { customer_type: 'Consignee', name: (await aConsignee(client)).name };
  return (await client.create('/invoices', { number: `INV-${next()}`, ...body, customer })).invoice;
}

/** A truck visit to bill. */
export async function aBilledVisit(client: Client, columns: object = {}) {
  const { gate } = await client.create('/gates', { name: `Gate ${next()}` });
  const truck = await aTruck(client);
  const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
  const row = {
    organization_id: client.organization_id,
    truck_id: truck.id,
    truck_driver_id: driver.id,
    gate_id: gate.id,
    gated_in_at: '2026-11-20T08:00:00Z',
    ...columns,
  };
  const names = Object.keys(row);
  const [visit] = await client.service.query<{ id: number }>(
    `INSERT INTO truck_visits (${names.join()}) VALUES (${names.map((_, i) => `$${i + 1}`).join()}) RETURNING id`,
    Object.values(row),
  );
  return { id: visit!.id, license_plate: truck.license_plate as string };
}
