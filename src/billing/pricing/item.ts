import type { CustomerId } from '../facts/subject-facts';
import type { Day, Instant } from './local-days';
import type { PricedCode, PricedTariff } from './price-list';
import type { PricedRate } from '../tariffs/rate';

export const PROBLEM_CODES = [
  'rate_missing',
  'payer_missing',
  'tax_missing',
  'quantity_missing',
  'discharge_open',
  'calculation_failed',
] as const;

/** Why something that happened makes no charge, or none that can be invoiced. */
export interface Problem {
  charge_code_id: number | null;
  code: (typeof PROBLEM_CODES)[number];
  sentence: string;
}

/** How the units of a subject and code are counted: by the rate of the first one. */
export interface Basis {
  rate: PricedRate;
  free_units: number;
  /** The numbers of the agreements that made the free time longer. */
  agreements: string[];
  first_day: Day;
  free_from: Day | null;
  free_until: Day | null;
  /** The closed days that are free. */
  closed_days: Day[];
}

/** One event or unit that should be charged. */
export interface Item {
  code: PricedCode;
  /** What happened; null for a unit. `minimum` and `maximum` make up for the limits of a rate. */
  event: string | null;
  /** Counts the charged units from 1; null for an event. */
  unit: number | null;
  /** The day of service. */
  day: Day;
  begin: Instant;
  /** The unit that made it be charged: itself, or the first one behind free time that is lost. */
  due: { day: Day; begin: Instant };
  payer: CustomerId | null;
  tariff: Pick<PricedTariff, 'id' | 'name' | 'currency'>;
  rate: PricedRate;
  amount: string;
  quantity: string;
  billed_by: string;
  /** The day whose tariffs hold. */
  priced_on: Day;
  nomination: string | null;
  /** Null for an event. */
  basis: Basis | null;
}
