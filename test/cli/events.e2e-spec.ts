import { Client } from 'pg';
import { useDatabase, wharfinger } from './process';

describe('wharfinger events prune', () => {
  const database = useDatabase({ migrated: true });
  const run = (...args: string[]) => wharfinger(database.env, ...args);
  const prune = (before: string, ...more: string[]) =>
    run('events', 'prune', '--organization', 'P', '--before', before, ...more);

  async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
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
