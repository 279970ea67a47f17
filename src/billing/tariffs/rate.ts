import type {
  BANDS_OF,
  COUNTINGS,
  FIRST_DAYS,
  FREE_TIMES,
  LAST_DAYS,
  Per,
  RATE_EVENTS,
  TIERS_COUNTS,
} from './measures';

/** A price from the unit of this number on. */
export interface Tier {
  from: number;
  amount: string;
}

/** What a rate holds for: what is null or empty holds for everything. */
export interface RateConditions {
  container_statuses: string[];
  usages: string[];
  sizes: number[];
  container_types: number[];
  is_reefer: boolean | null;
  operating_reefer: boolean | null;
  shipping_lines: number[];
  consignees: number[];
  commodity_types: number[];
  arrived_by: string[];
  departed_by: string[];
  transshipment: boolean | null;
  working_day: boolean | null;
  event: (typeof RATE_EVENTS)[number] | null;
  band: { of: (typeof BANDS_OF)[number]; from: string | null; until: string | null } | null;
}

/** How units are counted, and which are free. */
export interface Counting {
  counting: (typeof COUNTINGS)[number];
  period_hours: number;
  first_day: (typeof FIRST_DAYS)[number];
  last_day: (typeof LAST_DAYS)[number];
  day_starts_at: string;
  free_units: number;
  free_excludes_closed: boolean;
  charge_excludes_closed: boolean;
  free_time: (typeof FREE_TIMES)[number];
  tiers_count: (typeof TIERS_COUNTS)[number];
}

export interface PricedRate extends RateConditions, Counting {
  position: number;
  charge_code_id: number;
  per: Per;
  /** One tier is a plain amount. */
  tiers: Tier[];
  minimum: string | null;
  maximum: string | null;
  quantity_step: string;
  calendar_id: number | null;
}
