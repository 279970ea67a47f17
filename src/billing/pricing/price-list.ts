import { groupBy } from '../../common/group-by';
import type { CustomerId } from '../facts/subject-facts';
import type { Cargo, Measure, PayerRole, PRICED_AT } from '../tariffs/measures';
import type { PricedRate } from '../tariffs/rate';
import type { Day } from './local-days';
import { weekdayOf } from './local-days';

/** What a charge code says for pricing. */
export interface PricedCode {
  id: number;
  code: string;
  name: string | null;
  measure: Measure;
  cargo: Cargo;
  lift_type: string | null;
  payers: readonly PayerRole[];
  /** Who pays in place of them what begins after a container was emptied here. */
  payers_empty: readonly PayerRole[];
  priced_at: (typeof PRICED_AT)[number];
  rate_required: boolean;
  /** What tax rules go by. */
  tax_class: string;
  /** Whether it has to be settled before a container leaves. */
  release: boolean;
}

export interface PricedTariff {
  id: number;
  name: string;
  currency: string;
  valid_from: Day;
  /** The last day; null for ever. */
  valid_until: Day | null;
  customer: CustomerId | null;
  shipping_line_id: number | null;
  /** In order of their positions. */
  rates: PricedRate[];
}

/** Which days are closed. */
export class OpenDays {
  constructor(
    /** Days of the week that are closed, 1 for Monday. */
    private readonly weekend: readonly number[],
    /** Days that are closed, or open although the weekend has them. */
    private readonly days: ReadonlyMap<Day, boolean>,
  ) {}

  isClosed(day: Day): boolean {
    return this.days.get(day) ?? this.weekend.includes(weekdayOf(day));
  }
}

interface Prices {
  zone: string;
  codes: PricedCode[];
  /** The published tariffs. */
  tariffs: PricedTariff[];
  /** A draft that is queried before the published tariffs of the same customer and line. */
  draft?: PricedTariff;
  calendars: ReadonlyMap<number, OpenDays>;
  /** The calendar of rates that name none. */
  calendar_id: number | null;
  /** Whether units that were paid ahead are given back where they are not used; they are unless given. */
  refunds?: boolean;
}

/** A rate with the tariff that has it. */
export interface Found {
  tariff: PricedTariff;
  rate: PricedRate;
}

const NONE: PricedTariff[] = [];

/** The charge codes, tariffs and calendars of an organization, as they hold when it is made. */
export class PriceList {
  readonly zone: string;
  readonly codes: readonly PricedCode[];
  /** The days on which a tariff begins to hold, and those on which one holds no more. */
  readonly changes: readonly Day[];
  /** Whether units that were paid ahead are given back where they are not used. */
  readonly refunds: boolean;
  private readonly calendars: ReadonlyMap<number, OpenDays>;
  private readonly calendar_id: number | null;
  private readonly levels: ReadonlyMap<string, PricedTariff[]>;
  private readonly ratesOf: ReadonlyMap<number, PricedRate[]>;

  constructor({ zone, codes, tariffs, draft, calendars, calendar_id, refunds = true }: Prices) {
    this.refunds = refunds;
    this.zone = zone;
    this.codes = codes;
    const all = draft ? [draft, ...tariffs] : tariffs;
    this.changes = all.flatMap(({ valid_from, valid_until: last }) =>
      last === null ? valid_from : [valid_from, last + 1],
    );
    this.calendars = calendars;
    this.calendar_id = calendar_id;
    const ofCodes = all.flatMap((tariff) =>
      [...groupBy(tariff.rates, (rate) => rate.charge_code_id).values()].map((rates) => ({
        ...tariff,
        rates,
      })),
    );
    this.levels = groupBy(ofCodes, ({ rates: [first], customer, shipping_line_id }) =>
      levelOf(first!.charge_code_id, customer, shipping_line_id),
    );
    this.ratesOf = groupBy(
      ofCodes.flatMap(({ rates }) => rates),
      ({ charge_code_id }) => charge_code_id,
    );
  }

  /** The rates of a code in all tariffs, whenever these hold. */
  rates(code: number): readonly PricedRate[] {
    return this.ratesOf.get(code) ?? [];
  }

  /**
   * The tariffs that price a code on a day, in the order in which they are queried: those of the customer and the line,
   * of the customer, of the line, and for all. Each has its rates of the code alone.
   */
  *tariffs(
    code: number,
    day: Day,
    customer: CustomerId | null,
    line: number | null,
  ): Generator<PricedTariff, void> {
    for (const level of [
      customer && line && levelOf(code, customer, line),
      customer && levelOf(code, customer, null),
      line && levelOf(code, null, line),
      levelOf(code, null, null),
    ])
      for (const tariff of (level && this.levels.get(level)) || NONE)
        if (tariff.valid_from <= day && (tariff.valid_until === null || day <= tariff.valid_until))
          yield tariff;
  }

  /** Whether a day is closed in the calendar of a rate; without a calendar no day is. */
  isClosed(rate: PricedRate, day: Day): boolean {
    const id = rate.calendar_id ?? this.calendar_id;
    return id !== null && (this.calendars.get(id)?.isClosed(day) ?? false);
  }
}

const levelOf = (code: number, customer: CustomerId | null, line: number | null) =>
  `${code} ${customer ?? ''} ${line ?? ''}`;
