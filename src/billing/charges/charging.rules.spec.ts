import {
  code,
  flat,
  leaving as leavingStay,
  listOf,
  rate,
  S,
  stay,
  type Stay,
  tariff,
  ZONE,
} from '../../../test/factories/pricing';
import type { FactEvent, SubjectFacts } from '../facts/subject-facts';
import { Exact } from '../money';
import { dayFrom, localDays } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { decide, type Terms } from './charging.rules';
import { settlements } from './settle';
import type { StoredCharge } from './stored-charge';

type Given = Partial<Omit<Terms, 'until' | 'today'>> & { until?: string; today?: string };

/** A subject that is charged again and again. */
class Charged {
  readonly stored: StoredCharge[] = [];
  charged_through: string | null = null;

  constructor(private readonly list: PriceList = listOf([tariff([S])])) {}

  /** Charges it, and tells what was written: units or event, quantity and total. */
  run(facts: SubjectFacts | null, { until = '2026-03-31', today = until, ...more }: Given = {}): string[] {
    const read = facts && {
      facts,
      container_id: 1,
      stay_id: 1,
      bill_of_lading_id: null,
      leaving: (time: number) => leavingStay(facts, time),
    };
    const { charges, charged_through } = decide(
      { id: 1, charged_through: this.charged_through, read: read ?? undefined, stored: this.stored },
      {
        list: this.list,
        interim: false,
        days: localDays(ZONE),
        refunds: true,
        ...more,
        until: dayFrom(until),
        today: dayFrom(today),
      },
    );
    this.charged_through = charged_through;
    const settled = settlements(this.stored, charges).map(({ number }) => number);
    this.stored.push(
      ...charges.map((each) => ({
        ...each,
        id: each.number,
        explanation: each.explanation,
        charged_on: today,
        waives_id: null,
        open: true,
      })),
    );
    for (const each of this.stored) if (settled.includes(each.number)) each.open = false;
    return charges.map(
      ({ kind, event, first_unit, last_unit, quantity, total, payer }) =>
        `${kind} ${event ?? `${first_unit}-${last_unit}`} ${quantity} ${total} ${payer}`,
    );
  }

  get sum(): string {
    return this.stored.reduce((sum, { total }) => sum.plus(total), new Exact(0)).toFixed(2);
  }

  get open(): number[] {
    return this.stored.filter(({ open }) => open).map(({ number }) => number);
  }
}

const gate = (facts: SubjectFacts): SubjectFacts => ({
  ...facts,
  events: [departure(facts.ended_at!)],
  departs_by: 'truck',
});
const departure = (time: number): FactEvent => ({
  measure: 'gate_out',
  event: 'departure',
  at: time,
  side: 'departure',
  container_status: 'full',
});
const GATE = code('gate_out', { id: 2, code: 'GATE' });
const withGate = () =>
  listOf(
    [tariff([S, rate({ charge_code_id: 2, position: 20, tiers: flat('36.00') })])],
    [code('storage'), GATE],
  );

describe('charging a subject again', () => {
  it('16: writes what a run until the 12th left over, and then nothing', () => {
    const charged = new Charged();
    expect(charged.run(stay(), { until: '2026-03-12', interim: true })).toEqual([
      'charge 1-3 6 150.00 Consignee:5',
    ]);
    expect(charged.charged_through).toBe('2026-03-12');
    expect(charged.run(stay())).toEqual([
      'charge 4-5 4 100.00 Consignee:5',
      'charge 6-7 4 160.00 Consignee:5',
    ]);
    expect(charged.run(stay())).toEqual([]);
    expect(charged.sum).toBe('410.00');
    expect(
      charged.stored.map(({ occurred_on, period_from, period_until }) => [
        occurred_on,
        period_from,
        period_until,
      ]),
    ).toEqual([
      ['2026-03-10', '2026-03-10', '2026-03-12'],
      ['2026-03-13', '2026-03-13', '2026-03-14'],
      ['2026-03-15', '2026-03-15', '2026-03-16'],
    ]);
  });

  it('17: takes the last unit back when the arrival moves by a day', () => {
    const charged = new Charged();
    charged.run(stay());
    expect(charged.run(stay({ in: '2026-03-03T06:00' }))).toEqual(['adjustment 7-7 -2 -80.00 Consignee:5']);
    expect(charged.stored.at(-1)).toMatchObject({
      occurred_on: '2026-03-16',
      period_from: '2026-03-16',
      period_until: '2026-03-16',
      amount: '40.00',
    });
    expect(charged.run(stay({ in: '2026-03-03T06:00' }))).toEqual([]);
    expect(charged.run(stay())).toEqual(['charge 7-7 2 80.00 Consignee:5']);
    expect(charged.sum).toBe('410.00');
    expect(charged.open).toEqual([1, 2, 3, 4]);
  });

  it('18: takes back what a departure costs that was reversed, and settles the two', () => {
    const charged = new Charged(withGate());
    charged.run(gate(stay()));
    expect(charged.sum).toBe('446.00');
    expect(charged.run(stay({ out: null }))).toEqual(['adjustment departure -1 -36.00 Consignee:5']);
    expect(charged.open).toEqual([1, 2]);
    expect(charged.run(gate(stay()))).toEqual(['charge departure 1 36.00 Consignee:5']);
    expect(charged.open).toEqual([1, 2, 5]);
    expect(charged.sum).toBe('446.00');
  });

  it('15: takes from one payer and gives to the other', () => {
    const charged = new Charged();
    charged.run(stay());
    const nominations = [
      { number: 'N1', customer: 'FreightForwarder:9', charge_code_ids: [], from: null, until: '2026-03-12' },
    ];
    expect(charged.run(stay({ nominations }))).toEqual([
      'adjustment 1-3 -6 -150.00 Consignee:5',
      'charge 1-3 6 150.00 FreightForwarder:9',
    ]);
    expect(charged.sum).toBe('410.00');
    expect(charged.run(stay({ payers: {} }))).toHaveLength(5);
    expect(charged.run(stay({ nominations }))).toHaveLength(5);
    expect(charged.run(stay())).toHaveLength(2);
    expect(charged.sum).toBe('410.00');
  });

  it('takes everything back of a stay that was cancelled', () => {
    const charged = new Charged();
    charged.run(stay());
    expect(charged.run(null)).toEqual([
      'adjustment 1-5 -10 -250.00 Consignee:5',
      'adjustment 6-7 -4 -160.00 Consignee:5',
    ]);
    expect([charged.sum, charged.open]).toEqual(['0.00', []]);
  });

  it('takes an event back whose quantity changed, and writes it anew', () => {
    const tonnes = rate({ charge_code_id: 2, per: 'tonne', tiers: flat('4.35') });
    const charged = new Charged(listOf([tariff([tonnes])], [code('gate_out', { id: 2 })]));
    const of = (tonne: string) => gate(stay({ quantities: { tonne } }));
    charged.run(of('8.2'));
    expect(charged.run(of('8.3'))).toEqual([
      'adjustment departure -8.2 -35.67 Consignee:5',
      'charge departure 8.3 36.11 Consignee:5',
    ]);
  });

  it('keeps minimum and maximum in step', () => {
    const limited = (more: object) => listOf([tariff([{ ...S, ...more }])]);
    const least = new Charged(limited({ minimum: '150.00' }));
    expect(least.run(stay({ out: '2026-03-10T09:00' }))).toEqual([
      'charge 1-1 2 50.00 Consignee:5',
      'charge minimum 1 100.00 Consignee:5',
    ]);
    expect(least.run(stay({ out: '2026-03-11T09:00' }))).toEqual([
      'adjustment minimum -1 -100.00 Consignee:5',
      'charge 2-2 2 50.00 Consignee:5',
      'charge minimum 1 50.00 Consignee:5',
    ]);
    const most = new Charged(limited({ maximum: '300.00' }));
    expect(most.run(stay()).at(-1)).toBe('charge maximum -1 -110.00 Consignee:5');
    expect(most.run(stay({ out: '2026-03-10T09:00' }))).toEqual([
      'adjustment 2-5 -8 -200.00 Consignee:5',
      'adjustment 6-7 -4 -160.00 Consignee:5',
      'adjustment maximum 1 110.00 Consignee:5',
    ]);
    expect(most.sum).toBe('50.00');
  });

  it('leaves alone the codes that are not queried, and those that are not active', () => {
    const charged = new Charged(withGate());
    expect(charged.run(gate(stay()), { codes: [2] })).toEqual(['charge departure 1 36.00 Consignee:5']);
    charged.run(gate(stay()));
    const inactive = listOf([tariff([S])]);
    expect(charged.run(gate(stay()), { list: inactive })).toEqual([]);
    expect(charged.run(null, { list: inactive })).toHaveLength(2);
  });
});

describe('charging a stay that goes on', () => {
  const here = (more: Stay = {}) => stay({ out: null, ...more });

  it('waits with what is counted, unless it is a run that says so', () => {
    const charged = new Charged();
    expect(charged.run(here(), { until: '2026-03-12' })).toEqual([]);
    expect(charged.run(here(), { until: '2026-03-12', interim: true })).toEqual([
      'charge 1-3 6 150.00 Consignee:5',
    ]);
    expect(charged.run(here(), { until: '2026-03-14' })).toEqual([]);
    expect(charged.run(here(), { until: '2026-03-10', interim: true })).toEqual([]);
    expect(charged.charged_through).toBe('2026-03-12');
  });

  it('does not take back an event behind the day of an earlier run', () => {
    const charged = new Charged(withGate());
    charged.run(gate(stay()), { until: '2026-03-20' });
    expect(charged.run(gate(stay()), { until: '2026-03-05' })).toEqual([]);
  });

  it('19: charges ahead, and takes back what was not used', () => {
    const charged = new Charged();
    const today = '2026-03-11';
    expect(charged.run(here(), { until: '2026-03-14', interim: true, today })).toEqual([
      'charge 1-5 10 250.00 Consignee:5',
    ]);
    expect(charged.stored[0]!.ahead).toBe(true);
    expect(charged.run(here(), { until: '2026-03-11' })).toEqual([]);
    expect(charged.run(stay({ out: '2026-03-12T10:00' }), { until: '2026-03-12' })).toEqual([
      'adjustment 4-5 -4 -100.00 Consignee:5',
    ]);
  });

  it('keeps what was charged ahead where nothing is refunded, but not what had begun', () => {
    const charged = new Charged();
    const refunds = false;
    charged.run(here(), { until: '2026-03-14', interim: true, today: '2026-03-12', refunds });
    expect(charged.run(stay({ out: '2026-03-10T10:00' }), { refunds })).toEqual([
      'adjustment 2-3 -4 -100.00 Consignee:5',
    ]);
    expect(charged.sum).toBe('150.00');
  });

  it('charges the items of leaving once, which wait until it leaves', () => {
    const charged = new Charged(withGate());
    const leave = { until: '2026-03-12', today: '2026-03-11', interim: true, leaving: true };
    const written = ['charge 1-3 6 150.00 Consignee:5', 'charge departure 1 36.00 Consignee:5'];
    expect(charged.run(here(), leave)).toEqual(written);
    expect(charged.stored.map(({ ahead }) => ahead)).toEqual([true, true]);
    expect(charged.run(here(), leave)).toEqual([]);
    expect(charged.run(here(), { until: '2026-03-13', interim: true })).toEqual([
      'charge 4-4 2 50.00 Consignee:5',
    ]);
    expect(charged.run(here(), leave)).toEqual([]);
    expect(charged.run(gate(stay({ out: '2026-03-13T10:00' })), { until: '2026-03-13' })).toEqual([]);
    expect(charged.run({ ...stay({ out: '2026-03-13T10:00' }), departs_by: 'voyage' })).toEqual([
      'adjustment departure -1 -36.00 Consignee:5',
    ]);
  });

  it('calculates anew what became empty, and tells the days of units between closed days', () => {
    const open = listOf([tariff([{ ...S, charge_excludes_closed: true }])]);
    const charged = new Charged(open);
    charged.run(stay());
    expect(
      charged.stored.map(({ first_unit, last_unit, explanation }) => [
        first_unit,
        last_unit,
        explanation!.unit_days,
      ]),
    ).toEqual([
      [1, 5, { '2026-03-10': 1, '2026-03-11': 1, '2026-03-12': 1, '2026-03-13': 1, '2026-03-16': 1 }],
    ]);
    charged.run(stay({ out: '2026-03-13T09:30' }));
    expect(charged.stored.at(-1)).toMatchObject({
      first_unit: 5,
      occurred_on: '2026-03-16',
      total: '-50.00',
    });
  });

  it('leaves what was charged of a code that has more than 10,000 units by now', () => {
    const hourly = { ...rate({ counting: 'period', period_hours: 1, tiers: flat('2.10') }) };
    const charged = new Charged(listOf([tariff([hourly])]));
    const facts = stay({ in: '2026-03-02T22:15', out: null });
    const some = charged.run(facts, { until: '2026-03-03', interim: true });
    expect(some).toHaveLength(1);
    expect(charged.run(facts, { until: '2027-06-01', interim: true })).toEqual([]);
  });

  it('numbers what it writes in the subject', () => {
    const charged = new Charged();
    charged.run(stay());
    charged.run(stay({ in: '2026-03-03T06:00' }));
    expect(charged.stored.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
