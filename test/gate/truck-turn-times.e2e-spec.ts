import { aGate } from '../factories/gate';
import { aTruck, aTruckingCompany } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { planOf } from '../setup/plans';
import { useService } from '../setup/service';

const PATH = '/reports/truck_turn_times';

describe('the report of turn times', () => {
  const service = useService();
  let client: Client;
  let gates: Body[];
  beforeEach(async () => {
    client = await service.current.organization();
    await service.current.query(`UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = $1`, [
      client.organization_id,
    ]);
    gates = [await aGate(client, { name: 'South' }), await aGate(client, { name: 'North' })];
  });

  const report = async (query: string): Promise<Body[]> => {
    const { status, body } = await client.as('read').get(`${PATH}?${query}`);
    expect(status).toBe(200);
    return body.truck_turn_times;
  };
  /** A visit that ended at this time, so many seconds after it began. */
  const visit = async (
    ended: string,
    seconds: number,
    { gate = gates[0], company, ...values }: { gate?: Body; company?: Body } & Record<string, unknown> = {},
  ) => {
    const { id: truck_id } = await aTruck(client);
    const row = {
      organization_id: client.organization_id,
      truck_id,
      gate_id: gate!.id,
      trucking_company_id: company?.id ?? null,
      gated_in_at: new Date(Date.parse(ended) - seconds * 1000),
      gated_out_at: ended,
      ...values,
    };
    await service.current.fill(
      `INSERT INTO truck_visits (${Object.keys(row).join()}) VALUES (${Object.keys(row)
        .map((_, i) => `$${i + 1}`)
        .join()})`,
      Object.values(row),
    );
  };
  const DAY = 'from=2026-03-02&until=2026-03-02';

  it('counts visits that ended in the span by their gate of entry, with interpolated percentiles', async () => {
    for (const minutes of [10, 20, 30, 61.257]) await visit('2026-03-02T09:00:00Z', minutes * 60);
    await visit('2026-03-02T10:00:00Z', 90, { gate: gates[1] });
    // one that ended before, one after, and one that is inside
    for (const ended of ['2026-03-01T22:59:59.999Z', '2026-03-02T23:00:00Z']) await visit(ended, 60);
    await visit('2026-03-02T10:00:00Z', 60, { gated_out_at: null });
    expect(await report(`by=gate&${DAY}`)).toEqual([
      { gate: 'North', count: 1, median: 1.5, percentile_90: 1.5, longest: 1.5 },
      // ranks 1.5 and 2.7 of 0 to 3
      { gate: 'South', count: 4, median: 25, percentile_90: 51.88, longest: 61.26 },
    ]);
  });

  it('leaves cancelled visits out', async () => {
    await visit('2026-03-02T09:00:00Z', 600, {
      cancelled_at: '2026-03-02T09:00:00Z',
      cancel_reason: 'Wrong',
    });
    expect(await report(`by=gate&${DAY}`)).toEqual([]);
  });

  it('counts by company, with visits without one last', async () => {
    const company = await aTruckingCompany(client, { code: 'EST' });
    await visit('2026-03-02T09:00:00Z', 600);
    await visit('2026-03-02T09:00:00Z', 1200, { company });
    expect(await report(`by=trucking_company&${DAY}`)).toEqual([
      { trucking_company: 'EST', count: 1, median: 20, percentile_90: 20, longest: 20 },
      { trucking_company: null, count: 1, median: 10, percentile_90: 10, longest: 10 },
    ]);
  });

  it('counts by local hour and day, also where the clock changes', async () => {
    // 00:30 and 01:30 of winter time, 03:30 of summer time, 00:30 of the next day
    for (const ended of [
      '2026-03-28T23:30:00Z',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00Z',
      '2026-03-29T22:30:00Z',
    ])
      await visit(ended, 600);
    // both hours after two in the night of winter time
    for (const ended of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) await visit(ended, 600);
    const counts = async (by: string, span: string) =>
      (await report(`by=${by}&${span}`)).map((each) => [each[by], each.count]);
    const spring = 'from=2026-03-29&until=2026-03-30';
    expect(await counts('hour', spring)).toEqual([
      [0, 2],
      [1, 1],
      [3, 1],
    ]);
    expect(await counts('day', spring)).toEqual([
      ['2026-03-29', 3],
      ['2026-03-30', 1],
    ]);
    expect(await counts('hour', 'from=2026-10-25&until=2026-10-25')).toEqual([[2, 2]]);
  });

  it('covers the last month unless a span is given', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const days of [0, 20, 40]) await visit(ago(days), 600);
    const [{ count }] = (await report('by=gate')) as [Body];
    expect(count).toBe(2);
    expect(await report(`by=gate&until=${ago(30)}`)).toMatchObject([{ count: 1 }]);
    expect(await report(`by=gate&from=${ago(50)}`)).toMatchObject([{ count: 3 }]);
  });

  it.each([
    ['', 'by', 'is required'],
    ['by=', 'by', 'must not be null'],
    ['by=driver', 'by', 'must be one of gate, trucking_company, hour, day'],
    ['by=gate&from=tomorrow', 'from', 'must be a time such as 2026-06-02T10:00:00Z'],
    ['by=gate&from=2026-03-02&until=2026-03-01', 'until', 'must not be before from'],
  ])('refuses ?%s', async (query, field, reason) => {
    const { status, body } = await client.get(`${PATH}?${query}`);
    expect([status, body.errors]).toEqual([422, { [field]: [reason] }]);
  });

  it('keeps organizations apart', async () => {
    await visit('2026-03-02T09:00:00Z', 600);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}?by=gate&${DAY}`)).body).toEqual({ truck_turn_times: [] });
  });

  it('reads the ended visits of the span from an index that has all of them', async () => {
    await service.current.query(
      `INSERT INTO truck_visits (organization_id, truck_id, gate_id, gated_in_at, gated_out_at)
       SELECT $1, $2, $3, t, t + interval '20 minutes' FROM generate_series(1, 20000) i
       CROSS JOIN LATERAL (SELECT '2025-01-01'::timestamptz + i * interval '30 minutes' AS t) t`,
      [client.organization_id, (await aTruck(client)).id, gates[0]!.id],
    );
    await service.current.query('VACUUM ANALYZE truck_visits');
    const plan = await planOf(service.current, () => report(`by=gate&from=2026-01-05&until=2026-01-05`));
    expect(plan).toContain('ix_truck_visits_ended');
    expect(plan).not.toContain('Seq Scan on truck_visits');
  });
});
