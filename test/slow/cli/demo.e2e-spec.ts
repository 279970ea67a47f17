import { DateTime } from 'luxon';
import { Client } from 'pg';
import { DEMO } from '../../../src/demo/demo';
import { eventually } from '../../setup/eventually';
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

  it('is removed again when that lost a deadlock against a running service', async () => {
    const [{ id }] = (await ids()) as [{ id: string }];
    const [first, writer] = [new Client(database.env.DATABASE_URL), new Client(database.env.DATABASE_URL)];
    await Promise.all([first.connect(), writer.connect()]);
    /** Waits until so many sessions wait for the row of an organization. */
    const waiting = (many: number) =>
      eventually(`${many} sessions that wait`, async () => {
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%FROM organizations WHERE%'`,
        );
        return rows[0]!.count >= many;
      });
    await first.query(`BEGIN; SELECT FROM organizations WHERE id = ${id} FOR UPDATE`);
    // the removal finds the deadlock, because the writer does not look for it
    await writer.query(
      `SET deadlock_timeout = '1h'; BEGIN; UPDATE pre_advices SET comments = 'late' WHERE organization_id = ${id}`,
    );
    const removed = wharfinger(database.env, 'demo', '--fresh');
    await waiting(1);
    const written = writer.query(`SELECT FROM organizations WHERE id = ${id} FOR KEY SHARE; COMMIT`);
    await waiting(2);
    await first.query('COMMIT');
    await written;
    expect(await removed).toMatchObject({ code: 0, stderr: '' });
    expect(await ids()).not.toEqual([{ id }]);
    await Promise.all([first.end(), writer.end()]);
  });

  it('is waited for in turns while another process loads it, so that no limit of the driver ends the wait', async () => {
    await client.query('SELECT pg_advisory_lock(7263116)');
    const loaded = wharfinger(database.env, 'demo');
    const ended = new Set<string>();
    await eventually('three turns', async () => {
      // a turn that has not got the lock ends so
      const { rows } = await client.query<{ query_start: string }>(
        `SELECT query_start::text FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query = 'ROLLBACK'`,
      );
      for (const { query_start } of rows) ended.add(query_start);
      return ended.size >= 3;
    });
    await client.query('SELECT pg_advisory_unlock(7263116)');
    expect(await loaded).toMatchObject({ code: 0, stderr: '' });
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
