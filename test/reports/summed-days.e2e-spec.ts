import { aContainer, aContainerType } from '../factories/cargo';
import type { Body } from '../factories/record';
import { sumDaysOf } from '../factories/reports';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';

const SPAN = 'from=2026-03-01&until=2026-03-31';

describe('moves of past days that are summed', () => {
  const service = useService();
  let client: Client;
  let container: Body;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
    container = await aContainer(client);
  });

  const query = <T>(statement: string, ...values: unknown[]) =>
    service.current.query<T>(statement, [client.organization_id, ...values]);
  const moved = async (moved_at: string, type = 'yard', id: unknown = container.id): Promise<number> => {
    const [row] = await query<{ id: number }>(
      `INSERT INTO container_movements (organization_id, container_id, movement_type, moved_at)
       VALUES ($1, $2, $3, $4) RETURNING id`,
      id,
      type,
      moved_at,
    );
    return row!.id;
  };
  const sum = () => sumDaysOf(client);
  const summed = async () =>
    (
      await query<{ day: string }>(
        `SELECT day::text FROM move_days WHERE organization_id = $1 AND sums IS NOT NULL AND sums <> '[]' ORDER BY day`,
      )
    ).map(({ day }) => day);
  const totals = async (by: string) =>
    (await client.get(`/reports/moves?${SPAN}&group_by=${by}`)).body.totals;
  /** Rows by hour are counted one by one at each request, so they know every change. */
  const expectSame = async (moves: number) => {
    expect(await totals('hour')).toMatchObject({ moves });
    expect(await totals('day')).toEqual(await totals('hour'));
    expect((await totals('month,size')).moves).toBe(moves);
  };

  it('are counted as before, in the sums of their days', async () => {
    await moved('2026-03-01T23:30:00Z');
    await moved('2026-03-10T12:00:00Z', 'discharge');
    await expectSame(2);
    expect(await sum()).toBeGreaterThan(9);
    expect(await summed()).toEqual(['2026-03-02', '2026-03-10']);
    await expectSame(2);
    // nothing is left to sum
    expect(await sum()).toBe(0);
    // what is not of the sums is not looked at
    await query(`UPDATE move_days SET sums = '[]' WHERE organization_id = $1 AND day = '2026-03-10'`);
    expect((await totals('day')).moves).toBe(1);
    expect((await totals('hour')).moves).toBe(2);
  });

  it.each<[string, (id: number) => Promise<unknown>, number]>([
    ['a move that is recorded late', () => moved('2026-03-10T15:00:00Z'), 3],
    [
      'a move that is deleted',
      (id) => query('DELETE FROM container_movements WHERE organization_id = $1 AND id = $2', id),
      1,
    ],
    [
      'a move that was on another day',
      (id) =>
        query(
          `UPDATE container_movements SET moved_at = '2026-03-12T10:00:00Z' WHERE organization_id = $1 AND id = $2`,
          id,
        ),
      2,
    ],
    ['a reversal of today', () => moved(new Date().toISOString(), 'reversal'), 1],
    [
      'a length that is known now',
      async () =>
        query(
          `UPDATE containers SET container_type_id = $3 WHERE organization_id = $1 AND id = $2`,
          container.id,
          (await aContainerType(client, { code: '9NEW', size: 40 })).id,
        ),
      2,
    ],
  ])('change with %s', async (_what, change, moves) => {
    await moved('2026-03-05T12:00:00Z');
    const id = await moved('2026-03-10T12:00:00Z', 'discharge');
    await sum();
    await change(id);
    await expectSame(moves);
    expect(await summed()).not.toContain('2026-03-10');
    expect(await sum()).toBeGreaterThan(0);
    await expectSame(moves);
  });

  it('are not those of the days of another time zone', async () => {
    await moved('2026-03-10T23:30:00Z');
    await sum();
    expect(await summed()).toEqual(['2026-03-11']);
    await query(`UPDATE organizations SET time_zone = 'UTC' WHERE id = $1`);
    service.current.forgetTokens();
    expect(await summed()).toEqual([]);
    await sum();
    expect(await summed()).toEqual(['2026-03-10']);
    await expectSame(1);
  });

  it('are of days that have been over for two days, since moves of later days call no trigger', async () => {
    const now = Date.now();
    for (const hours of [1, 30, 47]) await moved(new Date(now - hours * 3_600_000).toISOString());
    expect(await sum()).toBeLessThanOrEqual(0);
    expect(await query('SELECT 1 FROM move_days WHERE organization_id = $1')).toEqual([]);
  });

  it('are marked by what is written while they are summed', async () => {
    await moved('2026-03-10T12:00:00Z');
    const writer = service.current.own.createQueryRunner();
    try {
      await writer.startTransaction();
      await asTest(() =>
        writer.query(
          `INSERT INTO container_movements (organization_id, container_id, movement_type, moved_at)
         VALUES ($1, $2, 'yard', '2026-03-10T13:00:00Z')`,
          [client.organization_id, container.id],
        ),
      );
      // it waits for the writer, who has marked the day
      const summing = sum();
      await writer.commitTransaction();
      await summing;
    } finally {
      await writer.release();
    }
    await expectSame(2);
  });
});
