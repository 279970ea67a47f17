import { DateTime } from 'luxon';
import { DEMO } from '../../../src/demo/demo';
import { demoClient, useDemonstration } from '../../setup/demonstration';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

const WEEKDAYS = ['today', ...[1, 2, 3, 4, 5, 6].map((days) => `as of ${days} days ago`)];

/** What somebody who runs a terminal takes for a terminal, whatever the day of the week. */
describe.each(WEEKDAYS)('the demonstration of %s', (which) => {
  // of its own: in one that is shared another file may have loaded the demonstration
  const service = useService({});
  const now = DateTime.now().setZone(DEMO.time_zone);
  const moment = now.minus({ days: WEEKDAYS.indexOf(which) });
  const span = { from: moment.minus({ days: 30 }).toISO()!, until: moment.toISO()! };
  let client: Client;
  beforeAll(async () => (client = await demoClient(service.current, moment)), 120_000);

  const read = async (path: string, query: Record<string, string> = {}) => {
    const { status, body, headers } = await client.get(`${path}?${new URLSearchParams(query)}`);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return { ...body, count: Number(headers['x-total-count']) };
  };
  /** All rows of a list. */
  const list = async (kind: string, query: Record<string, string> = {}) => {
    const rows: Record<string, any>[] = [];
    for (let page = 1; ; page++) {
      const { [kind]: found } = await read(`/${kind}`, { ...query, per: '100', page: String(page) });
      rows.push(...found);
      if (found.length < 100) return rows;
    }
  };

  it('has cranes that make 25 to 30 moves an hour', async () => {
    const numbers = new Set((await list('tallies')).map(({ voyage }) => voyage.number as string));
    expect(numbers.size).toBeGreaterThan(10);
    for (const number of numbers) {
      const { discharge, loading } = await read(`/voyages/${number}/progress`);
      for (const tally of [discharge, loading].filter((each) => each?.moves)) {
        const rates = [tally, ...tally.cranes].map(({ moves_per_hour }) => moves_per_hour as number);
        expect({ number, odd: rates.filter((rate) => rate < 25 || rate > 30) }).toEqual({ number, odd: [] });
        if (tally.open === 0) expect(tally.done + tally.short).toBe(tally.expected);
      }
    }
  });

  it('has trucks that stay for 20 to 40 minutes, in every hour of the day and at all that is counted by', async () => {
    for (const by of ['gate', 'trucking_company', 'day']) {
      const { truck_turn_times } = await read('/reports/truck_turn_times', { by, ...span });
      const often = truck_turn_times.filter(({ count }: { count: number }) => count >= 5);
      expect(often.length).toBeGreaterThanOrEqual(by === 'day' ? 25 : 2);
      for (const { median } of often) expect([median >= 20, median <= 40]).toEqual([true, true]);
    }
    const { truck_turn_times: hours } = await read('/reports/truck_turn_times', { by: 'hour', ...span });
    expect(hours.length).toBeGreaterThanOrEqual(10);
  });

  it('has 60 containers in block A, and ten rows in each list that a screen shows', async () => {
    const { containers } = await read('/yard_areas/Block%20A/inventory');
    expect(containers).toBeGreaterThanOrEqual(60);
    const today = moment.toISODate()!;
    for (const [path, query] of [
      ['/voyages', {}],
      ['/container_stays', { status: 'here' }],
      ['/truck_visits', { inside: 'true' }],
      ['/appointments', { expected_from: today, trucking_company: 'EST' }],
      ['/appointments', { expected_from: today, trucking_company: 'TOL' }],
      ['/pre_advices', {}],
      ['/invoices', {}],
      ['/bookings', {}],
      ['/tallies', {}],
    ] as const)
      expect([path, (await read(path, query)).count >= 10]).toEqual([path, true]);
  });

  it('expects calls in both of the next weeks', async () => {
    const days = (await list('voyages'))
      .filter(({ actual_time_of_berth }) => actual_time_of_berth === null)
      .map(({ et_of_berth }) => DateTime.fromISO(et_of_berth).diff(moment, 'days').days);
    expect(days.length).toBeGreaterThanOrEqual(8);
    for (const week of [0, 1])
      expect(days.filter((day) => Math.floor(day / 7) === week).length).toBeGreaterThanOrEqual(3);
    expect([Math.min(...days) > 0, Math.max(...days) <= 14]).toEqual([true, true]);
  });

  it('has visits, movements, calls and invoices in each week of the last month', async () => {
    const times = {
      visits: (await list('truck_visits')).map(({ gated_out_at }) => gated_out_at),
      movements: (await list('movements')).map(({ moved_at }) => moved_at),
      calls: (await list('voyages')).map(({ actual_time_of_berth }) => actual_time_of_berth),
      invoices: (await list('invoices')).map(({ invoiced_at }) => invoiced_at),
    };
    const least = { visits: 40, movements: 80, calls: 2, invoices: 2 };
    for (const what of ['visits', 'movements', 'calls', 'invoices'] as const)
      for (const week of [0, 1, 2, 3]) {
        const until = moment.minus({ weeks: week });
        const within = times[what].filter((time: string | null) => {
          const { weeks } = until.diff(DateTime.fromISO(time ?? ''), 'weeks');
          return weeks >= 0 && weeks < 1;
        });
        expect([what, week, within.length >= least[what]]).toEqual([what, week, true]);
      }
  });

  it('has no container in two places of a stack, none above a gap, and no truck inside twice', async () => {
    const wrong = await service.current.query(`
      SELECT c.number FROM containers c JOIN containers o ON o.current_location_type = 'YardSlot'
        AND o.current_location_id = c.current_location_id AND o.tier = c.tier AND o.id <> c.id
      WHERE c.current_location_type = 'YardSlot'
      UNION ALL SELECT c.number FROM containers c WHERE c.current_location_type = 'YardSlot' AND c.tier > 1
        AND NOT EXISTS (SELECT FROM containers o WHERE o.current_location_type = 'YardSlot'
          AND o.current_location_id = c.current_location_id AND coalesce(o.tier, 1) = c.tier - 1)
      UNION ALL SELECT v.id::text FROM truck_visits v JOIN truck_visits o ON o.truck_id = v.truck_id AND o.id > v.id
        AND o.gated_in_at < coalesce(v.gated_out_at, 'infinity') AND v.gated_in_at < coalesce(o.gated_out_at, 'infinity')`);
    expect(wrong).toEqual([]);
  });
});

describe('the e-invoice of the demonstration', () => {
  const demonstration = useDemonstration();

  it('is complete for the line that its first approved invoice is for', async () => {
    const client = demonstration.current;
    const { invoices } = (await client.get('/invoices?per=100')).body;
    const approved = invoices.find(
      ({ approved, customer }: any) => approved && customer.name === 'Westhaven Atlantic Line',
    );
    const { status, body } = await client.get(`/invoices/${approved.id}/ubl`);
    expect([status, status === 200 ? null : body]).toEqual([200, null]);
  }, 120_000);
});
