import { aContainer, aContainerType } from '../factories/cargo';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRow, reportOf } from '../factories/reports';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const MARCH = 'from=2026-03-01&until=2026-03-31';

describe('the report of dwell of what left', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
  });

  const report = async (query: string) => reportOf(client.as('read'), 'dwell', query);
  const left = async (
    days: number,
    out_at = '2026-03-10T12:00:00Z',
    values: Record<string, unknown> = {},
    type?: Body,
  ) => {
    const container = await aContainer(client, type ? { container_type: type.code } : {});
    return aRow(service.current, client, 'container_stays', {
      container_id: container.id,
      number: 1,
      status: 'departed',
      in_at: new Date(Date.parse(out_at) - days * 86_400_000),
      out_at,
      ...values,
    });
  };

  it('has the days of the stays that ended in the span, with two decimals, by month at the terminal', async () => {
    for (const days of [1, 2, 3, 10.126]) await left(days);
    await left(5, '2026-02-28T22:59:59.999Z');
    await left(7, '2026-03-31T22:00:00Z');
    // a stay of which nobody knows when it began
    await left(1, '2026-03-10T12:00:00Z', { in_at: null });
    const { rows, totals } = await report(MARCH);
    expect(rows).toEqual([
      { month: '2026-03', stays: 5, median_days: 2.5, percentile_90_days: 7.99, over_free_time: 0 },
    ]);
    expect(totals).toMatchObject({ stays: 5, median_days: 2.5 });
    expect((await report('from=2026-02-01&until=2026-04-30')).rows).toMatchObject([
      { month: '2026-02', stays: 1 },
      { month: '2026-03', stays: 5 },
      { month: '2026-04', stays: 1 },
    ]);
  });

  it('counts by line, usage, length and how they left', async () => {
    const line = await aShippingLine(client, { code: 'WHA' });
    const type = await aContainerType(client, { size: 40 });
    await left(1, undefined, { shipping_line_id: line.id, usage: 'import', departure_status: 'full' }, type);
    await left(3);
    for (const [by, value] of [
      ['shipping_line', 'WHA'],
      ['usage', 'import'],
      ['size', 40],
      ['status', 'full'],
    ] as const)
      expect((await report(`group_by=month,${by}&${MARCH}`)).rows).toMatchObject([
        { month: '2026-03', [by]: value, stays: 1, median_days: 1 },
        { month: '2026-03', [by]: null, stays: 1, median_days: 3 },
      ]);
  });
});
