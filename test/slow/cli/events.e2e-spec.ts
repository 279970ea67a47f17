import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SERVICE_ROLE } from '../../../src/embedded-postgres/service-role';
import { useDatabase, wharfinger } from './process';

/** Commands, and statements, on a database of the tests' own. */
function useCommands() {
  const database = useDatabase({ migrated: true });
  return {
    database,
    run: (...args: string[]) => wharfinger(database.env, ...args),
    onDatabase: async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
      const client = new Client({ connectionString: database.env.DATABASE_URL });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
  };
}

describe('wharfinger events prune', () => {
  const { run, onDatabase } = useCommands();
  const prune = (before: string, ...more: string[]) =>
    run('events', 'prune', '--organization', 'P', '--before', before, ...more);
  const left = () =>
    onDatabase(async (client) =>
      (await client.query('SELECT id::integer FROM events ORDER BY id')).rows.map(({ id }) => id),
    );

  beforeAll(async () => {
    await run('organization', 'create', 'P');
    await onDatabase(async (client) => {
      const { rows } = await client.query(`SELECT id FROM organizations WHERE name = 'P'`);
      await client.query(
        `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, subject_id, subject_key, concerns, bytes)
         SELECT $1, n, 'truck.updated', now(), '2026-01-01'::timestamptz + n * interval '1 day', n % 3, 'T-' || n % 3,
           ARRAY['truck:' || n % 3], 1 FROM generate_series(1, 10) n`,
        [rows[0].id],
      );
      await client.query(
        `INSERT INTO event_feeds (organization_id, uuid, last_id) VALUES ($1, gen_random_uuid(), 10)`,
        [rows[0].id],
      );
    });
  });

  it('takes a date and a possible record', async () => {
    expect((await prune('yesterday')).code).toBe(2);
    expect(await prune('2026-02-30')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2026-02-30'),
    });
    expect((await prune('2026-02-30T00:00:00Z')).code).toBe(2);
    expect(await prune('2026-01-31', '--subject', 'wharf:1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('wharf:1'),
    });
    expect((await run('events', 'prune', '--organization', 'Q', '--before', '2026-01-31')).code).toBe(1);
  });

  it('removes the events that concern one record', async () => {
    expect(await prune('2026-01-31', '--subject', 'truck:2')).toMatchObject({
      code: 0,
      stdout: '3 events were removed.\n',
    });
    expect(await left()).toEqual([1, 3, 4, 6, 7, 9, 10]);
  });

  it('refuses while some of them await delivery', async () => {
    await onDatabase(async (client) => {
      await client.query(
        `INSERT INTO webhook_endpoints (organization_id, url) SELECT id, 'https://x.example' FROM organizations WHERE name = 'P'`,
      );
      await client.query(
        `INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, next_try_at)
         SELECT organization_id, id, 3, 'truck.updated', now() FROM webhook_endpoints`,
      );
    });
    expect(await prune('2026-01-06')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('await delivery'),
    });
    await onDatabase((client) => client.query(`UPDATE webhook_deliveries SET status = 'delivered'`));
  });

  it('removes the oldest, and remembers the limit', async () => {
    expect(await prune('2026-01-06')).toMatchObject({ code: 0, stdout: '3 events were removed.\n' });
    expect(await left()).toEqual([6, 7, 9, 10]);
    const [feed] = await onDatabase(
      async (client) => (await client.query('SELECT pruned_id FROM event_feeds')).rows,
    );
    expect(Number(feed.pruned_id)).toBe(4);
  });

  it('removes deliveries of them, of tests, and of removed events', async () => {
    const deliveries = () =>
      onDatabase(async (client) =>
        (
          await client.query(
            `SELECT coalesce(event_id, 0)::integer AS id, status FROM webhook_deliveries ORDER BY 1`,
          )
        ).rows.map(({ id, status }) => `${id} ${status}`),
      );
    expect(await deliveries()).toEqual([]);
    await onDatabase((client) =>
      client.query(
        `INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, next_try_at, status, created_at)
         SELECT w.organization_id, w.id, e.id, 'x', now(), e.status, '2026-01-02'
         FROM webhook_endpoints w, (VALUES (NULL, 'delivered'), (4, 'failed'), (6, 'delivered'), (7, 'cancelled'),
           (9, 'delivered'), (10, 'pending')) e(id, status)`,
      ),
    );
    expect((await prune('2026-01-09', '--subject', 'truck:1')).stdout).toBe('1 event was removed.\n');
    expect(await left()).toEqual([6, 9, 10]);
    expect(await deliveries()).toEqual([
      '0 delivered',
      '4 failed',
      '6 delivered',
      '9 delivered',
      '10 pending',
    ]);
    expect((await prune('2026-01-08')).stdout).toBe('1 event was removed.\n');
    expect(await deliveries()).toEqual(['9 delivered', '10 pending']);
  });

  it('removes all events that concern a record known only by its own events, however many they are', async () => {
    await onDatabase((client) =>
      client.query(
        `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, subject_id, subject_key, concerns, bytes)
         SELECT o.id, 100 + n, CASE WHEN n > 5000 THEN 'truck_visit.updated' ELSE 'truck.updated' END, now(), '2026-01-01',
           77, CASE WHEN n <= 5000 THEN 'GONE' END, '{truck:77}', 1
         FROM organizations o, generate_series(1, 5001) n WHERE o.name = 'P'`,
      ),
    );
    expect((await prune('2026-01-02', '--subject', 'truck:GONE')).stdout).toBe('5001 events were removed.\n');
  });
});

describe('wharfinger events resume', () => {
  const { database, run, onDatabase } = useCommands();
  const feeds = () =>
    onDatabase(async (client) => {
      const { rows } = await client.query(
        `SELECT o.name, f.last_id, f.lost::text, f.history = database_history() AS is_now FROM event_feeds f
         JOIN organizations o ON o.id = f.organization_id ORDER BY o.name`,
      );
      return rows;
    });
  /** What the command says of an organization: the last event, and behind which id ids go on. */
  const stated = (stdout: string, name: string) =>
    new RegExp(`^${name}: the last event is (\\d+), and ids go on behind (\\d+)\\.$`, 'm')
      .exec(stdout)
      ?.slice(1);

  beforeAll(async () => {
    for (const name of ['P', 'Q']) {
      await run('organization', 'create', name);
      await onDatabase((client) =>
        client.query(
          `INSERT INTO event_feeds (organization_id, uuid, last_id)
           SELECT id, gen_random_uuid(), 10 FROM organizations WHERE name = $1`,
          [name],
        ),
      );
    }
    await run('organization', 'create', 'R');
  });

  it('moves the ids of one organization on, and leaves a trace', async () => {
    const began = Date.now();
    const { code, stdout } = await run('events', 'resume', '--organization', 'P');
    const [kept, start] = stated(stdout, 'P')!;
    expect([code, kept, stdout.split('\n')]).toEqual([0, '10', [expect.any(String), '']]);
    expect(Number(start)).toBeGreaterThanOrEqual(began);
    expect(await feeds()).toEqual([
      { name: 'P', last_id: Number(start), lost: `{[11,${start})}`, is_now: true },
      { name: 'Q', last_id: 10, lost: '{}', is_now: null },
    ]);
    const traces = await onDatabase(async (client) => {
      const { rows } = await client.query(
        `SELECT operation, action, record_key, before, after FROM audit_entries WHERE record_type = 'event_feeds'`,
      );
      return rows;
    });
    expect(traces).toEqual([
      {
        operation: 'wharfinger events resume',
        action: 'update',
        record_key: 'P',
        before: { last_id: 10 },
        after: { last_id: Number(start) },
      },
    ]);
  });

  it('moves those of all, also of one that had no event, and may be repeated', async () => {
    const before = await feeds();
    const { code, stdout } = await run('events', 'resume');
    expect([code, stated(stdout, 'P')?.[0], stated(stdout, 'Q')?.[0]]).toEqual([
      0,
      String(before[0].last_id),
      '10',
    ]);
    expect(stdout).toMatch(/^R: there is no event, and ids go on behind \d+\.$/m);
    expect((await feeds()).map(({ name, is_now }) => [name, is_now])).toEqual([
      ['P', true],
      ['Q', true],
      ['R', true],
    ]);
    expect((await run('events', 'resume')).code).toBe(0);
  });

  it('works with the role of the service', async () => {
    const password = randomUUID();
    const role = `resume_${password.slice(0, 8)}`;
    await onDatabase((client) =>
      client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}' IN ROLE ${SERVICE_ROLE}`),
    );
    const as = new URL(database.env.DATABASE_URL);
    [as.username, as.password] = [role, password];
    const env = { DATABASE_URL: as.href, DATABASE_MIGRATION_URL: database.env.DATABASE_URL };
    expect(await wharfinger(env, 'events', 'resume', '--organization', 'P')).toMatchObject({ code: 0 });
    await onDatabase((client) => client.query(`DROP ROLE ${role}`));
  });

  it('refuses an organization that is not there', async () => {
    expect(await run('events', 'resume', '--organization', 'Nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nobody'),
    });
  });
});
