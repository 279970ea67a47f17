import { aContainer } from '../factories/cargo';
import { aGate } from '../factories/gate';
import { aTruck } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRow, randomOf, reportOf, sumDaysOf } from '../factories/reports';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** It has a day of 23 hours. */
const MARCH = 'from=2026-03-01&until=2026-03-31';
const BEGINS = Date.parse('2026-02-20T00:00:00Z');
const HOUR = 3_600_000;

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
/** The day at the terminal, reckoned without the database. */
const dayOf = (at: number): string => clock.format(at);
const inMarch = (at: number) => dayOf(at).startsWith('2026-03');

/** The value below which a part of the numbers is, interpolated. */
function percentile(numbers: number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const at = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low + (high - low) * (at - Math.floor(at));
}

/** How many there are of each, sorted. */
const countsOf = (words: string[]): [string, number][] =>
  Object.entries(
    words.reduce<Record<string, number>>((sums, word) => ({ ...sums, [word]: (sums[word] ?? 0) + 1 }), {}),
  ).sort(([one], [other]) => (one < other ? -1 : 1));

describe.each([3, 17, 42])('the reports of the random month %d', (seed) => {
  const service = useService();
  let client: Client;
  let random: ReturnType<typeof randomOf>;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
    random = randomOf(seed);
  });
  const someTime = () => BEGINS + random(48 * 24 * 60) * 60_000;
  const report = async (name: string, query = MARCH): Promise<Body> => reportOf(client, name, query);

  it('count dwell and the yard as their stays one by one do', async () => {
    const stays: { from: number; until: number | null }[] = [];
    for (let at = 0; at < 40; at++) {
      const from = someTime();
      const until = random(4) ? from + (1 + random(20 * 24)) * HOUR : null;
      stays.push({ from, until });
      await aRow(service.current, client, 'container_stays', {
        container_id: (await aContainer(client)).id,
        number: 1,
        status: until ? 'departed' : 'here',
        in_at: new Date(from),
        out_at: until && new Date(until),
      });
    }
    const left = stays.flatMap(({ from, until }) =>
      until && inMarch(until) ? [(until - from) / HOUR / 24] : [],
    );
    const { totals } = await report('dwell');
    expect(totals.stays).toBe(left.length);
    // both have two decimals
    expect(Math.abs(totals.median_days - percentile(left, 0.5))).toBeLessThan(0.0051);
    expect(Math.abs(totals.percentile_90_days - percentile(left, 0.9))).toBeLessThan(0.0051);
    const { rows } = await report('yard');
    const days = Array.from({ length: 31 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`);
    const here = (day: string) =>
      stays.filter(({ from, until }) => dayOf(from) <= day && (until === null || dayOf(until) > day)).length;
    expect(rows.map((row: Body) => [row.day, row.stays])).toEqual(
      days.map((day) => [day, here(day)]).filter(([, many]) => many),
    );
  });

  it('count the gate as its visits, refusals and appointments one by one do', async () => {
    const gate = await aGate(client);
    const truck = await aTruck(client);
    const [visits, refusals, missed, kept]: string[][] = [[], [], [], []];
    const took: number[] = [];
    for (let at = 0; at < 60; at++) {
      const time = someTime();
      const day = dayOf(time);
      const kind = random(4);
      if (kind === 0) {
        const minutes = 1 + random(200);
        await aRow(service.current, client, 'truck_visits', {
          truck_id: truck.id,
          gate_id: gate.id,
          gated_in_at: new Date(time - minutes * 60_000),
          gated_out_at: new Date(time),
        });
        visits!.push(day);
        if (inMarch(time)) took.push(minutes);
      } else if (kind === 1) {
        await aRow(service.current, client, 'gate_refusals', {
          at: new Date(time),
          action: 'gate_in',
          gate_id: gate.id,
          reasons: JSON.stringify([{ code: 'not_active', sentence: 'No.' }]),
        });
        refusals!.push(day);
      } else {
        await aRow(service.current, client, 'appointments', {
          number: `A${at}`,
          starts_at: new Date(time),
          missed_at: kind === 2 ? new Date(time + HOUR) : null,
          gate_id: gate.id,
          used_at: kind === 3 ? new Date(time) : null,
        });
        (kind === 3 ? kept : missed)!.push(day);
      }
    }
    const { rows, totals } = await report('gate');
    const march = (days: string[]) => days.filter((day) => day.startsWith('2026-03'));
    const shown = (key: string) =>
      rows.filter((row: Body) => row[key]).map((row: Body) => [row.day, row[key]]);
    expect(shown('trucks')).toEqual(countsOf(march(visits!)));
    expect(shown('refusals')).toEqual(countsOf(march(refusals!)));
    expect(shown('appointments_kept')).toEqual(countsOf(march(kept!)));
    expect(shown('appointments_missed')).toEqual(countsOf(march(missed!)));
    expect(Math.abs(totals.turn_time_median - percentile(took, 0.5))).toBeLessThan(0.0051);
    expect(Math.abs(totals.turn_time_percentile_90 - percentile(took, 0.9))).toBeLessThan(0.0051);
  });

  it('count moves as they are one by one, whatever changes of days that are summed', async () => {
    const containers = [await aContainer(client), await aContainer(client)];
    const moves: { id: number; at: number }[] = [];
    const query = <T>(statement: string, ...values: unknown[]) =>
      service.current.query<T>(statement, [client.organization_id, ...values]);
    for (let step = 0; step < 60; step++) {
      const action = random(6);
      const one = moves[random(moves.length)];
      if (action === 0) await sumDaysOf(client);
      else if (action === 1 && one) {
        await query('DELETE FROM container_movements WHERE organization_id = $1 AND id = $2', one.id);
        moves.splice(moves.indexOf(one), 1);
      } else if (action === 2 && one) {
        one.at = someTime();
        await query(
          'UPDATE container_movements SET moved_at = $3 WHERE organization_id = $1 AND id = $2',
          one.id,
          new Date(one.at),
        );
      } else {
        const at = someTime();
        const [row] = await query<{ id: number }>(
          `INSERT INTO container_movements (organization_id, container_id, movement_type, moved_at)
           VALUES ($1, $2, 'yard', $3) RETURNING id`,
          containers[random(2)]!.id,
          new Date(at),
        );
        moves.push({ id: row!.id, at });
      }
      if (step % 6) continue;
      const { rows } = await report('moves');
      expect(rows.map((row: Body) => [row.day, row.moves])).toEqual(
        countsOf(moves.filter(({ at }) => inMarch(at)).map(({ at }) => dayOf(at))),
      );
    }
  });
});
