import { aContainer, aContainerType } from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { planOf } from '../setup/plans';
import { useService } from '../setup/service';

const PATH = '/reports/dwell';

describe('the report of dwell of what is here', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization();
    await client.create('/terminals', { name: 'T' });
  });

  const report = async (by: string): Promise<Body[]> => {
    const { status, body } = await client.as('read').get(`${PATH}?by=${by}`);
    expect(status).toBe(200);
    return body.dwell;
  };
  /** A container that has been here for so many days. */
  const here = async (days: number, body: object = {}) => {
    const place = { current_location_type: 'Terminal', current_location: 'T' };
    const { id } = await aContainer(client, { ...place, ...body });
    await service.current.query(
      `UPDATE container_stays SET in_at = now() - $2 * interval '1 day' WHERE organization_id = $1 AND container_id = $3`,
      [client.organization_id, days, id],
    );
    return id;
  };
  const classes = (...[two, five, ten, twenty, above]: number[]) => ({
    '0-2': two,
    '3-5': five,
    '6-10': ten,
    '11-20': twenty,
    above,
  });

  it('counts containers that are here by line, in classes of whole days, with those without a line last', async () => {
    const [first, second] = [
      await aShippingLine(client, { code: 'AAA' }),
      await aShippingLine(client, { code: 'BBB' }),
    ];
    for (const days of [0, 2.99, 3, 5.99, 6, 10.99, 11, 20.99, 21, 300])
      await here(days, { shipping_line: second.code });
    await here(-1 / 1440, { shipping_line: first.code });
    await here(1.5);
    expect(await report('shipping_line')).toEqual([
      { shipping_line: 'AAA', count: 1, days: classes(1, 0, 0, 0, 0), average: 0 },
      { shipping_line: 'BBB', count: 10, days: classes(2, 2, 2, 2, 2), average: 38.2 },
      { shipping_line: null, count: 1, days: classes(1, 0, 0, 0, 0), average: 1.5 },
    ]);
  });

  it('counts by usage and by length', async () => {
    const [long, short] = [
      await aContainerType(client, { size: 40 }),
      await aContainerType(client, { size: 20 }),
    ];
    await here(4, { usage: 'import', container_type: long.code });
    await here(8, { usage: 'import', container_type: short.code });
    await here(1, { usage: 'export', container_type: long.code });
    await here(1);
    expect(await report('usage')).toEqual([
      { usage: 'export', count: 1, days: classes(1, 0, 0, 0, 0), average: 1 },
      { usage: 'import', count: 2, days: classes(0, 1, 1, 0, 0), average: 6 },
      { usage: null, count: 1, days: classes(1, 0, 0, 0, 0), average: 1 },
    ]);
    expect(await report('size')).toEqual([
      { size: 20, count: 1, days: classes(0, 0, 1, 0, 0), average: 8 },
      { size: 40, count: 2, days: classes(1, 1, 0, 0, 0), average: 2.5 },
      { size: null, count: 1, days: classes(1, 0, 0, 0, 0), average: 1 },
    ]);
  });

  it('leaves out announced and departed stays', async () => {
    const id = await here(4);
    await client.patch(`/containers/${id}`, { current_location_type: 'Other', current_location: null });
    await aContainer(client);
    expect(await report('usage')).toEqual([]);
  });

  it('refuses another word', async () => {
    const { status, body } = await client.get(`${PATH}?by=terminal`);
    expect([status, body.errors]).toEqual([422, { by: ['must be one of shipping_line, usage, size'] }]);
  });

  it('is asked for by `by`: without it the report of what left is answered, with it whatever else is sent', async () => {
    await here(4);
    expect((await client.get(PATH)).body).toMatchObject({ report: 'dwell', rows: [], totals: { stays: 0 } });
    expect((await client.get(`${PATH}?by=`)).body).toMatchObject({ report: 'dwell' });
    const { body } = await client.get(`${PATH}?by=usage&group_by=month&from=2026-01-01`);
    expect(Object.keys(body)).toEqual(['dwell']);
    expect(body.dwell).toHaveLength(1);
  });

  it('is a CSV file of its own where a client asks for one', async () => {
    await here(4);
    const file = async (query: string) =>
      (
        await service.current.app.inject({
          url: `/api/v1${PATH}?format=csv&${query}`,
          headers: { authorization: `Token token=${client.tokens.read}` },
        })
      ).body.split('\r\n');
    expect((await file('by=usage'))[0]).toMatch(/^shipping_line,usage,size,count,/);
    expect(await file('from=2026-01-01&until=2026-01-02')).toEqual([
      'month,shipping_line,usage,size,status,stays,median_days,percentile_90_days,over_free_time',
      '',
    ]);
  });

  it('keeps organizations apart', async () => {
    await here(4);
    const other = await service.current.organization();
    expect((await other.get(`${PATH}?by=size`)).body).toEqual({ dwell: [] });
  });

  it('reads the stays that are here from an index that has all of them, however many have ended', async () => {
    const { id } = await aContainer(client);
    await service.current.fill(
      `INSERT INTO containers (organization_id, number, current_location_type)
       SELECT $1, 'DWLU' || i, 'Other' FROM generate_series(1, 3000) i`,
      [client.organization_id],
    );
    await service.current.fill(
      `INSERT INTO container_stays (organization_id, container_id, number, status, in_at)
       SELECT organization_id, id, 1, 'here', now() FROM containers WHERE organization_id = $1 AND number LIKE 'DWLU%'`,
      [client.organization_id],
    );
    await service.current.fill(
      `INSERT INTO container_stays (organization_id, container_id, number, status, in_at, out_at)
       SELECT $1, $2, i, 'departed', t, t FROM generate_series(10, 20000) i
       CROSS JOIN LATERAL (SELECT '2025-01-01'::timestamptz + i * interval '30 minutes' AS t) t`,
      [client.organization_id, id],
    );
    await service.current.query('VACUUM ANALYZE containers, container_stays');
    for (const by of ['shipping_line', 'usage', 'size']) {
      const plan = await planOf(service.current, () => report(by));
      // both have those alone that are not over
      expect(plan).toMatch(/ix_container_stays_here|uq_container_stays_open/);
      expect(plan).not.toContain('Seq Scan on container_stays');
    }
  });
});
