import type { CustomerType } from '../customers/customers';
import type { Measure, PayerRole, Per, SubjectType } from '../tariffs/measures';

/** A customer as `<customer_type>:<id>`, such as `Consignee:5`, by which customers are compared. */
export type CustomerId = string;

/** A record that charges are for, by the id of the record. */
export interface SubjectKey {
  type: SubjectType;
  id: number;
}

/** Something that happened once to a subject. */
export interface FactEvent {
  measure: Measure;
  /** What tells it from other events of the subject and measure, such as `arrival` or `move:17`. */
  event: string;
  /** In milliseconds since 1970. */
  at: number;
  side: 'arrival' | 'departure' | null;
  /** That of an arrival or a departure; null where the day decides it, as of units. */
  container_status: string | null;
  /** How much it is, where that differs from the subject. Null is not known. */
  quantities?: Partial<Record<Per, string | null>>;
  /** Multiplies the quantity; of service orders. */
  times?: string;
  /** The only charge code that it is for; of service orders. */
  charge_code_id?: number;
  lift_type?: string | null;
}

/** A span of time; without an end it goes on. */
export interface Span {
  from: number;
  until: number | null;
}

/** Who else than the payers of the charge code pays, agreed for one case. Listed by precedence. */
export interface NominationFact {
  number: string;
  customer: CustomerId;
  /** Empty for all codes. */
  charge_code_ids: number[];
  /** Days of service, both included. */
  from: string | null;
  until: string | null;
}

/** Free time that is agreed beside a rate, and holds for the subject by everything but its payer. */
export interface AgreementFact {
  number: string;
  charge_code_id: number;
  free_units: number | null;
  extra_units: number | null;
  customer: CustomerId | null;
}

/** How much of a lot is there from a time on. */
export interface Share {
  /** In milliseconds since 1970. */
  at: number;
  quantities: Partial<Record<Per, string | null>>;
}

/** What a container came with, where it has something else in it since: it was emptied or filled here. */
interface CameWith {
  commodity_type_id: number | null;
  /** Tonnes. */
  weight: string | null;
}

/**
 * What a subject says that charges follow from: read from the records by `facts`, reckoned with by `pricing`. Times are
 * in milliseconds since 1970.
 */
export interface SubjectFacts {
  type: SubjectType;
  id: number;
  /** How sentences name it: `container WHAU4142033`. */
  label: string;
  began_at: number | null;
  ended_at: number | null;
  /** Whether it goes on, and is only reckoned as if it had ended. */
  is_here?: boolean;
  events: FactEvent[];
  /** The time that is counted; of a measure that is left out nothing is. */
  spans: Partial<Record<Measure, Span[]>>;
  /** When the discharge of its voyage was complete; null while it is not, undefined where it came otherwise. */
  discharged_at: number | null | undefined;
  /** How much of it there is. A quantity that is missing is one that is not known. */
  quantities: Partial<Record<Per, string | null>>;
  /** How much of it is there from when on, in order; of breakbulk, whose pieces come and go by and by. */
  shares?: Share[];

  arrival_status: string | null;
  /** When it became empty while it was here. */
  emptied_at: number | null;
  usage: string | null;
  size: number | null;
  container_type_id: number | null;
  is_reefer: boolean | null;
  operating_reefer: boolean | null;
  shipping_line_id: number | null;
  consignee_id: number | null;
  commodity_type_id: number | null;
  arrived_by: string | null;
  /** What it left with, or leaves with as far as is known. */
  departs_by: string | null;
  /** Tonnes of the container. */
  weight: string | null;
  /** What holds for its arrival and until it was emptied, in place of its commodity and weight; left out where that is the same. */
  came_with?: CameWith;
  /** Metres of the vessel. */
  length: string | null;
  gross_tonnage: string | null;

  nominations: NominationFact[];
  agreements: AgreementFact[];
  /** Who pays in a role. `departure` has those of the departure, where they differ. */
  payers: Partial<Record<PayerRole, CustomerId | null>>;
  departure_payers?: Partial<Record<PayerRole, CustomerId | null>>;
}

/** A subject of which nothing is known but what it is. */
export const NOTHING_KNOWN = {
  began_at: null,
  ended_at: null,
  events: [],
  spans: {},
  discharged_at: undefined,
  quantities: {},
  arrival_status: null,
  emptied_at: null,
  usage: null,
  size: null,
  container_type_id: null,
  is_reefer: null,
  operating_reefer: null,
  shipping_line_id: null,
  consignee_id: null,
  commodity_type_id: null,
  arrived_by: null,
  departs_by: null,
  weight: null,
  length: null,
  gross_tonnage: null,
  nominations: [],
  agreements: [],
  payers: {},
} satisfies Omit<SubjectFacts, 'type' | 'id' | 'label'>;

/** A customer as it is compared; null for none. */
export const customer = (type: CustomerType, id: number | null): CustomerId | null =>
  id === null ? null : `${type}:${id}`;
