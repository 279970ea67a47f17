import { Client } from 'pg';
import { SERVICE_ROLE } from '../../../src/embedded-postgres/service-role';
import { useDatabase, wharfinger } from './process';

describe('wharfinger audit prune', () => {
  const database = useDatabase({ migrated: true });
  const run = (...args: string[]) => wharfinger(database.env, ...args);
  const prune = (before: string, organization = 'P') =>
    run('audit', 'prune', '--organization', organization, '--before', before);

  async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
  /** What is left of the traces of trucks, by organization. */
  const left = (name: string) =>
    onDatabase(async (client) => {
      const { rows } = await client.query<{ record_id: string }>(
        `SELECT record_id FROM audit_entries JOIN organizations o ON o.id = organization_id
         WHERE o.name = $1 AND record_type = 'trucks' ORDER BY record_id`,
        [name],
      );
      return rows.map(({ record_id }) => Number(record_id));
    });

  beforeAll(async () => {
    for (const name of ['P', 'Q']) {
      await run('organization', 'create', name);
      await onDatabase((client) =>
        client.query(
          `INSERT INTO audit_entries (organization_id, created_at, operation, action, record_type, record_id)
           SELECT id, '2026-01-01'::timestamptz + n * interval '1 day', 'wharfinger import', 'create', 'trucks', n
           FROM organizations, generate_series(0, 9) n WHERE name = $1`,
          [name],
        ),
      );
    }
  });

  it('takes a date, and an existing organization', async () => {
    expect((await prune('yesterday')).code).toBe(2);
    expect(await prune('2026-01-05', 'R')).toMatchObject({ code: 1, stderr: expect.stringContaining("'R'") });
  });

  it('removes older traces of one organization alone, and leaves a trace of that', async () => {
    expect(await prune('2026-01-05')).toEqual({ code: 0, stdout: '4 traces were removed.\n', stderr: '' });
    expect([await left('P'), await left('Q')]).toEqual([
      [4, 5, 6, 7, 8, 9],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ]);
    const { rows } = await onDatabase((client) =>
      client.query(`SELECT action, record_type, before FROM audit_entries WHERE operation = $1`, [
        'wharfinger audit prune',
      ]),
    );
    expect(rows).toEqual([
      {
        action: 'delete',
        record_type: 'audit_entries',
        before: { before: '2026-01-05T00:00:00.000Z', count: 4 },
      },
    ]);
    expect((await prune('2026-01-05')).stdout).toBe('0 traces were removed.\n');
  });

  it('leaves a trace of its removals also when it is interrupted', async () => {
    await run('organization', 'create', 'S');
    const onTraces = (text: string, ...values: string[]) =>
      onDatabase(async (client) => (await client.query<object>(text, values)).rows);
    await onTraces(`
      INSERT INTO audit_entries (organization_id, created_at, operation, action, record_type, record_id)
      SELECT id, '2026-01-01'::timestamptz + n * interval '1 s', 'wharfinger import', 'create', 'trucks', n
      FROM organizations, generate_series(0, 10000) n WHERE name = 'S'`);
    await onTraces(`
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk is full'; END $$;
      CREATE TRIGGER keep BEFORE DELETE ON audit_entries FOR EACH ROW WHEN (OLD.record_id = 10000)
      EXECUTE FUNCTION keep()`);
    expect(await prune('2099-01-01', 'S')).toMatchObject({ code: 1, stdout: '' });
    const traced = `SELECT before -> 'count' AS count FROM audit_entries JOIN organizations o ON o.id = organization_id
      WHERE o.name = $1 AND operation = 'wharfinger audit prune' ORDER BY audit_entries.id`;
    expect([await left('S'), await onTraces(traced, 'S')]).toEqual([[10_000], [{ count: 10_000 }]]);

    await onTraces('DROP FUNCTION keep CASCADE');
    expect((await prune('2026-02-01', 'S')).stdout).toBe('1 trace was removed.\n');
    expect(await onTraces(traced, 'S')).toEqual([{ count: 10_000 }, { count: 1 }]);
  });

  it('is refused for the role of the service', async () => {
    const address = new URL(database.env.DATABASE_URL);
    address.username = SERVICE_ROLE;
    const done = await wharfinger(
      { DATABASE_URL: address.href },
      ...['audit', 'prune', '--organization', 'P', '--before', '2027-01-01'],
    );
    expect(done).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Only the owner of the tables/) });
    expect(await left('P')).toHaveLength(6);
  });
});
