import { Client as Connection } from 'pg';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  dropOff,
  gateOut,
  pickUp,
} from '../../factories/gate';
import { aTruck } from '../../factories/parties';
import type { Client } from '../../setup/client';
import { databaseUrl } from '../../setup/database';
import { useService } from '../../setup/service';
import { sentStatements, Statement } from '../../setup/statements';

/** So many containers and visits are there, of one organization. */
const MANY = 20_000;

/** How many rows a step of a plan may read: those of a count that stops, and some for the page. */
const MOST_READ = 11_500;
/** How many rows a step may read in vain. */
const MOST_REMOVED = 1_500;

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

/** Each list with what narrows it: to hardly any record, to many, or to none. */
const LISTS = [
  '/containers',
  '/containers?per=100',
  '/containers?order=newest',
  `/containers?after=${MANY / 2}`,
  '/containers?number=PLNU0000777',
  '/containers?usage=unknown',
  '/containers?usage=import',
  '/containers?container_status=empty',
  '/containers?usage=export&container_status=empty',
  '/containers?usage=import&container_status=empty',
  '/containers?current_location_type=Ship',
  '/containers?current_location_type=Terminal',
  '/containers?bill_of_lading_number=PB7',
  '/containers?booking_number=PK7',
  '/containers?voyage_number=PV7',
  '/containers?at_terminal=true',
  '/containers?at_terminal=false',
  '/containers?location_type[]=Ship&location_type[]=Gate',
  '/containers?location_type[]=Terminal',
  '/containers?held=true',
  '/containers?held=false',
  ...[
    'number=PLNU0000777',
    'q=lnu%200000777',
    'bill_of_lading_number=PB7',
    'booking_number=PK7',
    'voyage_number=PV7',
  ].flatMap((filter) => [`/containers?held=true&${filter}`, `/containers?held=false&${filter}`]),
  '/containers?q=lnu%200000777',
  '/containers?q=PLN&order=newest',
  '/containers?q=PLNU00177',
  '/containers?updated_since=2000-01-01',
  '/containers?updated_since=2100-01-01',
  '/container_stays?status=here',
  '/container_stays?usage=unknown',
  '/container_stays?shipping_line=P7',
  '/container_stays?voyage_number=PV7',
  '/container_stays?booking_number=PK7',
  '/container_stays?bill_of_lading_number=PB7',
  '/container_stays?held=true',
  '/container_stays?held=false',
  '/container_stays?held=true&status=here',
  // the last of them, one in twenty-five
  `/container_stays?out_from=${new Date(Date.now() - 400 * 60_000).toISOString()}`,
  '/holds',
  '/holds?order=newest',
  `/holds?after=${MANY / 2}`,
  '/holds?in_force=true',
  '/holds?in_force=true&order=newest',
  '/holds?in_force=false',
  '/holds?hold_type=P',
  '/holds?hold_type=P&in_force=true',
  '/holds?hold_type=PB&in_force=true&order=newest',
  '/holds?hold_type=PR',
  '/holds?container_number=PLNU0000777',
  '/holds?bill_of_lading_number=PB7',
  '/holds?applied_until=2000-01-01',
  '/holds?applied_until=2000-01-01&in_force=true',
  '/holds?updated_since=2100-01-01',
  '/movements',
  '/movements?order=newest',
  '/movements?movement_type=strip',
  '/movements?movement_type=gate_in&order=newest',
  '/movements?container_number=PLNU0000777',
  '/movements?voyage_number=PV7',
  '/movements?truck_visit_id=777',
  '/movements?until=2000-01-01',
  // the last of them, one in twenty-five
  `/movements?from=${new Date(Date.now() - 400 * 60_000).toISOString()}`,
  `/movements?from=${new Date(Date.now() - 400 * 60_000).toISOString()}&until=${new Date(Date.now() - 300 * 60_000).toISOString()}&order=newest`,
  '/truck_visits',
  '/truck_visits?order=newest',
  '/truck_visits?truck_id=PT7',
  '/truck_visits?trucking_company_id=RARE',
  '/truck_visits?trucking_company_id=OFTEN',
  '/truck_visits?trucking_company_id=NONE',
  '/truck_visits?container_id=PLNU0000777',
  '/truck_visits?truck_driver_id=1',
  '/truck_visits?inside=true',
  '/truck_visits?inside=true&order=newest',
  '/truck_visits?inside=false',
  '/truck_visits?updated_since=2100-01-01',
  '/interchanges',
  '/interchanges?order=newest',
  '/interchanges?type=interchange_out',
  '/interchanges?shipping_line=P7',
  '/interchanges?shipping_line=NONE',
  '/interchanges?container_number=PLNU0000777',
  '/interchanges?booking_number=PK7',
  '/interchanges?updated_since=2100-01-01',
  '/interchanges?completed_until=2000-01-01',
  '/interchanges?completed_from=2100-01-01&order=newest',
  // the last of them, one in twenty-five
  `/interchanges?completed_from=${new Date(Date.now() - 400 * 60_000).toISOString()}&order=newest`,
  `/interchanges?completed_from=${new Date(Date.now() - 400 * 60_000).toISOString()}&type=interchange_out&shipping_line=P7`,
  ...['/pre_advices', '/appointments'].flatMap((list) =>
    [
      'used=false',
      'used=true',
      'expected_from=2100-01-01',
      'expected_until=2100-01-01',
      'expected_from=2030-01-01&expected_until=2030-01-02',
      'truck=PT7',
      'container_number=PLNU0000777',
      'trucking_company=RARE',
      'updated_since=2100-01-01&order=newest',
    ].map((filter) => `${list}?${filter}`),
  ),
  '/bill_of_ladings?number=pb7',
  '/bill_of_ladings?container_number=PLNU0000777',
  '/bill_of_ladings?updated_since=2100-01-01',
  '/vessels?imo=2001474',
  '/vessels?call_sign=QWHP4',
  '/trucks?license_plate=PT7',
  '/trucks?trucking_company=RARE',
  '/voyages',
  '/voyages?number=PV7',
  '/voyages?arrival_start=2100-01-01',
  // the last of them, one in ten
  `/voyages?arrival_start=${new Date(Date.now() - 200 * 3_600_000).toISOString()}`,
  `/voyages?departure_start=${new Date(Date.now() - 200 * 3_600_000).toISOString()}`,
  '/bookings?number=PK7',
  '/vehicles?vin=PVIN7',
  '/vehicles?usage=export',
  '/vehicles?tags=rare',
  '/vehicles?arrival_voyage_id=PV7',
  '/tokens',
  '/tokens?order=newest',
  ...['valid', 'expired', 'revoked', 'user_inactive'].map((state) => `/tokens?state=${state}`),
  '/tokens?user=rare@p.example',
  '/tokens?user=often@p.example&state=expired',
  '/tokens?expires_until=2000-01-01',
  '/tokens?unused_since=2000-01-01',
  '/tokens?unused_since=2100-01-01',
  '/tokens?updated_since=2100-01-01',
  '/damages',
  '/damages?order=newest',
  '/damages?order=found_at',
  '/damages?order=-found_at&per=100',
  '/damages?status=open',
  '/damages?status=withdrawn',
  '/damages?status=withdrawn&order=-found_at',
  '/damages?severity=major',
  '/damages?damage_type=DT',
  '/damages?damage_type=HO',
  '/damages?shipping_line=P7',
  '/damages?shipping_line=NONE',
  '/damages?container_number=PLNU0000777',
  '/damages?found_during=load',
  '/damages?found_from=2100-01-01',
  '/damages?found_until=2000-01-01',
  '/damages?q=lnu%200000777',
  '/damages?updated_since=2100-01-01',
];

/** Those that the database plans anew, since it knows that few records have the value, or hardly any. */
const RARE = [
  '/containers?usage=unknown',
  '/containers?current_location_type=Ship',
  '/container_stays?status=here',
  '/container_stays?usage=unknown',
  '/movements?movement_type=strip',
  '/truck_visits?trucking_company_id=RARE',
  '/trucks?trucking_company=RARE',
  '/pre_advices?trucking_company=RARE',
  '/appointments?trucking_company=RARE',
  '/damages?status=withdrawn',
  '/damages?status=withdrawn&order=-found_at',
  '/damages?severity=major',
  '/damages?damage_type=HO',
  '/damages?found_during=load',
];

/** Of what is not at the terminal those that are there are passed over: no more than it has room for. */
const PASSED_OVER: Record<string, number> = { '/containers?at_terminal=false': MANY / 10 };

describe('the statements of lists, of which one is long', () => {
  const service = useService({ DATABASE_STATEMENT_TIMEOUT_MS: '120000' });
  let client: Client;
  let connection: Connection;

  beforeAll(async () => {
    client = await service.current.organization();
    const { organization_id: o } = client;
    const first = (table: string, key: string, value: string) =>
      `(SELECT id FROM ${table} WHERE organization_id = ${o} AND ${key} = '${value}')`;
    const each = `generate_series(1, ${MANY}) i`;
    for (const statement of [
      `INSERT INTO shipping_lines (organization_id, code, name) SELECT ${o}, 'P' || i, 'Line ' || i FROM generate_series(1, 100) i`,
      `INSERT INTO trucking_companies (organization_id, code, name) VALUES (${o}, 'OFTEN', 'Often'), (${o}, 'RARE', 'Rare')`,
      `INSERT INTO users (organization_id, email, active)
       VALUES (${o}, 'often@p.example', true), (${o}, 'rare@p.example', true), (${o}, 'inactive@p.example', false)`,
      `INSERT INTO tokens (organization_id, user_id, role, hash, expires_at, last_used_at, revoked_at)
       SELECT ${o}, CASE i % 5000 WHEN 1 THEN ${first('users', 'email', 'rare@p.example')}
           WHEN 2 THEN ${first('users', 'email', 'inactive@p.example')} ELSE ${first('users', 'email', 'often@p.example')} END,
         'read', sha256(i::text::bytea), CASE i % 5000 WHEN 3 THEN '1999-12-31' ELSE now() + interval '1 year' END,
         CASE i % 5000 WHEN 4 THEN '1999-12-31' ELSE now() END, CASE i % 5000 WHEN 5 THEN now() END
       FROM ${each}`,
      `INSERT INTO terminals (organization_id, name) VALUES (${o}, 'P')`,
      `INSERT INTO gates (organization_id, name) VALUES (${o}, 'P')`,
      `INSERT INTO vessels (organization_id, name) VALUES (${o}, 'P')`,
      `INSERT INTO voyages (organization_id, number, vessel_id, actual_time_of_berth, actual_time_of_departure)
       SELECT ${o}, 'PV' || i, ${first('vessels', 'name', 'P')}, at, at FROM generate_series(1, 2000) i
       CROSS JOIN LATERAL (SELECT now() - (2001 - i) * interval '1 hour' AS at) at`,
      `INSERT INTO manifests (organization_id, client_identifier, voyage_id, shipping_line_id)
       VALUES (${o}, 'P', ${first('voyages', 'number', 'PV1')}, ${first('shipping_lines', 'code', 'P1')})`,
      `INSERT INTO bill_of_ladings (organization_id, manifest_id, number)
       SELECT ${o}, ${first('manifests', 'client_identifier', 'P')}, 'PB' || i FROM generate_series(1, 5000) i`,
      `INSERT INTO vessels (organization_id, name) SELECT ${o}, 'Number ' || i FROM generate_series(1, 5000) i`,
      `UPDATE voyages v SET vessel_id = s.id FROM vessels s
       WHERE v.organization_id = ${o} AND s.organization_id = ${o} AND s.name = 'Number ' || substr(v.number, 3)`,
      `INSERT INTO consignees (organization_id, name) SELECT ${o}, 'Number ' || i FROM ${each}`,
      `UPDATE bill_of_ladings b SET consignee_id = c.id FROM consignees c
       WHERE b.organization_id = ${o} AND c.organization_id = ${o} AND c.name = 'Number ' || substr(b.number, 3)`,
      `INSERT INTO bookings (organization_id, number) SELECT ${o}, 'PK' || i FROM generate_series(1, 5000) i`,
      `INSERT INTO containers (organization_id, number, container_status, usage, shipping_line_id, booking_id, arrival_voyage_id,
         current_location_type, current_location_id)
       SELECT ${o}, 'PLNU' || lpad(i::text, 7, '0'), CASE WHEN i % 3 = 0 THEN 'empty' ELSE 'full' END,
         CASE WHEN i % 5000 = 1 THEN 'unknown' WHEN i % 3 = 0 THEN 'export' ELSE 'import' END,
         ${first('shipping_lines', 'code', 'P1')} + i % 100, ${first('bookings', 'number', 'PK1')} + i % 5000,
         ${first('voyages', 'number', 'PV1')} + i % 2000,
         CASE WHEN i % 5000 = 2 THEN 'Ship' WHEN i % 10 = 0 THEN 'Terminal' END,
         CASE WHEN i % 5000 = 2 THEN ${first('vessels', 'name', 'P')} WHEN i % 10 = 0 THEN ${first('terminals', 'name', 'P')} END
       FROM ${each}`,
      `INSERT INTO container_stays (organization_id, container_id, number, status, in_at, out_at, container_status, usage,
         shipping_line_id, booking_id, arrival_voyage_id)
       SELECT ${o}, id, 1, CASE WHEN current_location_type = 'Terminal' THEN 'here' ELSE 'departed' END,
         now() - interval '9 days', CASE WHEN current_location_type = 'Terminal' THEN NULL
           ELSE now() - (max(id) OVER () - id) * interval '30 seconds' END,
         container_status, usage, shipping_line_id, booking_id, arrival_voyage_id
       FROM containers WHERE organization_id = ${o}`,
      `UPDATE containers c SET stay_id = s.id FROM container_stays s
       WHERE c.organization_id = ${o} AND s.organization_id = ${o} AND s.container_id = c.id`,
      `INSERT INTO container_bills (organization_id, bill_of_lading_id, stay_id)
       SELECT ${o}, ${first('bill_of_ladings', 'number', 'PB1')} + stay_id % 5000, stay_id FROM containers WHERE organization_id = ${o}`,
      `INSERT INTO trucks (organization_id, license_plate, license_plate_key, trucking_company_id)
       SELECT ${o}, 'PT' || i, 'PT' || i, CASE WHEN i % 5000 = 1 THEN ${first('trucking_companies', 'code', 'RARE')}
         ELSE ${first('trucking_companies', 'code', 'OFTEN')} END FROM ${each}`,
      `INSERT INTO truck_visits (organization_id, truck_id, trucking_company_id, gate_id, gated_in_at, gated_out_at)
       SELECT ${o}, id, trucking_company_id, ${first('gates', 'name', 'P')}, now(), CASE WHEN id % 5000 <> 3 THEN now() END
       FROM trucks WHERE organization_id = ${o}`,
      ...['pre_advices', 'appointments'].flatMap((table) => [
        `INSERT INTO ${table} (organization_id, ${table === 'appointments' ? 'number' : 'advice_number'}, truck_id, trucking_company_id,
           expected_at, used_at)
         SELECT ${o}, 'P' || id, id, trucking_company_id, now() - id % 20000 * interval '1 hour',
           CASE WHEN id % 5000 <> 3 THEN now() END
         FROM trucks WHERE organization_id = ${o}`,
        `INSERT INTO purposes (organization_id, ${table.slice(0, -1)}_id, position, purpose_type, cargo_type, container_id)
         SELECT ${o}, id, 0, 'pick up', 'container', ${first('containers', 'number', 'PLNU0000001')} + id % ${MANY}
         FROM ${table} WHERE organization_id = ${o}`,
      ]),
      `INSERT INTO hold_types (organization_id, name, applies_to) VALUES (${o}, 'P', 'container'), (${o}, 'PB', 'bill_of_lading'), (${o}, 'PR', 'container'), (${o}, 'PC', 'bill_of_lading')`,
      `INSERT INTO container_holds (organization_id, container_id, stay_id, hold_type_id, applied_at, lifted_at)
       SELECT ${o}, id, stay_id, ${first('hold_types', 'name', 'P')}, now(), CASE WHEN id % 100 <> 3 THEN now() END
       FROM containers WHERE organization_id = ${o}`,
      `INSERT INTO bill_of_lading_holds (organization_id, bill_of_lading_id, hold_type_id, applied_at, lifted_at)
       SELECT ${o}, id, ${first('hold_types', 'name', 'PB')} + CASE WHEN id % 10 = 0 THEN 2 ELSE 0 END, now(), CASE WHEN id % 100 <> 3 THEN now() END
       FROM bill_of_ladings WHERE organization_id = ${o}`,
      `INSERT INTO container_holds (organization_id, container_id, stay_id, hold_type_id, applied_at)
       SELECT ${o}, id, stay_id, ${first('hold_types', 'name', 'PR')}, '1999-12-31'
       FROM containers WHERE organization_id = ${o} AND id % 5000 = 7`,
      `INSERT INTO container_movements (organization_id, container_id, stay_id, movement_type, moved_at, truck_visit_id, voyage_id)
       SELECT ${o}, container_id, id, CASE WHEN id % 5000 = 1 THEN 'strip' WHEN id % 3 = 0 THEN 'discharge' ELSE 'gate_in' END,
         now() - (max(id) OVER () - id) * interval '30 seconds',
         CASE WHEN id % 3 > 0 THEN (SELECT min(id) FROM truck_visits WHERE organization_id = ${o}) + id % ${MANY} END,
         CASE WHEN id % 3 = 0 THEN arrival_voyage_id END
       FROM container_stays WHERE organization_id = ${o}`,
      `INSERT INTO interchanges (organization_id, truck_visit_id, type, container_id, stay_id, shipping_line_id, booking_id,
         completed, completed_at)
       SELECT ${o}, v.id, CASE WHEN v.id % 2 = 0 THEN 'interchange_in' ELSE 'interchange_out' END, c.id, c.stay_id,
         c.shipping_line_id, c.booking_id, true, now() - (max(v.id) OVER () - v.id) * interval '30 seconds'
       FROM truck_visits v JOIN containers c ON c.organization_id = ${o}
         AND c.id = ${first('containers', 'number', 'PLNU0000001')} + v.id % ${MANY}
       WHERE v.organization_id = ${o}`,
      `INSERT INTO damage_types (organization_id, code) VALUES (${o}, 'DT'), (${o}, 'HO')`,
      `INSERT INTO damage_components (organization_id, code) VALUES (${o}, 'PAA')`,
      `INSERT INTO container_damages (organization_id, container_id, sequence, damage_type_id, component_id, location, severity,
         status, repaired_at, found_at, found_during, stay_id, shipping_line_id)
       SELECT ${o}, id, 1, ${first('damage_types', 'code', 'DT')} + (id % 5000 = 3)::integer,
         ${first('damage_components', 'code', 'PAA')}, 'LB3N', CASE WHEN id % 10 = 0 THEN 'major' ELSE 'minor' END,
         CASE WHEN id % 3 = 0 THEN 'repaired' ELSE 'open' END, CASE WHEN id % 3 = 0 THEN now() END,
         now() - (max(id) OVER () - id) * interval '30 seconds', CASE WHEN id % 4 = 0 THEN 'gate_in' ELSE 'yard' END,
         stay_id, shipping_line_id
       FROM containers WHERE organization_id = ${o} AND number LIKE 'PLNU%'`,
      `INSERT INTO vehicles (organization_id, vin_number, usage, tags, arrival_voyage_id)
       SELECT ${o}, 'PVIN' || i, CASE WHEN i % 3 = 0 THEN 'export' END, CASE WHEN i % 5000 = 1 THEN '{rare}'::text[] ELSE '{}' END,
         ${first('voyages', 'number', 'PV1')} + i % 2000 FROM ${each}`,
    ])
      await service.current.query(
        `SET session_replication_role = replica; ${statement}; RESET session_replication_role`,
      );
    await service.current.query('VACUUM ANALYZE');
  }, 120_000);
  beforeEach(async () => {
    connection = new Connection(databaseUrl(service.current.database));
    await connection.connect();
  });
  afterEach(() => connection.end());

  /** The statements of a request, but for the one that recognizes the token. */
  async function statements(path: string): Promise<Statement[]> {
    const sent = await sentStatements(async () => {
      const { status } = await client.get(path);
      expect([path, status]).toEqual([path, 200]);
    });
    return sent.filter(({ text }) => !text.includes('FROM tokens'));
  }

  /**
   * Does work with a statement that is prepared, as it is executed then. Whether the database has planned it once for all
   * values by now.
   */
  async function prepared<T>(
    { text, values = [] }: Statement,
    work: (execute: string) => Promise<T>,
  ): Promise<{ result: T; generic: boolean }> {
    const literals = values.map((value) => literal(value)).join(', ');
    await connection.query(`PREPARE s AS ${text}`);
    const result = await work(`EXECUTE s${literals && `(${literals})`}`);
    const { rows } = await connection.query<{ generic_plans: string }>(
      `SELECT generic_plans FROM pg_prepared_statements WHERE name = 's'`,
    );
    await connection.query('DEALLOCATE s');
    return { result, generic: Number(rows[0]!.generic_plans) > 0 };
  }

  /** Runs a statement as the service does, so often that the database decides on how it plans it, and reads its plan. */
  async function run(statement: Statement): Promise<{ steps: Step[]; generic: boolean }> {
    const { result, generic } = await prepared(statement, async (execute) => {
      if (statement.name) for (let time = 0; time < 6; time++) await connection.query(execute);
      return connection.query<{ 'QUERY PLAN': { Plan: Step }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS OFF, TIMING OFF, FORMAT JSON) ${execute}`,
      );
    });
    return { steps: stepsOf(result.rows[0]!['QUERY PLAN'][0]!.Plan), generic };
  }

  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return 'NULL';
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
    if (Array.isArray(value)) return connection.escapeLiteral(`{${value.join(',')}}`);
    return connection.escapeLiteral(
      value instanceof Date ? value.toISOString() : `${value as string | number}`,
    );
  };

  it.each(LISTS)('read little more than they answer, and are planned once: %s', async (path) => {
    for (const statement of await statements(path)) {
      const { steps, generic } = await run(statement);
      const removed = (step: Step) =>
        ((step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)) *
        step['Actual Loops'];
      const wasteful = steps.filter(
        (step) =>
          removed(step) > (PASSED_OVER[path] ?? MOST_REMOVED) ||
          step['Actual Rows'] * step['Actual Loops'] > MOST_READ,
      );
      expect(wasteful).toEqual([]);
      if (!RARE.includes(path)) expect(generic).toBe(statement.name !== undefined);
    }
  });

  /** Whether the database plans a statement once for all values, when it has run it several times. */
  async function isPlannedOnce(statement: Statement): Promise<boolean> {
    const { generic } = await prepared(statement, async (execute) => {
      // nothing of it is done
      for (let time = 0; time < 7; time++) await connection.query(`EXPLAIN ${execute}`);
    });
    return generic;
  }

  it.each([1, 2, 4])('plan once what a truck with %s containers each way takes', async (many) => {
    const { name: gate } = await aGate(client);
    const { license_plate: truck } = await aTruck(client);
    const each = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: many }, make));
    const brought = await each(() => aNewContainer(client));
    const taken = await each(() => aContainerInYard(client));
    const numbers = taken.map(({ number }) => `container_numbers[]=${number}`).join('&');
    const purposes = [
      ...brought.map((cargo) => dropOff(cargo)),
      ...taken.map(({ number }) => pickUp(number)),
    ];
    const sent = await sentStatements(async () => {
      expect((await client.get(`/availability?${numbers}`)).status).toBe(200);
      const { advice_number: pre_advice_number } = await aPreAdvice(client, { truck, purposes });
      await client.create('/truck_visits', { gate, pre_advice_number });
      expect((await gateOut(client, truck)).status).toBe(200);
    });
    const requested = sent.filter(({ text }) => !/^(BEGIN|COMMIT)/.test(text));
    expect(requested.length).toBeGreaterThan(30);
    const again: string[] = [];
    for (const statement of requested)
      if (!statement.name || !(await isPlannedOnce(statement))) again.push(statement.text);
    expect(again).toEqual([]);
  });

  it('count only what a page does not show', async () => {
    const scans = async (path: string) => {
      let executed = 0;
      for (const statement of await statements(path)) {
        const { steps } = await run(statement);
        executed += steps.filter(
          (step) => step['Relation Name'] === 'containers' && step['Actual Loops'] > 0,
        ).length;
      }
      return executed;
    };
    // chosen and shown, and counted where there are more
    expect(await scans('/containers?number=PLNU0000777')).toBe(2);
    expect(await scans('/containers?container_status=empty')).toBe(3);
    expect(await scans('/containers?booking_number=PK7&container_status=full&per=10')).toBe(2);
  });
});
