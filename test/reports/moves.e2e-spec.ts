import type { Body } from '../factories/record';
import { aContainer } from '../factories/cargo';
import type { Client } from '../setup/client';
import { planOf } from '../setup/plans';
import { useService } from '../setup/service';

const PATH = '/reports/moves';

describe('the report of moves', () => {
  const service = useService();
  let client: Client;
  let container: Body;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
    container = await aContainer(client);
  });

  const report = async (query: string): Promise<Body> => {
    const { status, body } = await client.as('read').get(`${PATH}?${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const moved = async (moved_at: string, movement_type: string, values: Record<string, unknown> = {}) => {
    const row = {
      organization_id: client.organization_id,
      container_id: container.id,
      movement_type,
      moved_at,
      ...values,
    };
    await service.current.fill(
      `INSERT INTO container_movements (${Object.keys(row).join()})
       VALUES (${Object.keys(row)
         .map((_, at) => `$${at + 1}`)
         .join()})`,
      Object.values(row),
    );
  };

  it('counts moves by kind and day at the terminal, with totals', async () => {
    await moved('2026-03-01T22:59:59.999Z', 'gate_in');
    await moved('2026-03-01T23:00:00Z', 'yard');
    await moved('2026-03-02T22:59:59.999Z', 'gate_out');
    await moved('2026-03-03T10:00:00Z', 'discharge');
    await moved('2026-03-03T23:00:00Z', 'load');
    // stripping moves nothing
    await moved('2026-03-03T11:00:00Z', 'strip');
    const body = await report('from=2026-03-02&until=2026-03-03');
    expect(body).toMatchObject({
      report: 'moves',
      from: '2026-03-02',
      until: '2026-03-03',
      time_zone: 'Europe/Berlin',
      rows: [
        { day: '2026-03-02', moves: 2, yard: 1, gate_out: 1, gate_in: 0 },
        { day: '2026-03-03', moves: 1, discharge: 1, load: 0 },
      ],
      totals: { moves: 3, yard: 1, gate_out: 1, discharge: 1, load: 0 },
    });
    expect(Date.parse(body.as_of)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('answers no rows, and totals of 0, where nothing was moved', async () => {
    const { rows, totals } = await report('from=2026-03-02&until=2026-03-03&group_by=week,terminal');
    expect([rows, totals]).toMatchObject([[], { moves: 0, teu: 0, gate_in: 0, gate_in_teu: 0 }]);
  });

  it('counts by hour, week and month, also where the clock changes', async () => {
    for (const at of ['2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'])
      await moved(at, 'yard');
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) await moved(at, 'yard');
    const counts = async (by: string, span: string) =>
      (await report(`group_by=${by}&${span}`)).rows.map((row: Body) => [row[by], row.moves]);
    expect(await counts('hour', 'from=2026-03-29&until=2026-03-29')).toEqual([
      [0, 1],
      [1, 1],
      [3, 1],
    ]);
    // both hours after two in the night of winter time
    expect(await counts('hour', 'from=2026-10-25&until=2026-10-25')).toEqual([[2, 2]]);
    expect(await counts('day', 'from=2026-10-25&until=2026-10-25')).toEqual([['2026-10-25', 2]]);
    expect(await counts('week', 'from=2026-03-01&until=2026-10-31')).toEqual([
      ['2026-W13', 3],
      ['2026-W43', 2],
    ]);
    expect(await counts('month', 'from=2026-03-01&until=2026-10-31')).toEqual([
      ['2026-03', 3],
      ['2026-10', 2],
    ]);
  });

  it('counts neither a reversal nor what it takes back, on the day of that, whatever came between', async () => {
    await moved('2026-03-02T09:00:00Z', 'gate_in');
    await moved('2026-03-02T10:00:00Z', 'gate_out');
    await moved('2026-03-02T11:00:00Z', 'restow');
    await moved('2026-03-05T10:00:00Z', 'reversal');
    const { rows } = await report('from=2026-03-02&until=2026-03-02');
    expect(rows).toMatchObject([{ day: '2026-03-02', moves: 2, gate_in: 1, gate_out: 0, restow: 1 }]);
    expect((await report('from=2026-03-05&until=2026-03-05')).rows).toEqual([]);
  });

  it.each([
    [
      'group_by=driver',
      'group_by',
      /^must be one of day, week, month, hour, shipping_line, terminal, size, status, day,shipping_line, /,
    ],
    ['group_by=day,week', 'group_by', /^must be one of /],
    ['from=soon', 'from', /^must be a date/],
    ['from=2026-03-02&until=2026-03-01', 'until', /^must not be before from$/],
    ['from=2025-01-01&until=2026-02-05', 'from', /^A report is of 400 days at most; these are 401\.$/],
  ])('refuses ?%s', async (query, field, reason) => {
    const { status, body } = await client.get(`${PATH}?${query}`);
    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringMatching(reason)] }]);
  });

  it('has 400 days at most, and is of the last 30 unless a span is given', async () => {
    expect(await client.get(`${PATH}?from=2025-01-01&until=2026-02-04`)).toMatchObject({ status: 200 });
    expect(await client.get(`${PATH}?from=2025-01-01&until=2026-02-05`)).toMatchObject({
      status: 422,
      body: { code: 'range_too_long' },
    });
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const days of [1, 20, 40]) await moved(ago(days), 'yard');
    expect((await report('')).totals).toMatchObject({ moves: 2 });
  });

  it('is a CSV file where a client asks for one', async () => {
    await moved('2026-03-02T10:00:00Z', 'gate_in');
    const answer = await service.current.app.inject({
      url: `/api/v1${PATH}?from=2026-03-02&until=2026-03-02`,
      headers: { authorization: `Token token=${client.tokens.read}`, accept: 'text/csv' },
    });
    const [header, row, ...more] = answer.body.split('\r\n');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="moves.csv"');
    expect(more).toEqual(['']);
    const cells = Object.fromEntries(header!.split(',').map((name, at) => [name, row!.split(',')[at]]));
    expect(cells).toMatchObject({ day: '2026-03-02', week: '', moves: '1', gate_in: '1', gate_out: '0' });
  });

  it('keeps organizations apart', async () => {
    await moved('2026-03-02T10:00:00Z', 'gate_in');
    const other = await service.current.organization();
    expect((await other.get(`${PATH}?from=2026-03-01&until=2026-03-03`)).body.totals.moves).toBe(0);
  });

  it('reads the movements of its span from an index', async () => {
    const { organization_id } = client;
    await service.current.fill(
      `INSERT INTO containers (organization_id, number) SELECT $1, 'TSTU' || i FROM generate_series(1, 5000) i`,
      [organization_id],
    );
    await service.current.fill(
      `INSERT INTO container_movements (organization_id, container_id, movement_type, moved_at)
       SELECT $1, c.id, 'yard', '2025-01-01'::timestamptz + c.n * interval '2 hours' + i * interval '30 minutes'
       FROM (SELECT id, row_number() OVER () AS n FROM containers WHERE organization_id = $1) c, generate_series(1, 4) i`,
      [organization_id],
    );
    await service.current.query('VACUUM ANALYZE container_movements, containers');
    const plan = await planOf(service.current, () => report('from=2026-01-05&until=2026-01-06'));
    expect(plan).toContain('ix_container_movements_moved_at');
    expect(plan).not.toContain('Seq Scan on container_movements');
  });
});
