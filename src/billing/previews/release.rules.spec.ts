import { at, code, flat, leaving, listOf, rate, stay, tariff, ZONE } from '../../../test/factories/pricing';
import { chargedAlready } from '../charges/cover';
import type { SubjectFacts } from '../facts/subject-facts';
import { localDays } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import type { PricedRate } from '../tariffs/rate';
import type { LimitRule } from '../profile/billing-profile.entity';
import type { Account } from './account';
import { nextCost } from './preview.rules';
import { firstOf, holdsUntil, isExact, releaseOf } from './release.rules';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = at('2026-03-19T22:30');
const HOURLY = rate({ counting: 'period', period_hours: 1, tiers: flat('2.10') });
const account = (terms: string, blocked = false, rule: LimitRule | null = null): Account => ({
  key: 'Consignee:5',
  customer: { customer_type: 'Consignee', id: 5, name: null },
  terms,
  treatment: 'domestic',
  blocked,
  has_limit: rule !== null,
  limit_reached: rule && { account_id: 9, rule },
});

/** The release now of a stay that goes on. */
function release(
  list: PriceList,
  facts: SubjectFacts = stay({ out: null }),
  terms = 'cash',
  blocked = false,
  rule: LimitRule | null = null,
) {
  const { cover } = chargedAlready([])(facts);
  return releaseOf(
    [{ at: (time) => ({ ...leaving(facts, time), events: [] }), cover }],
    list,
    new Map([['Consignee:5', account(terms, blocked, rule)]]),
    { came: facts.began_at!, now: NOW, days: localDays(ZONE) },
  );
}
const settled = {
  settled_until: null,
  paid_through: null,
  charges_due: false,
  charges_unknown: false,
  due_by_limit: false,
  limits: [],
};

describe('the release of a stay that is counted by the hour', () => {
  it('is known after 17 days, on account and where it is to be paid', () => {
    const list = listOf([tariff([HOURLY])]);
    expect(release(list, stay({ out: null }), 'credit')).toEqual(settled);
    const due = { charges_due: true, charges_unknown: false };
    expect(release(list)).toMatchObject(due);
    expect(release(list, stay({ out: null }), 'credit', true)).toMatchObject(due);
  });

  it('is due on an account beyond its limit where that is refused, and warned of otherwise', () => {
    const list = listOf([tariff([HOURLY])]);
    const on = (rule: LimitRule) => release(list, stay({ out: null }), 'credit', false, rule);
    const limits = (rule: LimitRule) => [{ account_id: 9, rule }];
    expect(on('refuse')).toMatchObject({ charges_due: true, due_by_limit: true, limits: limits('refuse') });
    expect(on('warn')).toEqual({ ...settled, limits: limits('warn') });
    const unpriced = listOf([tariff([HOURLY])], [code('storage', { release: false })]);
    expect(release(unpriced, stay({ out: null }), 'credit', false, 'warn')).toEqual(settled);
  });

  it('ends with the first hour that costs, however far it is', () => {
    const tiers = [
      { from: 1, amount: '0.00' },
      { from: 9001, amount: '2.10' },
    ];
    const facts = stay({ out: null });
    expect(release(listOf([tariff([{ ...HOURLY, tiers }])])).settled_until).toBe(
      facts.began_at! + 9000 * HOUR + 1,
    );
    expect(release(listOf([tariff([{ ...HOURLY, tiers: flat('0.00') }])]))).toEqual(settled);
  });

  it('is unknown where more than 10,000 hours have been, unless the code does not count at the gate', () => {
    const old = stay({ out: null, in: '1999-03-19T22:30' });
    const list = (release: boolean) => listOf([tariff([HOURLY])], [code('storage', { release })]);
    expect(release(list(true), old, 'credit')).toEqual({ ...settled, charges_unknown: true });
    expect(release(list(false), old)).toEqual(settled);
  });

  it('tells the next cost by what might be', () => {
    const facts = stay({ out: null, in: new Date(NOW - 9_999 * HOUR).toISOString() });
    const list = listOf([tariff([HOURLY])]);
    const next = nextCost((time) => leaving(facts, time), list, NOW, NOW);
    expect(next).toEqual({
      at: new Date(NOW + 1).toISOString(),
      amounts: [{ currency: 'EUR', amount: '2.10' }],
    });
  });
});

it('the release of a stay ends where other prices or payers begin to hold', () => {
  const dear = tariff([rate({ charge_code_id: 2, tiers: flat('5.00') })], {
    valid_from: Math.floor(NOW / DAY) + 3,
  });
  const departing = (time: number) => leaving(stay({ out: null }), time);
  const facts = stay({ out: null });
  const list = listOf([dear], [code('gate_out', { id: 2 })]);
  const found = releaseOf(
    [{ at: departing, cover: chargedAlready([])(facts).cover }],
    list,
    new Map([['Consignee:5', account('cash')]]),
    { came: facts.began_at!, now: NOW, days: localDays(ZONE) },
  );
  expect(found).toMatchObject({ settled_until: at('2026-03-22T00:00'), paid_through: '2026-03-21' });
});

it('what is due is due since leaving cost something last, whatever it cost by the prices before', () => {
  const facts = stay({ out: null });
  const edge = Math.floor(at('2026-03-15T00:00') / DAY) + 1;
  const storage = rate({ counting: 'calendar_day', free_units: 14, tiers: flat('5.00') });
  const gate = rate({ charge_code_id: 2, tiers: flat('7.00') });
  const found = (before: PricedRate[]) => {
    const pieces = [
      tariff(before, { valid_until: edge - 1 }),
      tariff([storage], { valid_from: edge, valid_until: null }),
    ];
    const list = listOf(pieces, [code('storage'), code('gate_out', { id: 2 })]);
    const subjects = [{ at: (time: number) => leaving(facts, time), cover: chargedAlready([])(facts).cover }];
    const times = { came: facts.began_at!, now: NOW, days: localDays(ZONE) };
    return releaseOf(subjects, list, new Map([['Consignee:5', account('cash')]]), times).settled_until!;
  };
  expect(found([storage])).toBeGreaterThan(edge * DAY);
  expect(found([storage, gate])).toBe(found([storage]));
});

describe('what is kept of a release', () => {
  it('is not found again where a payer has a limit, where it is due since now alone, or behind 400 days', () => {
    const list = listOf([tariff([HOURLY])]);
    const facts = stay({ out: null });
    const subjects = [{ at: (time: number) => leaving(facts, time), cover: chargedAlready([])(facts).cover }];
    const exact = (more: object, account_: Account, of: PriceList = list) =>
      isExact(
        subjects,
        of,
        new Map([['Consignee:5', account_]]),
        { ...settled, ...more },
        {
          payers: ['Consignee:5'],
          came: NOW - DAY,
          now: NOW,
        },
      );
    const due = { settled_until: NOW - HOUR, charges_due: true };
    expect(exact(due, account('cash'))).toBe(true);
    expect(exact(due, account('credit', false, 'warn'))).toBe(false);
    expect(exact({ settled_until: NOW, charges_due: true }, account('cash'))).toBe(false);
    expect(exact({ charges_unknown: true }, account('cash'))).toBe(false);
    expect(exact({}, account('credit'))).toBe(true);
    const late = tariff([HOURLY], { valid_from: Math.floor(NOW / DAY) + 420 });
    expect(exact({}, account('cash'), listOf([late]))).toBe(false);
  });

  /** The same numbers for the same seed. */
  const randomOf = (seed: number) => {
    let state = seed + 1;
    return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  };
  const amount = (random: (below: number) => number) => `${random(3) * 5}.00`;

  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    'is what is reckoned later, until it is over: %d',
    (seed) => {
      const random = randomOf(seed * 7919);
      const today = Math.floor(NOW / DAY);
      const edge = today + random(40) - 10;
      const pieces = [
        { valid_from: today - 400, valid_until: edge - 1 },
        { valid_from: edge, valid_until: null },
      ];
      const counted = {
        counting: ['calendar_day', 'period'][random(2)] as 'period',
        period_hours: [1, 24, 36][random(3)]!,
        free_units: random(40),
        tiers: [
          { from: 1, amount: amount(random) },
          { from: 1 + random(20) + 1, amount: amount(random) },
        ],
      };
      const rates = () => [rate(counted), rate({ charge_code_id: 2, tiers: flat(amount(random)) })];
      const list = listOf(
        pieces.map((days) => tariff(rates(), days)),
        [code('storage'), code('gate_out', { id: 2 })],
      );
      const facts = stay({ out: null, in: new Date(NOW - random(900) * HOUR).toISOString() });
      const subjects = [
        { at: (time: number) => leaving(facts, time), cover: chargedAlready([])(facts).cover },
      ];
      const terms = new Map([['Consignee:5', account(random(5) ? 'cash' : 'credit')]]);
      const at = (now: number) =>
        releaseOf(subjects, list, terms, { came: facts.began_at!, now, days: localDays(ZONE) });
      const kept = at(NOW);
      const until = holdsUntil(subjects, list, kept, { came: facts.began_at!, now: NOW });
      expect(until).toBeGreaterThan(NOW);
      const { settled_until, paid_through } = kept;
      const exact = isExact(subjects, list, terms, kept, {
        payers: ['Consignee:5'],
        came: facts.began_at!,
        now: NOW,
      });
      expect(exact).toBe(settled_until !== NOW);
      const times = Array.from({ length: 8 }, () => NOW + random(Math.floor((until - NOW) / 1000)) * 1000);
      for (const time of [...times, until - 1, settled_until ?? NOW, (settled_until ?? NOW) - 1])
        if (time >= NOW && time < until) {
          const charges_due = settled_until !== null && settled_until <= time;
          const later = at(time);
          expect([time, later.charges_due]).toEqual([time, charges_due]);
          if (exact) expect([time, later]).toMatchObject([time, { settled_until, paid_through }]);
        }
    },
  );

  it('is looked at within the hour where it is unknown, or has nearly too many hours', () => {
    const facts = stay({ out: null });
    const subjects = [{ at: () => facts, cover: chargedAlready([])(facts).cover }];
    const hold = (more: object, came: number) =>
      holdsUntil(subjects, listOf([]), { ...settled, ...more }, { came, now: NOW }) - NOW;
    expect(hold({}, NOW - 380 * DAY)).toBe(30 * DAY);
    expect(hold({}, NOW - 381 * DAY)).toBe(HOUR);
    expect(hold({ charges_unknown: true }, NOW - DAY)).toBe(HOUR);
  });
});

it('the first of ascending times at which something holds is found by few questions', () => {
  const times = Array.from({ length: 1000 }, (_, index) => index);
  for (const first of [0, 1, 2, 7, 500, 998, 999]) {
    let requested = 0;
    const holds = (time: number) => (requested++, time >= first);
    expect(firstOf(times, holds)).toBe(first);
    expect(requested).toBeLessThan(25);
  }
  expect(firstOf(times, () => false)).toBeUndefined();
  expect(firstOf([], () => true)).toBeUndefined();
});
