import { DateTime } from 'luxon';
import { Client } from 'pg';
import { DEMO } from '../../src/demo/demo';
import { useDatabase, wharfinger } from './process';

describe('wharfinger demo', () => {
  let client: Client;
  afterAll(() => client.end());
  const database = useDatabase({ migrated: true });
  beforeAll(async () => {
    client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
  });

  const ids = async () =>
    (await client.query<{ id: string }>('SELECT id FROM organizations WHERE name = $1', [DEMO.name])).rows;

  it('has dates that are relative to the day on which it is loaded; holidays are on their own', async () => {
    expect(await wharfinger(database.env, 'demo')).toMatchObject({ code: 0, stderr: '' });
    const today = DateTime.now().setZone(DEMO.time_zone).toISODate();
    const { rows } = await client.query<{ advice_number: string; day: string }>(
      `SELECT advice_number, (expected_at AT TIME ZONE $1)::date::text AS day FROM pre_advices
       WHERE advice_number IN ('PA-1001', 'PA-1003') ORDER BY advice_number`,
      [DEMO.time_zone],
    );
    expect(rows).toEqual([
      { advice_number: 'PA-1001', day: today },
      { advice_number: 'PA-1003', day: DateTime.fromISO(today!).minus({ days: 2 }).toISODate() },
    ]);
  });

  it('is loaded anew with --fresh, whatever its state; other organizations keep their records', async () => {
    await wharfinger(database.env, 'organization', 'create', 'Other');
    const before = await ids();
    await client.query(`UPDATE pre_advices SET comments = 'changed'`);
    expect(await wharfinger(database.env, 'demo')).toMatchObject({ code: 0 });
    expect(await ids()).toEqual(before);
    expect(await wharfinger(database.env, 'demo', '--fresh')).toMatchObject({ code: 0, stderr: '' });
    const after = await ids();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    const changed = await client.query(`SELECT FROM pre_advices WHERE comments = 'changed'`);
    expect(changed.rowCount).toBe(0);
    const left = await client.query('SELECT FROM audit_entries WHERE organization_id = $1', [before[0]!.id]);
    expect(left.rowCount).toBe(0);
    expect((await wharfinger(database.env, 'organization', 'list')).stdout).toContain('Other');
  });

  it('uses the day at the terminal, also at the end of a month', async () => {
    // of years ago, since the clock of the database is not moved
    const then = new Date('2024-02-29T23:30:00Z').getTime();
    jest.spyOn(Date, 'now').mockReturnValue(then);
    const loaded = await wharfinger(database.env, 'demo', '--fresh');
    jest.restoreAllMocks();
    expect(loaded).toMatchObject({ code: 0, stderr: '' });
    const { rows } = await client.query(
      `SELECT expected_at FROM pre_advices WHERE advice_number = 'PA-1001' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ expected_at: new Date('2024-03-01T07:30:00Z') }]);
  });
});
