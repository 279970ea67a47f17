import { ChargingService } from '../../src/billing/charges/charging.service';
import type { Charged, Charging } from '../../src/billing/charges/charging';
import type { SubjectKey } from '../../src/billing/facts/subject-facts';
import { dayFrom } from '../../src/billing/pricing/local-days';
import { Db } from '../../src/common/database/db';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import type { Client } from '../setup/client';
import { asTest } from '../wall/guard';
import { aChargeCode, aCalendar, anOrder, aRate, aTariff } from './billing';
import { aConsignee, aShippingLine } from './parties';
import { importFiles } from './transfer';

type Asked = Omit<Partial<Charging>, 'until'> & { until?: string };

/**
 * Runs work as the user of a client, in one transaction.
 * @param operation the request that it belongs to, of which events are shown
 */
export async function inTransaction<T>(
  client: Client,
  work: (db: Db) => Promise<T>,
  operation = 'a test',
): Promise<T> {
  const { app, dataSource } = client.service;
  const organization = await asTest(() =>
    dataSource.manager.findOneByOrFail(Organization, { id: client.organization_id }),
  );
  const actor = new OrganizationsService(dataSource.manager).actorFor(organization, client.user_id);
  const db = app.get(Db, { strict: false });
  return db.transaction({ ...actor, operation }, '', () => work(db));
}

/** Charges subjects through the 31 March 2026, unless another day is given. */
export const charge = (
  client: Client,
  keys: SubjectKey[],
  { until, ...requested }: Asked = {},
): Promise<Charged> =>
  inTransaction(client, () =>
    client.service.app
      .get(ChargingService, { strict: false })
      .charge(keys, { interim: false, ...requested, until: dayFrom(until ?? '2026-03-31') }),
  );

/** The ids of the stays of a container, from the first on. */
export async function staysOf(client: Client, number: string): Promise<number[]> {
  const rows = await client.service.query<{ id: number }>(
    `SELECT s.id FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
     WHERE s.organization_id = $1 AND c.number = $2 ORDER BY s.number`,
    [client.organization_id, number],
  );
  return rows.map(({ id }) => id);
}

/** Monday 2 March 2026 22:15 in Amsterdam, and Monday 16 March 9:30. */
const CAME = '2026-03-02T21:15:00.000Z';
const LEFT = '2026-03-16T08:30:00.000Z';

/** Five working days free, then two steps by TEU and day. */
const STORAGE = {
  charge_code: 'STOR',
  position: 30,
  per: 'teu',
  counting: 'calendar_day',
  first_day: 'day_after_arrival',
  free_units: 5,
  free_excludes_closed: true,
  tiers: [
    { from: 1, amount: '25.00' },
    { from: 6, amount: '40.00' },
  ],
};

/** A published tariff of storage and gate-out, and a full import of 40 ft that came and left. */
export async function aPricedStay(
  client: Client,
  { number = 'WHAU4142033', ...more }: { number?: string; [field: string]: unknown } = {},
): Promise<{ consignee: string; line: string; stay_id: number; number: string }> {
  const consignee = (await aConsignee(client)).name;
  const line = (await aShippingLine(client)).code;
  await client.create('/container_types', { code: '40DV', size: 40 });
  await aCalendar(client, { name: 'NL' });
  await client.patch('/billing_profile', { calendar: 'NL' });
  await aChargeCode(client, { code: 'STOR', name: 'Storage' });
  await aChargeCode(client, { code: 'GATE', name: 'Lift on', measure: 'gate_out' });
  await aTariff(client, { name: 'Public', valid_from: '2026-01-01' });
  await aRate(client, { ...STORAGE, tariff: 'Public' });
  await aRate(client, { tariff: 'Public', charge_code: 'GATE', position: 40, amount: '36.00' });
  await client.post('/tariffs/Public/publish', { retroactive: true });
  const { bad } = await importFiles(client, {
    'containers.ndjson': [{ number, container_type: '40DV' }],
    'container_stays.ndjson': [{ ...aStay(number, { consignee, shipping_line: line }), ...more }],
  });
  if (bad.length) throw new Error(JSON.stringify(bad));
  const [stay_id] = await staysOf(client, number);
  return { consignee, line, stay_id: stay_id!, number };
}

/** The line of a file for a stay that came by voyage and left by truck. */
export const aStay = (container: string, more: object = {}) => ({
  container,
  number: 1,
  status: 'departed',
  arrived_by: 'voyage',
  in_at: CAME,
  departed_by: 'truck',
  out_at: LEFT,
  arrival_status: 'full',
  departure_status: 'full',
  container_status: 'full',
  usage: 'import',
  weight: 21000,
  ...more,
});

/** What a stay lacks that is still here. */
export const HERE = { status: 'here', departed_by: null, out_at: null, departure_status: null };

/** A charge for a new order, as the row that charging writes; on a line of an invoice where that is given. */
export async function aCharge(client: Client, invoice_line_id: number | null = null): Promise<void> {
  const { id, charge_code } = await anOrder(client);
  await client.service.query(
    `WITH s AS (
       INSERT INTO charge_subjects (organization_id, service_order_id) VALUES ($1, $2) RETURNING organization_id, id)
     INSERT INTO charges (organization_id, subject_id, number, kind, charge_code_id, event, occurred_on, quantity,
       billed_by, billed_per, amount, total, currency, invoice_line_id)
     SELECT s.organization_id, s.id, 1, 'charge', $3, 'done', '2026-03-01', 1, 'order', 'once', 10, 10, 'EUR', $4 FROM s`,
    [client.organization_id, id, charge_code.id, invoice_line_id],
  );
}
