import { Client } from 'pg';
import { useDatabase, wharfinger } from './process';

describe('wharfinger refusals prune', () => {
  const database = useDatabase({ migrated: true });
  const prune = (before: string, organization = 'P') =>
    wharfinger(database.env, 'refusals', 'prune', '--organization', organization, '--before', before);

  /** The rows of a statement; `$1` is the organization P. */
  async function rows(statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    try {
      const { rows: found } = await client.query(`SELECT id, name FROM organizations ORDER BY id`);
      return (await client.query(statement, [found.find(({ name }) => name === 'P').id])).rows;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    for (const name of ['P', 'Q']) await wharfinger(database.env, 'organization', 'create', name);
    await rows(`INSERT INTO gate_refusals (organization_id, at, action, reasons)
      SELECT o.id, '2026-01-01'::timestamptz + n * interval '1 day', 'gate_in', '[]'
      FROM organizations o, generate_series(0, 9) n WHERE $1::bigint IS NOT NULL AND o.name IN ('P', 'Q')`);
  });

  it('takes a date, and an existing organization', async () => {
    expect((await prune('yesterday')).code).toBe(2);
    expect(await prune('2026-01-05', 'R')).toMatchObject({ code: 1, stderr: expect.stringContaining("'R'") });
  });

  it('removes older ones of one organization, and leaves a trace of each', async () => {
    expect(await prune('2026-01-05')).toEqual({
      code: 0,
      stdout: '4 refusals were removed.\n',
      stderr: '',
    });
    expect((await prune('2026-01-05')).stdout).toBe('0 refusals were removed.\n');
    const [left] = await rows(`SELECT
      count(*) FILTER (WHERE organization_id = $1)::integer AS own, count(*)::integer AS of_both,
      min(at) FILTER (WHERE organization_id = $1) AS oldest FROM gate_refusals`);
    expect(left).toEqual({ own: 6, of_both: 16, oldest: new Date('2026-01-05T00:00:00Z') });
    expect(
      await rows(`SELECT operation, action FROM audit_entries
        WHERE organization_id = $1 AND record_type = 'gate_refusals' AND action = 'delete'`),
    ).toEqual(
      Array.from({ length: 4 }, () => ({ operation: 'wharfinger refusals prune', action: 'delete' })),
    );
  });
});
