/** What a price is per. */
export const PERS = [
  'container',
  'teu',
  'tonne',
  'cubic_metre',
  'revenue_tonne',
  'gross_tonnage',
  'metre',
  'square_metre',
  'piece',
  'once',
] as const;
export type Per = (typeof PERS)[number];

/** The roles in which a customer pays. */
export const PAYER_ROLES = [
  'nominated',
  'orderer',
  'consignee',
  'shipping_line',
  'trucking_company',
  'agent',
] as const;
export type PayerRole = (typeof PAYER_ROLES)[number];

/** The records that charges are for. */
export const SUBJECT_TYPES = [
  'container_stay',
  'voyage',
  'truck_visit',
  'appointment',
  'packing_list_item',
  'vehicle',
  'breakbulk',
  'service_order',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** The kinds of cargo that a charge code is for. */
export const CARGOS = ['container', 'vehicle', 'breakbulk'] as const;
export type Cargo = (typeof CARGOS)[number];

interface MeasureOf {
  subject: SubjectType;
  /** Whether it is counted in days or periods, instead of by events. */
  counted?: true;
  pers: readonly Per[];
  /** Who pays, unless the charge code says it. */
  payers: readonly PayerRole[];
  /** The unit in UN/ECE Recommendation 20, unless the charge code says it. */
  unit_code: string;
  /** What one of it is called on a line; that of what is counted follows from the rate. */
  billed_by: string;
}

const OF_STAY = ['once', 'container', 'teu', 'tonne'] as const;
const OF_VOYAGE = ['once', 'gross_tonnage', 'metre'] as const;
const OF_ITEM = ['once', 'piece', 'tonne', 'cubic_metre', 'revenue_tonne'] as const;
const CARGO_PAYS = ['nominated', 'consignee', 'shipping_line'] as const;

const ofStay = (unit_code: string, billed_by: string) =>
  ({ subject: 'container_stay', pers: OF_STAY, payers: CARGO_PAYS, unit_code, billed_by }) as const;
const ofTruck = (subject: SubjectType, billed_by: string) =>
  ({ subject, pers: ['once'], payers: ['trucking_company'], unit_code: 'C62', billed_by }) as const;

/** Which records a charge code looks at, and how much of what it sells they say. */
export const MEASURES = {
  discharge: ofStay('C62', 'move'),
  load: ofStay('C62', 'move'),
  gate_in: ofStay('C62', 'move'),
  gate_out: ofStay('C62', 'move'),
  yard_move: ofStay('C62', 'move'),
  wharfage: ofStay('TNE', 'move'),
  storage: { ...ofStay('DAY', 'day'), counted: true },
  reefer_power: { ...ofStay('HUR', 'day'), counted: true },
  restow: ofStay('C62', 'move'),
  special_lift: {
    subject: 'voyage',
    pers: OF_VOYAGE,
    payers: ['agent'],
    unit_code: 'C62',
    billed_by: 'move',
  },
  vessel_call: {
    subject: 'voyage',
    counted: true,
    pers: OF_VOYAGE,
    payers: ['agent'],
    unit_code: 'DAY',
    billed_by: 'day',
  },
  strip: {
    subject: 'packing_list_item',
    pers: OF_ITEM,
    payers: CARGO_PAYS,
    unit_code: 'TNE',
    billed_by: 'item',
  },
  truck_visit: ofTruck('truck_visit', 'visit'),
  futile_trip: ofTruck('truck_visit', 'visit'),
  appointment_missed: ofTruck('appointment', 'appointment'),
  service_order: {
    subject: 'service_order',
    pers: ['once'],
    payers: ['orderer'],
    unit_code: 'C62',
    billed_by: 'order',
  },
} as const satisfies Record<string, MeasureOf>;

export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** The measures of vehicles and breakbulk, beside those of containers. */
const OTHER_CARGO: readonly Measure[] = ['discharge', 'load', 'wharfage', 'storage', 'yard_move'];
const OF_CARGO = ['once', 'piece', 'tonne', 'cubic_metre', 'revenue_tonne', 'square_metre'] as const;

/** Whether a measure looks at cargo of this kind. */
export const hasCargo = (measure: Measure, cargo: Cargo): boolean =>
  cargo === 'container' || OTHER_CARGO.includes(measure);

/** What a measure is of cargo of this kind, in the general type. */
export function measureOf({ measure, cargo }: { measure: Measure; cargo: Cargo }): MeasureOf {
  const found: MeasureOf = MEASURES[measure];
  return cargo === 'container' ? found : { ...found, subject: cargo, pers: OF_CARGO };
}

/** Where units are counted from. */
export const FIRST_DAYS = ['arrival', 'day_after_arrival', 'day_after_discharge'] as const;
export const COUNTINGS = ['calendar_day', 'period'] as const;
export const LAST_DAYS = ['included', 'excluded'] as const;
export const FREE_TIMES = ['kept', 'lost'] as const;
export const TIERS_COUNTS = ['charged', 'all'] as const;
export const PRICED_AT = ['service_day', 'arrival'] as const;
export const BANDS_OF = ['weight', 'length', 'gross_tonnage'] as const;
export const RATE_EVENTS = ['arrival', 'departure'] as const;
