import { cubicMetres, tonnes } from '../facts/quantities';
import type { SubjectFacts } from '../facts/subject-facts';
import { Exact, money } from '../money';
import { linesOf } from './lines';
import { dateOf, dayFrom } from './local-days';
import { type PricedTariff, PriceList } from './price-list';
import type { PricedRate } from '../tariffs/rate';
import {
  at,
  code,
  flat,
  listOf,
  rate,
  S,
  stay,
  type Stay,
  tariff,
  ZONE,
} from '../../../test/factories/pricing';
import { freeTime, propose, type Proposal } from './propose';
import { quantityOf } from './quantity';

const EVER = { at: Date.parse('2100-01-01'), interim: true };
const totals = ({ items }: Proposal) => linesOf(items).map(({ total }) => total);
const sumOf = (proposal: Proposal) =>
  money(
    totals(proposal).reduce((sum, total) => sum.plus(total), new Exact(0)),
    'EUR',
  );

function storage(by: PricedRate, of: Stay = {}): { sum: string; last: string | null } {
  const facts = stay(of);
  const list = listOf([tariff([by])]);
  return { sum: sumOf(propose(facts, list, EVER)), last: freeTime(facts, list)?.last_free_day ?? null };
}

const agreement = (number: string, free_units: number | null, extra_units: number | null) => ({
  number,
  charge_code_id: 1,
  free_units,
  extra_units,
  customer: null,
});

describe('storage of a container of 40 ft from Monday 2 March 22:15', () => {
  const CASES: [string, PricedRate, Stay, string, string | null][] = [
    ['1: five working days free, then two steps', S, {}, '410.00', '2026-03-09'],
    ['2: out within free time', S, { out: '2026-03-09T23:59' }, '0.00', '2026-03-09'],
    ['3: midnight belongs to the day that begins', S, { out: '2026-03-10T00:00' }, '50.00', '2026-03-09'],
    ['4: from the day of arrival', { ...S, first_day: 'arrival' }, {}, '650.00', '2026-03-06'],
    [
      '5: from the day after the discharge',
      { ...S, first_day: 'day_after_discharge' },
      { discharged_at: at('2026-03-04T03:40') },
      '250.00',
      '2026-03-11',
    ],
    [
      '5: the discharge still open',
      { ...S, first_day: 'day_after_discharge' },
      { discharged_at: null },
      '0.00',
      null,
    ],
    ['6: without the last day', { ...S, last_day: 'excluded' }, {}, '330.00', '2026-03-10'],
    ['7: without closed days', { ...S, charge_excludes_closed: true }, {}, '250.00', '2026-03-09'],
    ['8: steps count all days', { ...S, tiers_count: 'all' }, {}, '560.00', '2026-03-09'],
    ['9: free time is lost', { ...S, free_time: 'lost' }, {}, '970.00', '2026-03-09'],
    [
      '9: free time is kept until it ends',
      { ...S, free_time: 'lost' },
      { out: '2026-03-09T12:00' },
      '0.00',
      '2026-03-09',
    ],
    [
      '10: days from 07:00, out before',
      { ...S, day_starts_at: '07:00' },
      { out: '2026-03-10T06:30' },
      '0.00',
      '2026-03-09',
    ],
    [
      '10: days from 07:00, out at 07:00',
      { ...S, day_starts_at: '07:00' },
      { out: '2026-03-10T07:00' },
      '50.00',
      '2026-03-09',
    ],
    ['11: an agreement of 8', S, { agreements: [agreement('A', 8, null)] }, '200.00', '2026-03-12'],
    ['11: an agreement of +2', S, { agreements: [agreement('B', null, 2)] }, '250.00', '2026-03-11'],
    [
      '11: both',
      S,
      { agreements: [agreement('A', 8, null), agreement('B', null, 2), agreement('C', null, 1)] },
      '0.00',
      '2026-03-16',
    ],
    [
      '12: Easter, 20 ft',
      S,
      { in: '2026-03-31T10:00', out: '2026-04-13T12:00', size: 20, quantities: { container: '1', teu: '1' } },
      '100.00',
      '2026-04-09',
    ],
    ['14: emptied on the 12th', S, { emptied_at: at('2026-03-12T14:00') }, '410.00', '2026-03-09'],
  ];
  it.each(CASES)('%s', (_, by, of, sum, last) => expect(storage(by, of)).toEqual({ sum, last }));

  it('1: explains its lines', () => {
    const { items } = propose(stay(), listOf([tariff([S])]), EVER);
    const lines = linesOf(items);
    expect(lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      ['10', '250.00'],
      ['4', '160.00'],
    ]);
    expect(items.map(({ unit }) => unit)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const { free_from, free_until, closed_days, first_day } = items[0]!.basis!;
    expect([first_day, free_from, free_until].map((day) => dateOf(day!))).toEqual([
      '2026-03-03',
      '2026-03-03',
      '2026-03-09',
    ]);
    expect(closed_days.map(dateOf)).toEqual(['2026-03-07', '2026-03-08']);
  });

  it.each([
    ['service_day', '104.00'],
    ['arrival', '100.00'],
  ] as const)('13: takes the tariff of the %s', (priced_at, sum) => {
    const old = tariff([rate()], { valid_until: dayFrom('2026-03-31') });
    const next = tariff([rate({ tiers: flat('22.00') })], { id: 2, valid_from: dayFrom('2026-04-01') });
    const list = listOf([old, next], [code('storage', { priced_at })]);
    expect(sumOf(propose(stay({ in: '2026-03-29T10:00', out: '2026-04-02T10:00' }), list, EVER))).toBe(sum);
  });

  it('14: charges an empty from the day after it was emptied', () => {
    const empties = { ...S, position: 5, container_statuses: ['empty'], tiers: flat('4.00') };
    const list = listOf([tariff([empties, S])]);
    expect(sumOf(propose(stay({ emptied_at: at('2026-03-12T14:00') }), list, EVER))).toBe('182.00');
  });

  it('15: divides the days between those who pay', () => {
    const nomination = {
      number: 'N1',
      customer: 'FreightForwarder:9',
      charge_code_ids: [],
      from: null,
      until: '2026-03-12',
    };
    const { items } = propose(stay({ nominations: [nomination] }), listOf([tariff([S])]), EVER);
    const of = (payer: string) => sumOf({ items: items.filter((item) => item.payer === payer) } as Proposal);
    expect([of('FreightForwarder:9'), of('Consignee:5')]).toEqual(['150.00', '260.00']);
  });

  it('16: charges what has begun of a stay that goes on, in a run that says so', () => {
    const list = listOf([tariff([S])]);
    const until = { at: at('2026-03-13T00:00'), interim: true };
    expect(sumOf(propose(stay(), list, until))).toBe('150.00');
    expect(sumOf(propose(stay({ out: null }), list, until))).toBe('150.00');
    expect(propose(stay(), list, { ...until, interim: false }).items).toEqual([]);
  });

  it('17: charges a day less of one that came a day later', () =>
    expect(storage(S, { in: '2026-03-03T06:00' })).toEqual({ sum: '330.00', last: '2026-03-10' }));

  it('tells until when leaving is free, to the millisecond', () => {
    const free = (by: PricedRate) => freeTime(stay(), listOf([tariff([by])]))!;
    const period = free(rate({ counting: 'period', free_units: 3 }));
    expect(period).toMatchObject({ free_until: at('2026-03-05T22:15') + 1, last_free_day: '2026-03-04' });
    expect(free(S)).toMatchObject({ free_until: at('2026-03-10T00:00'), free_units: 5 });
    expect(free(rate())).toMatchObject({ free_until: at('2026-03-02T22:15'), last_free_day: null });
    expect(
      free(
        rate({
          tiers: [
            { from: 1, amount: '0.00' },
            { from: 3, amount: '9.00' },
          ],
        }),
      ),
    ).toMatchObject({
      last_free_day: '2026-03-03',
    });
    expect(free(rate({ tiers: flat('0.00') }))).toMatchObject({ free_until: null, last_free_day: null });
  });
});

describe('periods over changes of the clocks, 24 h at 30.00', () => {
  const day = rate({ counting: 'period', tiers: flat('30.00') });
  const hour = rate({ counting: 'period', period_hours: 1, tiers: flat('2.10') });
  const days = rate({ tiers: flat('30.00') });
  it.each([
    ['2026-03-28T12:00', '2026-03-29T12:30', day, '30.00'],
    ['2026-03-28T12:00', '2026-03-29T12:30', days, '60.00'],
    ['2026-10-24T12:00', '2026-10-25T11:30', day, '60.00'],
    ['2026-10-24T12:00', '2026-10-25T11:30', days, '60.00'],
    ['2026-06-01T10:00:00.000Z', '2026-06-02T10:00:00.000Z', day, '30.00'],
    ['2026-06-01T10:00:00.000Z', '2026-06-02T10:00:00.001Z', day, '60.00'],
    ['2026-03-29T01:30', '2026-03-29T05:45', hour, '8.40'],
    ['2026-10-25T01:30+02:00', '2026-10-25T05:45', hour, '12.60'],
  ])('%s to %s', (came, left, by, sum) => expect(storage(by, { in: came, out: left }).sum).toBe(sum));
});

describe('plugs', () => {
  const spans = {
    reefer_power: [
      { from: at('2026-03-04T08:10'), until: at('2026-03-05T06:40') },
      { from: at('2026-03-05T09:00'), until: at('2026-03-05T20:15') },
    ],
  };
  it.each([
    [rate({ counting: 'period', period_hours: 1, tiers: flat('2.85') }), ['96.90']],
    [rate({ counting: 'period', tiers: flat('30.00') }), ['60.00']],
    [rate({ tiers: flat('30.00') }), ['60.00']],
  ])('are added, then counted', (by, sums) => {
    const list = listOf([tariff([by])], [code('reefer_power')]);
    expect(totals(propose(stay({ spans }), list, EVER))).toEqual(sums);
  });

  it('count no day for an end at midnight, and nothing for no length', () => {
    const list = listOf([tariff([rate()])], [code('reefer_power')]);
    const from = at('2026-03-04T08:10');
    const midnight = [{ from, until: at('2026-03-05T00:00') }];
    expect(sumOf(propose(stay({ spans: { reefer_power: midnight } }), list, EVER))).toBe('20.00');
    expect(sumOf(propose(stay({ spans: { reefer_power: [{ from, until: from }] } }), list, EVER))).toBe(
      '0.00',
    );
  });
});

it('charges a ship by gross tonnage and started 24 hours', () => {
  const by = rate({
    per: 'gross_tonnage',
    counting: 'period',
    tiers: [
      { from: 1, amount: '1.30' },
      { from: 2, amount: '0.80' },
    ],
  });
  const began_at = at('2026-03-03T08:20Z');
  const ended_at = at('2026-03-05T21:40Z');
  const ship = {
    ...stay({ spans: { vessel_call: [{ from: began_at, until: ended_at }] } }),
    type: 'voyage' as const,
    began_at,
    ended_at,
    quantities: { gross_tonnage: '14036' },
  };
  const proposal = propose(ship, listOf([tariff([by])], [code('vessel_call')]), EVER);
  expect(totals(proposal)).toEqual(['18246.80', '22457.60']);
  expect(sumOf(proposal)).toBe('40704.40');
});

describe('which rate', () => {
  const position = (at: number, more: Partial<PricedRate>) => rate({ position: at, ...more });
  const everyone = tariff([
    position(10, { container_statuses: ['empty'], tiers: flat('4.00') }),
    position(20, {
      usages: ['import'],
      tiers: [
        { from: 1, amount: '25.00' },
        { from: 6, amount: '40.00' },
      ],
    }),
    position(30, { tiers: flat('20.00') }),
  ]);
  const line = tariff(
    [position(10, { container_statuses: ['full'], usages: ['import'], tiers: flat('22.00') })],
    {
      id: 2,
      name: 'WHA 2026',
      shipping_line_id: 7,
    },
  );
  it.each([
    ['a full import of the line', {}, '22.00'],
    ['an empty of the line', { arrival_status: 'empty' }, '4.00'],
    ['a full import of another line', { shipping_line_id: 8 }, '25.00'],
    ['a full export of the line', { usage: 'export' }, '20.00'],
  ])('%s', (_, more, amount) =>
    expect(sumOf(propose(stay({ out: '2026-03-02T23:00', ...more }), listOf([everyone, line]), EVER))).toBe(
      amount,
    ),
  );

  it('of customer and line comes before that of the customer, and a draft before its level', () => {
    const own = tariff([rate({ tiers: flat('3.00') })], { id: 3, customer: 'Consignee:5' });
    const both = tariff([rate({ tiers: flat('2.00') })], {
      id: 4,
      customer: 'Consignee:5',
      shipping_line_id: 7,
    });
    const one = stay({ out: '2026-03-02T23:00' });
    expect(sumOf(propose(one, listOf([everyone, line, own]), EVER))).toBe('3.00');
    expect(sumOf(propose(one, listOf([everyone, line, own, both]), EVER))).toBe('2.00');
    const draft = tariff([rate({ tiers: flat('9.00') })], { id: 5 });
    const list = (tariffs: PricedTariff[]) =>
      new PriceList({
        zone: ZONE,
        codes: [code('storage')],
        tariffs,
        draft,
        calendars: new Map(),
        calendar_id: null,
      });
    expect(sumOf(propose(one, list([everyone]), EVER))).toBe('9.00');
    expect(sumOf(propose(one, list([everyone, own]), EVER))).toBe('3.00');
  });

  it('of a move is that of an empty from the day after it was emptied, as of a day of storage', () => {
    const list = listOf([tariff([position(10, { container_statuses: ['empty'] })])], [code('restow')]);
    const moved = (time: string) => {
      const event = { measure: 'restow', event: 'move:1', at: at(time), side: null } as const;
      const emptied_at = at('2026-03-04T08:00');
      return propose(stay({ emptied_at, events: [{ ...event, container_status: null }] }), list, EVER).items;
    };
    expect(moved('2026-03-04T20:00')).toHaveLength(0);
    expect(moved('2026-03-05T00:00')).toHaveLength(1);
  });

  it('of an event is asked for before the end, and not for one at that very instant', () => {
    const list = listOf([tariff([rate()])], [code('restow')]);
    const moved_at = at('2026-03-04T00:00');
    const event = { measure: 'restow', event: 'move:1', at: moved_at, side: null } as const;
    const facts = stay({ events: [{ ...event, container_status: 'full' }] });
    const charged = (end: number) => propose(facts, list, { at: end, interim: false }).items;
    expect([charged(moved_at), charged(moved_at + 1)].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('is a problem where the code needs one', () => {
    const list = listOf([], [code('storage', { rate_required: true })]);
    expect(propose(stay(), list, EVER)).toMatchObject({ items: [], problems: [{ code: 'rate_missing' }] });
    expect(propose(stay(), listOf([]), EVER)).toMatchObject({ items: [], problems: [] });
  });
});

describe('the limit of units', () => {
  const hourly = rate({ counting: 'period', period_hours: 1, tiers: flat('2.10') });
  const list = listOf(
    [tariff([hourly, { ...hourly, charge_code_id: 2, period_hours: 168 }])],
    [code('storage'), code('storage', { id: 2, code: 'YARD' })],
  );
  const old = stay({ in: '2025-01-01T00:00', out: '2026-03-16T09:30' });

  it('fails a code of more than 10,000 that were, and no other', () => {
    const { items, problems } = propose(old, list, EVER);
    expect(new Set(items.map(({ code: of }) => of.code))).toEqual(new Set(['YARD']));
    expect(problems).toEqual([
      {
        charge_code_id: 1,
        code: 'calculation_failed',
        sentence: 'STOR of container WHAU4142033 is counted in more than 10,000 units.',
      },
    ]);
  });

  it('does not count what might be', () => {
    const { items, problems } = propose(old, list, { ...EVER, was: at('2026-01-01T00:00') });
    expect(problems).toEqual([]);
    expect(items.filter(({ code: of }) => of.code === 'STOR').length).toBeGreaterThan(10_000);
  });
});

it('free time asks the codes of the cargo alone', () => {
  const lots = rate({ charge_code_id: 2, free_units: 1 });
  const codes = [code('storage'), code('storage', { id: 2, code: 'SHED', cargo: 'breakbulk' })];
  expect(freeTime(stay(), listOf([tariff([S, lots])], codes))).toMatchObject({ last_free_day: '2026-03-09' });
});

describe('quantities and limits', () => {
  it.each([
    ['revenue_tonne', { revenue_tonne: '31.2' }, '4.35', '135.72'],
    ['tonne', { tonne: tonnes('27215.5', 'lb') }, '3.10', '38.27'],
    ['tonne', { tonne: '2.5914' }, '21.40', '55.47'],
  ] as const)('by %s', (per, quantities, amount, total) => {
    const quantity = quantityOf({ per, quantity_step: '0.001' }, stay({ quantities }))!;
    expect(money(new Exact(quantity).times(amount), 'EUR')).toBe(total);
  });

  it('take tonnes and cubic metres from the units of the organization exactly', () => {
    expect([tonnes('12345', 'kg'), tonnes('27215.5', 'lb')]).toEqual(['12.345', '12.344743145735']);
    expect([cubicMetres('31.2', 'm'), cubicMetres('1000', 'ft')]).toEqual(['31.2', '28.316846592']);
  });

  const lifted = (more: Partial<SubjectFacts>) =>
    stay({
      events: [
        {
          measure: 'wharfage',
          event: 'arrival',
          at: at('2026-03-02T22:15'),
          side: 'arrival',
          container_status: 'full',
        },
      ],
      ...more,
    });
  const wharfage = (more: Partial<PricedRate>, of: Partial<SubjectFacts>) =>
    propose(lifted(of), listOf([tariff([rate({ per: 'tonne', ...more })])], [code('wharfage')]), EVER);

  it('have a minimum as a line of its own, but not of a stay that goes on', () => {
    const by = { tiers: flat('4.35'), minimum: '50.00' };
    expect(totals(wharfage(by, { quantities: { tonne: '8.2' } }))).toEqual(['35.67', '14.33']);
    expect(totals(wharfage(by, { quantities: { tonne: '8.2' }, ended_at: null }))).toEqual(['35.67']);
    expect(
      totals(wharfage({ ...by, maximum: '30.00', minimum: null }, { quantities: { tonne: '8.2' } })),
    ).toEqual(['35.67', '-5.67']);
  });

  it('are a problem where they are not known, and where nobody pays', () => {
    expect(wharfage({}, {})).toMatchObject({ items: [], problems: [{ code: 'quantity_missing' }] });
    expect(wharfage({}, { quantities: { tonne: '1' }, payers: {} })).toMatchObject({
      items: [{ payer: null }],
      problems: [{ code: 'payer_missing' }],
    });
  });

  it('round half away from zero, and yen to whole ones', () => {
    expect([money('0.125', 'EUR'), money('-0.125', 'EUR'), money('12.5', 'JPY')]).toEqual([
      '0.13',
      '-0.13',
      '13.00',
    ]);
  });

  it('hold by bands: from is in it, until is not', () => {
    const band = { of: 'weight' as const, from: '10', until: '20' };
    const sum = (weight: string | null) => wharfage({ per: 'container', band }, { weight }).items.length;
    expect(['9.999', '10', '19.999', '20', null].map(sum)).toEqual([0, 1, 1, 0, 0]);
  });
});

describe('a container that was emptied here', () => {
  const event = { event: 'arrival', side: 'arrival', container_status: 'full' } as const;
  const emptied = (more: Stay = {}) =>
    stay({
      emptied_at: at('2026-03-12T14:00'),
      quantities: { container: '1', teu: '2', tonne: null },
      came_with: { commodity_type_id: 3, weight: '10' },
      payers: { consignee: 'Consignee:5', shipping_line: 'ShippingLine:7' },
      events: [{ ...event, measure: 'wharfage', at: at('2026-03-02T22:15') }],
      ...more,
    });

  it('has its arrival priced by the weight and commodity that it came with', () => {
    const band = { of: 'weight', from: '5', until: '20' } as const;
    const wharfage = rate({ per: 'tonne', tiers: flat('3.10'), band, commodity_types: [3] });
    const list = listOf([tariff([wharfage])], [code('wharfage')]);
    expect(sumOf(propose(emptied(), list, EVER))).toBe('31.00');
    const left = { ...event, event: 'departure', side: 'departure', container_status: 'empty' } as const;
    const out = emptied({ events: [{ ...left, measure: 'wharfage', at: at('2026-03-16T09:30') }] });
    expect(propose(out, list, EVER)).toMatchObject({ items: [], problems: [] });
  });

  it('is stored by the band and commodity of each day', () => {
    const full = rate({ commodity_types: [3], band: { of: 'weight', from: '1', until: null } });
    const empty = rate({ position: 20, tiers: flat('4.00') });
    const { items } = propose(emptied(), listOf([tariff([full, empty])]), EVER);
    expect(items.filter(({ rate: { position } }) => position === 10)).toHaveLength(11);
    expect(items.filter(({ rate: { position } }) => position === 20)).toHaveLength(4);
  });

  it('is paid by the line from then on, unless the code names others', () => {
    const out = {
      measure: 'gate_out',
      event: 'departure',
      side: 'departure',
      container_status: 'empty',
    } as const;
    const facts = emptied({ events: [{ ...out, at: at('2026-03-16T09:30') }] });
    const payers = (more: object = {}) => {
      const codes = [code('storage', more), code('gate_out', { id: 2, code: 'GATE', ...more })];
      const rates = [rate(), rate({ charge_code_id: 2, position: 20, tiers: flat('36.00') })];
      return propose(facts, listOf([tariff(rates)], codes), EVER).items.map(({ event, payer, day }) => [
        event ?? dateOf(day),
        payer,
      ]);
    };
    const found = payers();
    expect(found).toContainEqual(['2026-03-12', 'Consignee:5']);
    expect(found).toContainEqual(['2026-03-13', 'ShippingLine:7']);
    expect(found).toContainEqual(['departure', 'ShippingLine:7']);
    expect(payers({ payers_empty: ['consignee'] }).every(([, payer]) => payer === 'Consignee:5')).toBe(true);
  });
});
