import { tonnes } from './quantities';
import {
  type AgreementFact,
  customer,
  type FactEvent,
  type NominationFact,
  type Span,
  type SubjectFacts,
} from './subject-facts';

/** A stay as it is read for charging. Times are in milliseconds since 1970. */
export interface StayRow {
  id: number;
  number: number;
  container_id: number;
  container: string;
  in_at: number | null;
  out_at: number | null;
  /** Set where it is reckoned as if it had left. */
  is_here?: boolean;
  arrived_by: string | null;
  departed_by: string | null;
  arrival_status: string | null;
  departure_status: string | null;
  container_status: string | null;
  emptied_at: number | null;
  usage: string | null;
  departure_voyage_id: number | null;
  size: number | null;
  container_type_id: number | null;
  is_reefer: boolean | null;
  operating_reefer: boolean;
  shipping_line_id: number | null;
  consignee_id: number | null;
  /** That of its oldest bill. */
  bill_consignee_id: number | null;
  /** Its oldest bill. */
  bill_of_lading_id: number | null;
  commodity_type_id: number | null;
  weight: string | null;
  /** What it came with, as it was kept when the container was emptied or filled. */
  arrival_commodity_type_id: number | null;
  arrival_weight: string | null;
  /** When the discharge of the voyage that it came with was closed. */
  discharged_at: number | null;
  length: string | null;
  gross_tonnage: string | null;
  agent_id: number | null;
  departure_agent_id: number | null;
  trucking_company_id: number | null;
  departure_trucking_company_id: number | null;
}

/** What belongs to a stay and is read beside it. */
export interface StayParts {
  /** Plugging and moves, those of each kind in order of their times. */
  happened: { what: 'plug_in' | 'plug_out' | 'restow' | 'yard_move'; id: number; at: number }[];
  nominations: NominationFact[];
  agreements: AgreementFact[];
}

/** What a container leaves with, as far as is known: by voyage when it is for export or for another one. */
function departsBy({ departed_by, departure_voyage_id, usage }: StayRow): string {
  return departed_by ?? (departure_voyage_id !== null || usage === 'export' ? 'voyage' : 'truck');
}

/** The stay as if it ended at a time. One that has ended before stays as it is. */
export function leaving(stay: StayRow, at: number): StayRow {
  if (stay.out_at !== null && stay.out_at <= at) return stay;
  return {
    ...stay,
    out_at: at,
    is_here: stay.out_at === null,
    departed_by: departsBy(stay),
    departure_status: stay.departure_status ?? stay.container_status,
  };
}

/** What a stay says that charges follow from. */
export function stayFacts(stay: StayRow, parts: StayParts, weight_unit: string): SubjectFacts {
  const { in_at, out_at, size, shipping_line_id } = stay;
  const { commodity_type_id, weight, came_with } = contents(stay, weight_unit);
  return {
    type: 'container_stay',
    id: stay.id,
    label: `container ${stay.container}`,
    began_at: in_at,
    ended_at: out_at,
    ...(stay.is_here && { is_here: true }),
    events: eventsOf(stay, parts),
    spans:
      in_at === null ? {} : { storage: [{ from: in_at, until: out_at }], reefer_power: plugged(stay, parts) },
    discharged_at: stay.arrived_by === 'voyage' ? stay.discharged_at : undefined,
    quantities: { container: '1', teu: size === null ? null : size === 20 ? '1' : '2', tonne: weight },
    arrival_status: stay.arrival_status ?? stay.container_status,
    emptied_at: stay.emptied_at,
    usage: stay.usage,
    size,
    container_type_id: stay.container_type_id,
    is_reefer: stay.is_reefer,
    operating_reefer: stay.operating_reefer,
    shipping_line_id,
    consignee_id: stay.consignee_id,
    commodity_type_id,
    arrived_by: stay.arrived_by,
    departs_by: departsBy(stay),
    weight,
    ...(came_with && { came_with }),
    length: stay.length,
    gross_tonnage: stay.gross_tonnage,
    nominations: parts.nominations,
    agreements: parts.agreements,
    payers: {
      consignee: customer('Consignee', stay.consignee_id ?? stay.bill_consignee_id),
      shipping_line: customer('ShippingLine', shipping_line_id),
      trucking_company: customer('TruckingCompany', stay.trucking_company_id),
      agent: customer('Agent', stay.agent_id),
    },
    departure_payers: {
      trucking_company: customer('TruckingCompany', stay.departure_trucking_company_id),
      agent: customer('Agent', stay.departure_agent_id),
    },
  };
}

/**
 * What is in the container now, and what it came with where it was emptied or filled here. Where neither is so, what was kept
 * for the arrival replaces what is not known any more, because the emptying was a mistake.
 */
function contents(
  stay: StayRow,
  weight_unit: string,
): Pick<SubjectFacts, 'commodity_type_id' | 'weight' | 'came_with'> {
  const now = { commodity_type_id: stay.commodity_type_id, weight: tonnes(stay.weight, weight_unit) };
  const came_with = {
    commodity_type_id: stay.arrival_commodity_type_id,
    weight: tonnes(stay.arrival_weight, weight_unit),
  };
  const isFilled = stay.arrival_status === 'empty' && stay.container_status === 'full';
  if (stay.emptied_at !== null || isFilled) return { ...now, came_with };
  return {
    commodity_type_id: now.commodity_type_id ?? came_with.commodity_type_id,
    weight: now.weight ?? came_with.weight,
  };
}

function eventsOf(stay: StayRow, { happened }: StayParts): FactEvent[] {
  const { in_at, out_at, arrived_by, departed_by, departure_status } = stay;
  const arrival_status = stay.arrival_status ?? stay.container_status;
  const events: FactEvent[] = [];
  const arrival = {
    event: 'arrival',
    at: in_at!,
    side: 'arrival',
    container_status: arrival_status,
  } as const;
  const departure = {
    event: 'departure',
    at: out_at!,
    side: 'departure',
    container_status: departure_status ?? stay.container_status,
  } as const;
  if (in_at !== null && arrived_by === 'voyage')
    events.push({ ...arrival, measure: 'discharge' }, { ...arrival, measure: 'wharfage' });
  if (in_at !== null && arrived_by === 'truck') events.push({ ...arrival, measure: 'gate_in' });
  if (out_at !== null && departed_by === 'voyage')
    events.push({ ...departure, measure: 'load' }, { ...departure, measure: 'wharfage' });
  if (out_at !== null && departed_by === 'truck') events.push({ ...departure, measure: 'gate_out' });
  for (const { what: measure, id, at } of happened) {
    if (measure !== 'restow' && measure !== 'yard_move') continue;
    events.push({ measure, event: `move:${id}`, at, side: null, container_status: null });
  }
  return events;
}

/** The spans in which a reefer had power, in order. One without an end goes on until the stay ends. */
function plugged({ in_at, out_at }: StayRow, { happened }: StayParts): Span[] {
  const spans: Span[] = [];
  let from: number | null = null;
  const plugs = happened.filter(({ what }) => what === 'plug_in' || what === 'plug_out');
  for (const { what, at } of plugs.sort((a, b) => a.at - b.at || a.id - b.id)) {
    if (what === 'plug_in') from ??= Math.max(at, in_at!);
    else if (from !== null) {
      spans.push({ from, until: Math.max(from, Math.min(at, out_at ?? Infinity)) });
      from = null;
    }
  }
  if (from !== null && (out_at === null || from < out_at)) spans.push({ from, until: out_at });
  return spans;
}
