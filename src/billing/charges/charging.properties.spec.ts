import { code, leaving, listOf, rate, S, stay, tariff, ZONE } from '../../../test/factories/pricing';
import type { SubjectFacts } from '../facts/subject-facts';
import { Exact } from '../money';
import { dateOf, dayFrom, localDays } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { linesOf } from '../pricing/lines';
import { propose } from '../pricing/propose';
import { decide } from './charging.rules';
import { settlements } from './settle';
import type { StoredCharge } from './stored-charge';

/** Cases at random: 100, or as many as STATES says. */
const CASES = Number(process.env.STATES ?? 100);
const SEEDS = Array.from({ length: CASES }, (_, seed) => seed);
const DAY = 86_400_000;
const FIRST = dayFrom('2026-03-01');
const LAST = dayFrom('2026-05-31');

/** The same numbers for the same seed. */
function randomOf(seed: number): (n: number) => number {
  let state = seed * 7919 + 1;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function pricesOf(below: (n: number) => number): PriceList {
  const storage = {
    ...S,
    counting: below(2) ? ('calendar_day' as const) : ('period' as const),
    last_day: below(3) ? ('included' as const) : ('excluded' as const),
    free_units: below(7),
    charge_excludes_closed: below(3) === 0,
    maximum: below(4) ? null : '300.00',
    tiers: [
      { from: 1, amount: `${1 + below(90)}.25` },
      { from: 2 + below(6), amount: `${1 + below(90)}.50` },
    ],
  };
  const gate = rate({ charge_code_id: 2, position: 20, tiers: [{ from: 1, amount: '36.00' }] });
  return listOf([tariff([storage, gate])], [code('storage'), code('gate_out', { id: 2, code: 'GATE' })]);
}

/** A stay at random, which has left or goes on. */
function factsOf(below: (n: number) => number): SubjectFacts {
  const began_at = (FIRST + below(20)) * DAY + below(24 * 60) * 60_000;
  const payers = { consignee: `Consignee:${5 + below(2)}` };
  const teu = below(2) ? '1' : '2';
  const here: SubjectFacts = {
    ...stay({ out: null }),
    began_at,
    spans: { storage: [{ from: began_at, until: null }] },
    payers,
    quantities: { container: '1', teu },
  };
  return below(3) ? leaving(here, began_at + below(25 * 24 * 60) * 60_000) : here;
}

interface State {
  stored: StoredCharge[];
  charged_through: string | null;
}

function charge(state: State, facts: SubjectFacts, list: PriceList, until: number, interim: boolean): State {
  const read = { facts, container_id: 1, stay_id: 1, bill_of_lading_id: null };
  const terms = { list, interim, until, days: localDays(ZONE), today: LAST, refunds: true };
  const { charges, charged_through } = decide({ id: 1, ...state, read }, terms);
  const settled = new Set(settlements(state.stored, charges).map(({ number }) => number));
  const added = charges.map((each) => ({
    ...each,
    id: each.number,
    explanation: each.explanation,
    charged_on: dateOf(LAST),
    waives_id: null,
    open: true,
  }));
  const stored = [...state.stored, ...added].map((each) => ({
    ...each,
    open: each.open && !settled.has(each.number),
  }));
  return { stored, charged_through };
}

const NOTHING: State = { stored: [], charged_through: null };
const sumOf = (charges: { total: string }[]) =>
  charges.reduce((sum, { total }) => sum.plus(total), new Exact(0)).toFixed(2);

it.each(SEEDS)('charging what has ended writes what a preview tells: %d', (seed) => {
  const below = randomOf(seed);
  const list = pricesOf(below);
  const facts = leaving(factsOf(below), (LAST - below(20)) * DAY);
  const { stored } = charge(NOTHING, facts, list, LAST, false);
  const lines = linesOf(propose(facts, list, { at: facts.ended_at! + 1, interim: true }).items);
  const table = (each: { quantity: string; total: string }[]) =>
    each.map(({ quantity, total }) => `${quantity} ${total}`).sort();
  expect(table(stored)).toEqual(table(lines));
});

it.each(SEEDS)('runs until any days, in any order, come to what one until the last comes to: %d', (seed) => {
  const below = randomOf(seed);
  const list = pricesOf(below);
  const facts = factsOf(below);
  let state = NOTHING;
  for (let runs = below(6); runs > 0; runs--) {
    const before = sumOf(
      state.stored.filter(({ kind, event }) => kind === 'adjustment' && event !== 'maximum'),
    );
    state = charge(state, facts, list, FIRST + below(LAST - FIRST), below(2) === 0);
    const behind = sumOf(
      state.stored.filter(({ kind, event }) => kind === 'adjustment' && event !== 'maximum'),
    );
    expect(behind).toBe(before);
  }
  state = charge(state, facts, list, LAST, true);
  expect(sumOf(state.stored)).toBe(sumOf(charge(NOTHING, facts, list, LAST, true).stored));
  expect(charge(state, facts, list, LAST, true).stored).toHaveLength(state.stored.length);
});

it.each(SEEDS)('a walk of corrections and a last run come to a calculation from nothing: %d', (seed) => {
  const below = randomOf(seed);
  const list = pricesOf(below);
  let state = NOTHING;
  for (let steps = 1 + below(8); steps > 0; steps--)
    state = charge(state, factsOf(below), list, FIRST + below(LAST - FIRST), below(2) === 0);
  const facts = factsOf(below);
  state = charge(state, facts, list, LAST, true);
  expect(sumOf(state.stored)).toBe(sumOf(charge(NOTHING, facts, list, LAST, true).stored));
  const settled = state.stored.filter(({ open }) => !open);
  expect(sumOf(settled)).toBe('0.00');
});
