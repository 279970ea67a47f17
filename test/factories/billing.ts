import type { Client } from '../setup/client';
import { aConsignee, aTruck, aTruckDriver } from './parties';

let made = 0;
const next = () => ++made;

async function insert(client: Client, table: string, values: object): Promise<number> {
  const row = { organization_id: client.organization_id, ...values };
  const columns = Object.keys(row);
  const [inserted] = await client.service.query<{ id: number }>(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((_, i) => `$${i + 1}`).join()}) RETURNING id`,
    Object.values(row),
  );
  return inserted!.id;
}

/** An invoice to a new consignee, unless `customer` is given. */
export async function anInvoice(client: Client, body: { customer?: object; [field: string]: unknown } = {}) {
  const customer = body.customer ?? { customer_type: 'Consignee', name: (await aConsignee(client)).name };
  return (await client.create('/invoices', { number: `INV-${next()}`, ...body, customer })).invoice;
}

/** A voyage to bill. */
export async function aBilledVoyage(client: Client, number = `V-${next()}`, vessel: object = {}) {
  const vessel_id = await insert(client, 'vessels', { name: `Vessel ${next()}`, ...vessel });
  return { id: await insert(client, 'voyages', { number, vessel_id }), number };
}

/** A truck visit to bill. */
export async function aBilledVisit(client: Client, values: object = {}) {
  const { gate } = await client.create('/gates', { name: `Gate ${next()}` });
  const truck = await aTruck(client);
  const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
  const id = await insert(client, 'truck_visits', {
    truck_id: truck.id,
    truck_driver_id: driver.id,
    gate_id: gate.id,
    gated_in_at: '2026-11-20T08:00:00Z',
    ...values,
  });
  return { id, license_plate: truck.license_plate as string };
}

/** Puts containers on a bill of lading. */
export async function putOnBill(client: Client, bill_of_lading_id: number, ...container_ids: number[]) {
  for (const container_id of container_ids)
    await insert(client, 'container_bills', { bill_of_lading_id, container_id });
}
