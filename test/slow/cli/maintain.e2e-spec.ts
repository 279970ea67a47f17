import { randomUUID } from 'node:crypto';
import { Client as Database } from 'pg';
import { month } from '../../../src/common/database/migrate/months';
import { SERVICE_ROLE } from '../../../src/embedded-postgres/service-role';
import { databaseUrl } from '../../setup/database';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { Served, wharfinger } from './process';

const TABLES = {
  audit_entries: 'created_at',
  events: 'recorded_at',
  webhook_deliveries: 'created_at',
  gate_refusals: 'at',
};

/** The partition of a month of a table. */
const nameOf = (table: string, from: Date) => `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;

describe('wharfinger maintain', () => {
  const service = useService({});
  const env = () => ({ DATABASE_URL: databaseUrl(service.current.database) });
  const maintain = () => wharfinger(env(), 'maintain');

  /** Runs statements as the owner. */
  async function owner<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = new Database({ connectionString: env().DATABASE_URL });
    await database.connect();
    try {
      return await work(database);
    } finally {
      await database.end();
    }
  }
  const rows = (statement: string, values: unknown[] = []) =>
    owner(async (database) => (await database.query(statement, values)).rows);

  /** The partitions of a table, without the one of all older rows and the default. */
  const months = async (table: string): Promise<string[]> =>
    (
      await rows(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
        [table],
      )
    ).flatMap(({ name }) => (/_(first|default)$/.test(name) ? [] : name));

  /** Gives a table partitions of two past months: the first partition ends before them. */
  async function withPast(table: string, from = -5): Promise<[older: string, newer: string]> {
    const [first, second, third] = [month(from), month(from + 1), month(from + 2)];
    const names: [string, string] = [nameOf(table, first), nameOf(table, second)];
    await owner(async (database) => {
      const [{ bound }] = (
        await database.query(
          `SELECT (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''([^'']+)'))[1] AS bound FROM pg_class WHERE relname = $1`,
          [`${table}_first`],
        )
      ).rows;
      await database.query(`
        ALTER TABLE ${table} DETACH PARTITION ${table}_first;
        ALTER TABLE ${table}_first RENAME TO ${table}_was;
        CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${first.toISOString()}');
        CREATE TABLE ${names[0]} PARTITION OF ${table} FOR VALUES FROM ('${first.toISOString()}') TO ('${second.toISOString()}');
        CREATE TABLE ${names[1]} PARTITION OF ${table} FOR VALUES FROM ('${second.toISOString()}') TO ('${third.toISOString()}');
        ALTER TABLE ${table} ATTACH PARTITION ${table}_was FOR VALUES FROM ('${third.toISOString()}') TO ('${bound}')`);
    });
    return names;
  }

  /** Undoes that: what is old is in one partition again. */
  async function withoutPast(table: string, from = -5): Promise<void> {
    await owner(async (database) => {
      const [{ bound }] = (
        await database.query(
          `SELECT (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''([^'']+)'))[1] AS bound FROM pg_class WHERE relname = $1`,
          [`${table}_was`],
        )
      ).rows;
      await database.query(`DROP TABLE IF EXISTS ${table}_first`);
      for (const after of [from, from + 1])
        await database.query(`DROP TABLE IF EXISTS ${nameOf(table, month(after))}`);
      await database.query(`
        ALTER TABLE ${table} DETACH PARTITION ${table}_was;
        ALTER TABLE ${table}_was RENAME TO ${table}_first;
        ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (MINVALUE) TO ('${bound}')`);
    });
  }

  /** Events of an organization at these times, from id 1 on. */
  async function tell(client: Client, ...times: Date[]): Promise<void> {
    await rows(
      `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, subject_id, subject_key, concerns, bytes)
       SELECT $1, n, 'truck.updated', t, t, 1, 'T', '{truck:1}', 1 FROM unnest($2::timestamptz[]) WITH ORDINALITY u(t, n)`,
      [client.organization_id, times],
    );
    // of this history of the database, because the service begins epochs for feeds of another one
    await rows(
      `INSERT INTO event_feeds (organization_id, uuid, last_id, history) VALUES ($1, $2, $3, database_history())`,
      [client.organization_id, randomUUID(), times.length],
    );
  }
  const idsOf = async (client: Client, table = 'events') =>
    (
      await rows(`SELECT id FROM ${table} WHERE organization_id = $1 ORDER BY id`, [client.organization_id])
    ).map(({ id }) => Number(id));

  it('makes the months ahead, and moves what the default partition has of them', async () => {
    const client = await service.current.organization();
    for (const table of Object.keys(TABLES))
      expect((await months(table)).at(-1)).toBe(nameOf(table, month(3)));
    expect(await maintain()).toEqual({ code: 0, stdout: '', stderr: '' });
    const last = nameOf('gate_refusals', month(3));
    await rows(`DROP TABLE ${last}, ${nameOf('events', month(3))}`);
    await rows(
      `INSERT INTO gate_refusals (organization_id, at, action, reasons) VALUES ($1, $2, 'gate_in', '[]'), ($1, $3, 'gate_in', '[]')`,
      [client.organization_id, new Date(month(3).getTime() + 1), month(5)],
    );
    const { code, stdout } = await maintain();
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [`${nameOf('events', month(3))} was made.`, `${last} was made, and 1 row moved there.`, ''],
    ]);
    expect(
      await rows(
        `SELECT tableoid::regclass::text AS name FROM gate_refusals WHERE organization_id = $1 ORDER BY at`,
        [client.organization_id],
      ),
    ).toEqual([{ name: last }, { name: 'gate_refusals_default' }]);
    // no refusal was deleted, and so none is traced
    expect(
      await rows(`SELECT FROM audit_entries WHERE record_type = 'gate_refusals' AND action = 'delete'`),
    ).toEqual([]);
    const { body } = await client.get('/gate_refusals');
    expect(body.gate_refusals).toHaveLength(2);
  });

  it('drops a month that nobody keeps, and tells readers of the feed', async () => {
    const [older, newer] = await withPast('events');
    const brief = await service.current.organization({ events_kept_months: 1 });
    const long = await service.current.organization();
    const now = new Date();
    await tell(brief, month(-5), new Date(month(-4).getTime() - 1), month(-4), month(-1), now);
    await tell(long, month(-4), now);
    const { code, stdout } = await maintain();
    expect([code, stdout.split('\n').slice(0, -2)]).toEqual([
      0,
      ['events_first was dropped.', `${older} was dropped.`],
    ]);
    expect(stdout).toMatch(/\nOrganization .*: 1 events removed\.\n$/);
    expect(await months('events')).toContain(newer);
    expect([await idsOf(brief), await idsOf(long)]).toEqual([
      [4, 5],
      [1, 2],
    ]);
    const gone = await brief.get('/events?after=2');
    expect([gone.status, gone.body.oldest_id]).toEqual([410, 4]);
    expect((await brief.get('/events?after=3')).body.events.map(({ id }: { id: number }) => id)).toEqual([
      4, 5,
    ]);
    expect((await long.get('/events?after=0')).body.events).toHaveLength(2);
    await withoutPast('events');
  });

  it('keeps what awaits delivery, with its event', async () => {
    const [older] = await withPast('events');
    const [, delivered] = await withPast('webhook_deliveries');
    const client = await service.current.organization({
      events_kept_months: 1,
      webhook_deliveries_kept_months: 1,
    });
    await tell(client, month(-5), month(-5), month(-4), new Date());
    await rows(
      `WITH w AS (INSERT INTO webhook_endpoints (organization_id, url, active) VALUES ($1, 'https://x.example', false) RETURNING id)
       INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, next_try_at, status, created_at)
       SELECT $1, w.id, e.id, 'truck.updated', 'infinity', e.status, e.at
       FROM w, (VALUES (1, 'delivered', $2::timestamptz), (2, 'pending', $2), (3, 'failed', $3::timestamptz)) e(id, status, at)`,
      [client.organization_id, month(-5), month(-4)],
    );
    const first = await maintain();
    expect(first.stdout).not.toContain(`${older} was dropped`);
    expect(first.stdout).toContain(`${delivered} was dropped.`);
    expect(await idsOf(client)).toEqual([2, 3, 4]);
    expect(
      await rows(`SELECT event_id::integer, status FROM webhook_deliveries WHERE organization_id = $1`, [
        client.organization_id,
      ]),
    ).toEqual([{ event_id: 2, status: 'pending' }]);

    await rows(`UPDATE webhook_deliveries SET status = 'cancelled' WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    expect((await maintain()).stdout).toContain(`${older} was dropped.`);
    expect([await idsOf(client), await idsOf(client, 'webhook_deliveries')]).toEqual([[4], []]);
    for (const table of ['events', 'webhook_deliveries']) await withoutPast(table);
  });

  it('keeps events that an active flow of messages has not taken', async () => {
    const [older] = await withPast('events');
    const client = await service.current.organization({ events_kept_months: 1 });
    await tell(client, month(-5), month(-5), month(-4), new Date());
    await rows(
      `WITH p AS (INSERT INTO edi_partners (organization_id, name) VALUES ($1, 'P') RETURNING id)
       INSERT INTO edi_flows (organization_id, name, partner_id, direction, message, last_event_id)
       SELECT $1, 'F', id, 'out', 'CODECO', 1 FROM p`,
      [client.organization_id],
    );
    await rows(`UPDATE events SET type = 'container.gated_in' WHERE organization_id = $1 AND id = 2`, [
      client.organization_id,
    ]);
    const { stdout } = await maintain();
    expect(stdout).not.toContain(`${older} was dropped`);
    expect(await idsOf(client)).toEqual([2, 3, 4]);
    await rows(`UPDATE edi_flows SET last_event_id = 2 WHERE organization_id = $1`, [client.organization_id]);
    expect((await maintain()).stdout).toContain(`${older} was dropped.`);
    expect(await idsOf(client)).toEqual([4]);
    await withoutPast('events');
  });

  it.each([
    [
      'a delivery that is repeated meanwhile',
      `UPDATE webhook_deliveries SET status = 'pending' WHERE organization_id = $1`,
    ],
    [
      'a setting that is changed meanwhile',
      `UPDATE organizations SET events_kept_months = NULL, webhook_deliveries_kept_months = NULL WHERE id = $1`,
    ],
  ])('heeds %s', async (_what, change) => {
    for (const table of ['events', 'webhook_deliveries']) await withPast(table);
    const client = await service.current.organization({
      events_kept_months: 1,
      webhook_deliveries_kept_months: 1,
    });
    await tell(client, month(-6), month(-6));
    await rows(
      `WITH w AS (INSERT INTO webhook_endpoints (organization_id, url, active) VALUES ($1, 'https://x.example', false) RETURNING id)
       INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, next_try_at, status, created_at)
       SELECT $1, w.id, 1, 'truck.updated', 'infinity', 'delivered', $2 FROM w`,
      [client.organization_id, month(-6)],
    );
    await owner(async (database) => {
      await database.query('BEGIN');
      await database.query(change, [client.organization_id]);
      const maintained = maintain();
      for (let waits = false; !waits;)
        [{ waits }] = await rows(
          `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'wharfinger maintain' AND datname = current_database()
             AND wait_event_type = 'Lock' AND query NOT LIKE 'LOCK TABLE "%') AS waits`,
        );
      await database.query('COMMIT');
      const { stdout } = await maintained;
      expect(stdout).not.toContain('_first was dropped');
    });
    expect(await idsOf(client)).toEqual([1, 2]);
    expect(await idsOf(client, 'webhook_deliveries')).toHaveLength(1);
    await rows(`UPDATE webhook_deliveries SET status = 'cancelled' WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    for (const table of ['events', 'webhook_deliveries']) await withoutPast(table);
  });

  it('goes on with others where it fails for one organization, and says so', async () => {
    const [ill, well] = [
      await service.current.organization({ gate_refusals_kept_months: 1 }),
      await service.current.organization({ gate_refusals_kept_months: 1 }),
    ];
    for (const { organization_id } of [ill, well])
      await rows(
        `INSERT INTO gate_refusals (organization_id, at, action, reasons) VALUES ($1, $2, 'gate_in', '[]')`,
        [organization_id, month(-2)],
      );
    await rows(`
      CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'It is ill.'; END $$;
      CREATE TRIGGER fails BEFORE DELETE ON gate_refusals FOR EACH ROW
        WHEN (OLD.organization_id = ${ill.organization_id}) EXECUTE FUNCTION fails()`);
    const { code, stderr } = await maintain();
    await rows('DROP FUNCTION fails() CASCADE');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Organization .*, gate_refusals: It is ill\.\n$/),
    ]);
    expect([(await idsOf(ill, 'gate_refusals')).length, await idsOf(well, 'gate_refusals')]).toEqual([1, []]);
    await maintain();
  });

  it('makes the default partition one of several months where it has many rows of them', async () => {
    const client = await service.current.organization();
    await rows(`DROP TABLE ${[2, 3].map((after) => nameOf('events', month(after))).join(', ')}`);
    const [{ until }] = await rows(
      `SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz) AS until
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass`,
    );
    await tell(client, ...Array.from({ length: 1_001 }, () => month(3)));
    const constraints = () =>
      rows(`SELECT conname FROM pg_constraint WHERE conname LIKE 'ck_events_default%'`);
    // as a run that was killed between its two steps leaves it
    await rows(
      `ALTER TABLE events_default ADD CONSTRAINT ck_events_default CHECK (recorded_at < '${month(4).toISOString()}') NOT VALID`,
    );
    const served = await Served.start(env()); // which moves nothing
    await served.stop();
    expect(await constraints()).toEqual([]); // it would refuse rows of later months
    expect(await rows('SELECT count(*)::integer AS many FROM events_default')).toEqual([{ many: 1_001 }]);
    const name = nameOf('events', until);
    const { code, stdout } = await maintain();
    expect([code, stdout]).toEqual([
      0,
      `${name} has all rows until ${month(4).toISOString()}, because nobody made months for a time: it was the default partition.\n`,
    ]);
    expect(
      await rows(`SELECT DISTINCT tableoid::regclass::text AS name FROM events WHERE organization_id = $1`, [
        client.organization_id,
      ]),
    ).toEqual([{ name }]);
    expect(await rows('SELECT count(*)::integer AS many FROM events_default')).toEqual([{ many: 0 }]);
    expect(await constraints()).toEqual([]);
    expect((await client.post('/trucks', { truck: { license_plate: 'AFTER' } })).status).toBe(201);
    // months as before
    await rows(`DELETE FROM events WHERE organization_id = $1`, [client.organization_id]);
    await rows(`DROP TABLE ${name}`);
    expect((await maintain()).code).toBe(0);
  });

  it('removes traces and refusals of one organization, and leaves those of another', async () => {
    const brief = await service.current.organization({
      audit_entries_kept_months: 12,
      gate_refusals_kept_months: 1,
    });
    const long = await service.current.organization();
    for (const { organization_id } of [brief, long])
      await rows(
        `WITH traced AS (
           INSERT INTO audit_entries (organization_id, created_at, operation, action, record_type, record_id)
           SELECT $1::bigint, t, 'wharfinger import', 'create', 'trucks', n
           FROM unnest($2::timestamptz[]) WITH ORDINALITY u(t, n) RETURNING id)
         INSERT INTO gate_refusals (organization_id, at, action, reasons)
         SELECT $1, t, 'gate_in', '[]' FROM unnest($3::timestamptz[]) t`,
        [organization_id, [month(-13), month(-12), month(-1)], [month(-2), month(-1), new Date()]],
      );
    const { code, stdout } = await maintain();
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Organization .*: 1 audit_entries removed\.\nOrganization .*: 1 gate_refusals removed\.\n$/,
      ),
    ]);
    const kept = async ({ organization_id }: Client) => {
      const [found] = await rows(
        `SELECT (SELECT array_agg(record_id::integer ORDER BY record_id) FROM audit_entries
             WHERE organization_id = $1 AND record_type = 'trucks') AS traces,
           (SELECT count(*)::integer FROM gate_refusals WHERE organization_id = $1) AS refusals`,
        [organization_id],
      );
      return found;
    };
    expect(await kept(brief)).toEqual({ traces: [2, 3], refusals: 2 });
    expect(await kept(long)).toEqual({ traces: [1, 2, 3], refusals: 3 });
    const { body } = await brief.get('/audit_entries?record_type=audit_entries');
    expect(body.audit_entries).toMatchObject([
      {
        action: 'delete',
        operation: 'wharfinger maintain',
        before: { before: month(-12).toISOString(), count: 1 },
      },
    ]);
  });

  it('leaves a trace for each organization whose traces it drops', async () => {
    const [older] = await withPast('audit_entries', -30);
    const client = await service.current.organization({ audit_entries_kept_months: 12 });
    await rows(
      `INSERT INTO audit_entries (organization_id, created_at, operation, action, record_type, record_id)
       VALUES ($1, $2, 'wharfinger import', 'create', 'trucks', 1)`,
      [client.organization_id, month(-30)],
    );
    expect((await maintain()).stdout).toContain(`${older} was dropped.`);
    const { body } = await client.get('/audit_entries?record_type=audit_entries');
    expect(body.audit_entries).toMatchObject([
      { action: 'delete', before: { before: month(-29).toISOString() } },
    ]);
    await withoutPast('audit_entries', -30);
  });

  it('does its work beside those who write', async () => {
    const [older] = await withPast('events');
    const client = await service.current.organization({ events_kept_months: 1 });
    await tell(client, ...Array.from({ length: 50 }, () => month(-5)));
    await rows(`DROP TABLE ${nameOf('events', month(3))}`);
    let isOver = false;
    const writing = Array.from({ length: 4 }, async (_each, nth) => {
      const statuses = new Set<number>();
      for (let n = 0; !isOver; n++)
        statuses.add((await client.post('/trucks', { truck: { license_plate: `M${nth}-${n}` } })).status);
      return [...statuses];
    });
    const { code, stdout } = await maintain();
    isOver = true;
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${older} was dropped.`)]);
    expect((await Promise.all(writing)).flat()).toEqual([201, 201, 201, 201]);
    await withoutPast('events');
  });

  it('is not needed for months ahead where the service owns its tables: it makes them when it starts', async () => {
    const last = nameOf('events', month(3));
    await rows(`DROP TABLE ${last}`);
    const served = await Served.start(env());
    expect(await months('events')).toContain(last);
    await served.stop();
  });

  it('is not waited for by a start: serve listens while another process migrates and a month lacks', async () => {
    const last = nameOf('events', month(3));
    await rows(`DROP TABLE ${last}`);
    await owner(async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT pg_advisory_xact_lock(7263115)');
      const served = await Served.start({ ...env(), LOG_LEVEL: 'warn' });
      expect(await months('events')).not.toContain(last);
      const { stdout } = await served.stop();
      expect(stdout).toContain('run wharfinger maintain (another process migrates)');
      await database.query('ROLLBACK');
    });
    expect(await maintain()).toMatchObject({ code: 0 });
  });

  it('is done by one at a time', async () => {
    await owner(async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT pg_advisory_xact_lock(7263118)');
      expect(await maintain()).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Another wharfinger maintain is at work in this database.\n',
      });
      await database.query('ROLLBACK');
    });
  });

  it('is for the owner of the tables, and the service reaches partitions by their tables alone', async () => {
    await rows(`DROP TABLE ${nameOf('events', month(3))}`);
    const address = new URL(env().DATABASE_URL);
    address.username = SERVICE_ROLE;
    expect(await wharfinger({ DATABASE_URL: address.href }, 'maintain')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Only the owner of the tables maintains them/),
    });
    expect((await maintain()).code).toBe(0);
    const reached = await rows(`
      SELECT c.relname FROM pg_class c WHERE c.relispartition AND c.relkind = 'r'
        AND has_table_privilege('${SERVICE_ROLE}', c.oid, 'SELECT, INSERT, UPDATE, DELETE')`);
    expect(reached).toEqual([]);
  });
});
