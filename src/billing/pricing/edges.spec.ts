import { at, code, flat, listOf, rate, stay, tariff } from '../../../test/factories/pricing';
import type { Tier } from '../tariffs/rate';
import { dayFrom } from './local-days';
import { freeTime, propose, unitsAhead } from './propose';

/** Cases at random: 200, or as many as STATES says. */
const CASES = Number(process.env.STATES ?? 200);
const HOUR = 3_600_000;

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A stay and tariffs at random that ask nothing for a time. @param nothing the price of what costs nothing */
function given(seed: number, nothing: string) {
  const random = randomOf(seed);
  const below = (n: number) => Math.floor(random() * n);
  const chance = (share: number) => random() < share;
  const one = <T>(...of: T[]) => of[below(of.length)]!;
  const tiers = (): Tier[] =>
    one(flat(nothing), [
      { from: 1, amount: one(nothing, '3.00') },
      { from: 2 + below(30), amount: one(nothing, '5.00') },
      { from: 40 + below(100), amount: '7.00' },
    ]);
  const counting = {
    counting: one('calendar_day' as const, 'period' as const),
    period_hours: one(1, 8, 24),
    first_day: one('arrival' as const, 'day_after_arrival' as const),
    last_day: one('included' as const, 'excluded' as const),
    day_starts_at: one('00:00', '07:00'),
    free_units: below(9),
    free_excludes_closed: chance(0.5),
    charge_excludes_closed: chance(0.2),
    free_time: one('kept' as const, 'lost' as const),
    tiers_count: one('charged' as const, 'all' as const),
    calendar_id: 1,
  };
  const rates = () => [
    rate({
      ...counting,
      tiers: tiers(),
      working_day: one(null, null, null, true),
      container_statuses: one([], [], ['full']),
      per: one('container', 'tonne'),
    }),
    ...(chance(0.7) ? [rate({ ...counting, position: 20, tiers: tiers() })] : []),
  ];
  const change = dayFrom('2026-03-02') + below(40);
  const tariffs = [
    tariff(rates(), { valid_until: one(null, change - 1) }),
    tariff(rates(), { id: 2, valid_from: change + below(3) }),
    tariff(rates(), { id: 3, customer: 'Consignee:9' }),
  ];
  const facts = stay({
    in: `2026-03-0${1 + below(9)}T${10 + below(14)}:15`,
    out: '2026-05-09T10:00',
    emptied_at: chance(0.4) ? at('2026-03-12T09:00') + below(500) * HOUR : null,
    quantities: { container: '1', teu: '2', tonne: one(null, '10') },
    nominations: chance(0.4)
      ? [
          {
            number: 'N1',
            customer: 'Consignee:9',
            charge_code_ids: [],
            from: `2026-03-1${below(9)}`,
            until: '2026-04-10',
          },
        ]
      : [],
  });
  return { list: listOf(tariffs, [code('storage', { payers: ['nominated', 'consignee'] })]), facts };
}

/** The units that cost something, with how they were reckoned. */
function charged(seed: number, nothing: string): string[] {
  const { list, facts } = given(seed, nothing);
  return propose(facts, list, { at: facts.ended_at! + 1, interim: true })
    .items.filter(({ amount }) => Number(amount) >= 3)
    .map(({ unit, amount, begin, due, payer, rate: { position }, tariff: { id } }) =>
      [unit, amount, begin, due.begin, payer, position, id].join(' '),
    );
}

it('leaves out no unit that costs something, and numbers the others alike', () => {
  let cheap = 0;
  for (let seed = 0; seed < CASES; seed++) {
    // what costs a cent is never left out
    const all = charged(seed, '0.01');
    expect([seed, charged(seed, '0.00')]).toEqual([seed, all]);
    cheap += Number(all.length > 0 && all.length < 60);
  }
  expect(cheap).toBeGreaterThan(CASES / 4);
});

describe('what costs nothing for long is looked at from edge to edge', () => {
  const HOURLY = { counting: 'period' as const, period_hours: 1 };
  const late = [
    { from: 1, amount: '0.00' },
    { from: 9001, amount: '2.10' },
  ];
  it.each([
    ['never', flat('0.00'), 0],
    ['after 9,000 hours', late, 1],
  ])('it costs %s', (_, tiers, count) => {
    const facts = stay({ out: null });
    const list = listOf([
      tariff([rate({ ...HOURLY, tiers })], { valid_until: dayFrom('2026-09-01') }),
      tariff([rate({ ...HOURLY, tiers })], { valid_from: dayFrom('2026-09-02') }),
    ]);
    const requested = jest.spyOn(list, 'tariffs');
    const until = { at: facts.began_at! + 9_001 * HOUR - 1, interim: true, was: facts.began_at! };
    expect(
      unitsAhead({ ...facts, ended_at: until.at }, list, until, () => true).flatMap((each) => [...each]),
    ).toHaveLength(count);
    expect(freeTime(facts, list)!.free_until).toBe(count ? facts.began_at! + 9_000 * HOUR + 1 : null);
    // of each edge one day is queried, in place of 376
    expect(requested.mock.calls.length).toBeLessThan(20);
  });
});

it('what has too many periods is known before they are made', () => {
  const hourly = rate({ counting: 'period', period_hours: 1, tiers: flat('2.10') });
  const list = listOf([tariff([hourly], { valid_from: 0 })]);
  const after = (hours: number) => {
    const facts = stay({ in: '2020-03-02T22:15', out: null });
    const ended_at = facts.began_at! + hours * HOUR;
    const requested = jest.spyOn(list, 'tariffs').mockClear();
    const ended = { ...facts, ended_at, spans: { storage: [{ from: facts.began_at!, until: ended_at }] } };
    const { items, problems } = propose(ended, list, { at: ended_at + 1, interim: true });
    return { items: items.length, failed: problems.length, asked: requested.mock.calls.length };
  };
  expect(after(10_000)).toMatchObject({ items: 10_000, failed: 0 });
  const { asked: requested, ...found } = after(10_001);
  expect(found).toEqual({ items: 0, failed: 1 });
  expect(requested).toBeLessThan(5);
});
