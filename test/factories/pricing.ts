import { DateTime } from 'luxon';
import type { SubjectFacts } from '../../src/billing/facts/subject-facts';
import { dayFrom } from '../../src/billing/pricing/local-days';
import {
  OpenDays,
  PriceList,
  type PricedCode,
  type PricedTariff,
} from '../../src/billing/pricing/price-list';
import { MEASURES, type Measure } from '../../src/billing/tariffs/measures';
import type { PricedRate } from '../../src/billing/tariffs/rate';

export const ZONE = 'Europe/Amsterdam';
/** A local time of Amsterdam, or an instant with its zone. */
export const at = (text: string) =>
  /Z$|[+-]\d\d:\d\d$/.test(text) ? Date.parse(text) : DateTime.fromISO(text, { zone: ZONE }).toMillis();

export function code(measure: Measure, more: Partial<PricedCode> = {}): PricedCode {
  const { payers } = MEASURES[measure];
  return {
    id: 1,
    code: 'STOR',
    name: null,
    measure,
    cargo: 'container',
    lift_type: null,
    payers,
    payers_empty: ['shipping_line'],
    priced_at: 'service_day',
    rate_required: false,
    tax_class: 'standard',
    release: true,
    ...more,
  };
}

export function rate(more: Partial<PricedRate> = {}): PricedRate {
  return {
    position: 10,
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
    per: 'container',
    tiers: [{ from: 1, amount: '20.00' }],
    minimum: null,
    maximum: null,
    quantity_step: '0.001',
    counting: 'calendar_day',
    period_hours: 24,
    first_day: 'arrival',
    last_day: 'included',
    day_starts_at: '00:00',
    calendar_id: null,
    free_units: 0,
    free_excludes_closed: false,
    charge_excludes_closed: false,
    free_time: 'kept',
    tiers_count: 'charged',
    ...more,
  };
}

export const flat = (amount: string) => [{ from: 1, amount }];
export const S = rate({
  per: 'teu',
  first_day: 'day_after_arrival',
  free_units: 5,
  free_excludes_closed: true,
  tiers: [
    { from: 1, amount: '25.00' },
    { from: 6, amount: '40.00' },
  ],
});

export function tariff(rates: PricedRate[], more: Partial<PricedTariff> = {}): PricedTariff {
  return {
    id: 1,
    name: 'Public 2026',
    currency: 'EUR',
    valid_from: dayFrom('2020-01-01'),
    valid_until: null,
    customer: null,
    shipping_line_id: null,
    rates,
    ...more,
  };
}

const EASTER = new OpenDays(
  [6, 7],
  new Map([dayFrom('2026-04-03'), dayFrom('2026-04-06')].map((day) => [day, true])),
);

export const listOf = (tariffs: PricedTariff[], codes = [code('storage')]) =>
  new PriceList({ zone: ZONE, codes, tariffs, calendars: new Map([[1, EASTER]]), calendar_id: 1 });

export type Stay = Partial<SubjectFacts> & { in?: string; out?: string | null };

export function stay({
  in: came = '2026-03-02T22:15',
  out = '2026-03-16T09:30',
  ...more
}: Stay = {}): SubjectFacts {
  const began_at = at(came);
  const ended_at = out === null ? null : at(out);
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
    ...more,
  };
}

/** The same stay as if it left by truck at a time. */
export const leaving = (facts: SubjectFacts, time: number): SubjectFacts => ({
  ...facts,
  ended_at: time,
  spans: { storage: [{ from: facts.began_at!, until: time }] },
  events: [
    {
      measure: 'gate_out',
      event: 'departure',
      at: time,
      side: 'departure',
      container_status: 'full',
    },
  ],
});
