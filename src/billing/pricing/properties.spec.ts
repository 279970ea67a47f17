import { freeTime, propose } from './propose';
import { linesOf } from './lines';
import { dayFrom, dateOf, localDays } from './local-days';
import { OpenDays, PriceList } from './price-list';
import type { PricedRate } from '../tariffs/rate';
import type { SubjectFacts } from '../facts/subject-facts';
import { Exact } from '../money';

/** Cases at random: 100, or as many as STATES says. */
const CASES = Number(process.env.STATES ?? 100);
const ZONE = 'Europe/Amsterdam';
const DAY = 86_400_000;

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A rate and a stay at random. */
function given(seed: number): { list: PriceList; facts: SubjectFacts; out: number } {
  const random = randomOf(seed * 7919 + 1);
  const below = (n: number) => Math.floor(random() * n);
  const chance = (share: number) => random() < share;
  const rate: PricedRate = {
    position: 1,
    charge_code_id: 1,
    container_statuses: [],
    usages: [],
    sizes: [],
    container_types: [],
    is_reefer: null,
    operating_reefer: null,
    shipping_lines: [],
    consignees: [],
    commodity_types: [],
    arrived_by: [],
    departed_by: [],
    transshipment: null,
    working_day: null,
    event: null,
    band: null,
    per: 'teu',
    tiers: [
      { from: 1, amount: chance(0.3) ? '0.00' : `${below(90)}.50` },
      { from: 2 + below(6), amount: `${1 + below(90)}.25` },
    ],
    minimum: null,
    maximum: null,
    quantity_step: '0.001',
    counting: chance(0.6) ? 'calendar_day' : 'period',
    period_hours: [1, 8, 24, 48][below(4)]!,
    first_day: chance(0.5) ? 'arrival' : 'day_after_arrival',
    last_day: chance(0.7) ? 'included' : 'excluded',
    day_starts_at: chance(0.7) ? '00:00' : '07:00',
    calendar_id: null,
    free_units: below(9),
    free_excludes_closed: chance(0.5),
    charge_excludes_closed: chance(0.3),
    free_time: chance(0.7) ? 'kept' : 'lost',
    tiers_count: chance(0.7) ? 'charged' : 'all',
  };
  const began_at = Date.parse('2026-01-01') + below(365 * 24 * 60) * 60_000;
  const code = {
    id: 1,
    code: 'STOR',
    name: null,
    measure: 'storage' as const,
    cargo: 'container' as const,
    lift_type: null,
    payers: ['consignee' as const],
    payers_empty: ['consignee' as const],
    priced_at: 'service_day' as const,
    rate_required: false,
    tax_class: 'standard',
    release: true,
  };
  const tariff = {
    id: 1,
    name: 'Public',
    currency: 'EUR',
    valid_from: 0,
    valid_until: null,
    customer: null,
    shipping_line_id: null,
    rates: [rate],
  };
  const calendars = new Map([[1, new OpenDays([6, 7], new Map([[dayFrom('2026-04-06'), true]]))]]);
  return {
    list: new PriceList({ zone: ZONE, codes: [code], tariffs: [tariff], calendars, calendar_id: 1 }),
    facts: left(began_at, null),
    out: began_at + below(40 * 24 * 60) * 60_000,
  };
}

function left(began_at: number, ended_at: number | null): SubjectFacts {
  return {
    type: 'container_stay',
    id: 1,
    label: 'container WHAU4142033',
    began_at,
    ended_at,
    events: [],
    spans: { storage: [{ from: began_at, until: ended_at }] },
    discharged_at: undefined,
    quantities: { container: '1', teu: '2' },
    arrival_status: 'full',
    emptied_at: null,
    usage: 'import',
    size: 40,
    container_type_id: null,
    is_reefer: false,
    operating_reefer: false,
    shipping_line_id: 7,
    consignee_id: 5,
    commodity_type_id: null,
    arrived_by: 'voyage',
    departs_by: 'truck',
    weight: null,
    length: null,
    gross_tonnage: null,
    nominations: [],
    agreements: [],
    payers: { consignee: 'Consignee:5' },
  };
}

const SEEDS = Array.from({ length: CASES }, (_, seed) => seed);
const sum = (facts: SubjectFacts, list: PriceList, at: number) =>
  linesOf(propose(facts, list, { at, interim: true }).items)
    .reduce((all, { total }) => all.plus(total), new Exact(0))
    .toFixed(2);

it.each(SEEDS)('the last free day is the last one at whose end leaving costs nothing: %d', (seed) => {
  const { list, facts } = given(seed);
  const days = localDays(ZONE);
  const arrived = days.dayOf(facts.began_at!);
  const free = freeTime(facts, list)!;
  const cost = (out: number) => sum(left(facts.began_at!, out), list, out + 1);
  let last: number | null = null;
  for (let day = arrived; day < arrived + 30 && cost(days.endOf(day)) === '0.00'; day++) last = day;
  expect(free.last_free_day).toBe(last === null ? null : dateOf(last));
  expect(Number(cost(free.free_until!))).toBeGreaterThan(0);
  if (free.free_until! > facts.began_at!) expect(cost(free.free_until! - 1)).toBe('0.00');
});

it.each(SEEDS)('what is charged while a stay goes on is charged when it ends: %d', (seed) => {
  const { list, facts, out } = given(seed);
  const ended = left(facts.began_at!, out);
  const table = (at: number) =>
    propose(ended, list, { at, interim: true }).items.map(
      ({ unit, amount, day }) => `${unit} ${amount} ${day}`,
    );
  const all = new Set(table(out + 90 * DAY));
  const days = localDays(ZONE);
  for (let day = days.dayOf(facts.began_at!); day < days.dayOf(out) + 2; day++)
    expect(table(days.startOf(day)).filter((item) => !all.has(item))).toEqual([]);
});
