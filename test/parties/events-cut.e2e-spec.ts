import { compileForParties } from '../../src/common/database/read/compiled-view';
import { eventTypes, isToldToParties } from '../../src/common/recording/event-types';
import { compiledSubject, subjectTypes } from '../../src/common/recording/subject';
import { cut } from '../../src/common/party-wall/cut';
import type { Level } from '../../src/common/party-wall/open-to';
import { viewOf } from '../../src/events/event-views';
import { holdsOf } from '../factories/cargo';
import { inTransaction } from '../factories/charges';
import { aGate } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aTruck } from '../factories/parties';
import { demonstration } from '../setup/demonstration';
import type { Service } from '../setup/service';

/** Fields that events tell less of than the record itself, because that depends on what is no part of it. */
const LESS: Record<string, string[]> = {
  container: ['bill_of_ladings', 'weight'],
  container_stay: ['bill_of_ladings', 'weight'],
  container_hold: ['hold_type'],
  bill_of_lading_hold: ['hold_type'],
  chassis: ['current_location_id', 'current_location', 'location'],
  breakbulk: ['current_location_id', 'current_location', 'location'],
  vehicle: ['current_location_id', 'current_location', 'location', 'consignee'],
  genset: ['current_location', 'chassis', 'container'],
  load_list: ['items', 'items_count'],
  packing_list_item: ['dock_receipt'],
  invoice: ['credited_by'],
  nomination: ['parent'],
  receipt: ['driver_name', 'driver_license'],
  truck: ['truck_driver'],
  pre_advice: ['truck_driver'],
  appointment: ['truck_driver'],
  gate_refusal: ['truck_driver'],
};
const TEMPERATURES = ['reefer_temperature', 'reefer_set_point_temperature', 'supply_temperature'];
/** What events tell less of than a record that names a driver: whose people they are depends on the reader. */
const LESS_OF_DRIVERS = ['trucking_company', 'email', 'twic'];
/** What events tell less of than an interchange that names a container: whose stay it is of depends on the reader too. */
const LESS_OF_CONTAINERS = ['goods', 'container_status', 'operating_reefer', ...TEMPERATURES];
/** Keys that events never have. */
const NEVER = ['actions', 'license_number', 'date_of_birth', 'telephone_number'];

const TOLD = [
  ...new Set([...eventTypes().keys()].filter(isToldToParties).map((type) => type.split('.')[0]!)),
];

type Value = Record<string, unknown>;

/** What an event shows, and what the record shows beside it: keys of the latter that events do not have are left out. */
function alike(shown: unknown, seen: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(seen)) return seen.map((each, at) => alike(shown[at], each));
  if (!isObject(shown) || !isObject(seen)) return seen;
  const keys = Object.keys(seen).filter(
    (key) => key in shown || !(NEVER.includes(key) || isNothing(seen[key])),
  );
  return Object.fromEntries(keys.map((key) => [key, alike(shown[key], seen[key])]));
}
const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Takes these fields from a record, if it is one. */
const without = (value: unknown, fields: string[]): void => {
  if (isObject(value)) for (const field of fields) delete value[field];
};
const isNothing = (value: unknown) => value === null || (Array.isArray(value) && !value.length);

describe('the data of an event, as parties are shown it', () => {
  let service: Service;
  let organization_id: number;
  let parties: { id: number; is_carrier: boolean }[];
  const compared: string[] = [];

  beforeAll(async () => {
    const client = await demonstration();
    ({ service, organization_id } = client);
    // the demonstration data has no hold of a bill, no nomination, and no refusal
    const [owner, forwarder, haulier] = [
      { type: 'consignee', key: 'Kestrel & Vane Coffee' },
      { type: 'freight_forwarder', key: 'Northlight Logistics' },
      { type: 'trucking_company', key: 'EST' },
    ];
    const container = 'WHAU4119542';
    await client.create('/nominations', { container, from: owner, to: forwarder, reference: 'Order 7731' });
    await client.create('/nominations', { container, from: forwarder, to: haulier });
    const bill = (await client.get('/bill_of_ladings')).body.bill_of_ladings[0];
    const { id } = await aHoldType(client, { applies_to: 'bill_of_lading' });
    expect((await client.put(`${holdsOf(bill)}/${id}`)).status).toBeLessThan(300);
    const { license_plate } = await aTruck(client, { active: false, trucking_company: 'EST' });
    const refused = await client.post('/truck_visits', {
      gate: (await aGate(client)).name,
      truck: license_plate,
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    parties = await service.query(
      'SELECT id, trucking_company_id IS NOT NULL AS is_carrier FROM parties WHERE organization_id = $1',
      [organization_id],
    );
  }, 120_000);
  afterAll(() => service.stop());

  it.each(TOLD.flatMap((type) => (['owner', 'carrier'] as const).map((level) => [type, level] as const)))(
    'is what they read of a %s at the level %s',
    async (type: string, level: Level) => {
      const view = viewOf(`${type}.created`)!;
      const client = { service, organization_id, user_id: null } as never;
      const { data, table, object } = await inTransaction(client, (db) => {
        const { data, table } = compiledSubject(db, view);
        return Promise.resolve({ data, table, object: compileForParties(db.dataSource, view).object });
      });
      const ids = parties.filter(({ is_carrier }) => level === 'owner' || is_carrier).map(({ id }) => id);
      const rows = await service.query<{ stored: Value; seen: Value }>(
        `SELECT (${data.sql}) AS stored, (${object.sql}) AS seen FROM ${table} t
         WHERE t.organization_id = $3 ORDER BY t.id LIMIT 300`,
        ['', ids, organization_id],
      );
      for (const { stored, seen } of rows) {
        const shown: Value = {
          ...cut(view, stored, { as: level, own: { consignees: [], bills: [], drivers: [] } }),
        };
        for (const field of LESS[type] ?? []) {
          delete shown[field];
          delete seen[field];
        }
        for (const record of [shown, seen]) {
          without(record.truck_driver, LESS_OF_DRIVERS);
          for (const by of [record.arrived_by, record.departed_by]) without(by, ['truck_visit']);
          if (type === 'interchange') without(record.container, LESS_OF_CONTAINERS);
          for (const { container } of (record.interchanges as Value[] | undefined) ?? [])
            without(container, LESS_OF_CONTAINERS);
        }
        expect(shown).toEqual(alike(shown, seen));
      }
      if (rows.length) compared.push(type);
      expect(subjectTypes().has(type)).toBe(true);
    },
  );

  it('was compared for all that is shown', () => {
    expect(TOLD.filter((type) => !compared.includes(type))).toEqual([]);
  });
});
