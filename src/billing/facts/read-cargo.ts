import sql, { raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { agreementsFor, type AgreedOf, nominationsFor } from './agreed';
import { cargoHistory, type CargoMove } from './cargo-moves';
import { cubicMetres, quantitiesOf, squareMetres, tonnes } from './quantities';
import type { ReadSubject } from './read-subject';
import { ms } from './sql-times';
import {
  type AgreementFact,
  customer,
  type NominationFact,
  NOTHING_KNOWN,
  type SubjectFacts,
} from './subject-facts';

/** A vehicle or a lot of breakbulk as it is read for charging. */
interface CargoRow {
  id: number;
  name: string;
  quantity: number | null;
  bill_of_lading_id: number | null;
  weight: string | null;
  volume: string | null;
  length: string | null;
  width: string | null;
  usage: string | null;
  shipping_line_id: number | null;
  consignee_id: number | null;
  commodity_type_id: number | null;
  departure_voyage_id: number | null;
  discharged_at: number | null;
  agent_id: number | null;
  departure_agent_id: number | null;
  moves: CargoMove[];
  nominations: NominationFact[];
  agreements: AgreementFact[];
}

/** SQL: the movements of cargo `c`, and what is agreed for it. */
const parts = (own: 'vehicle_id' | 'breakbulk_id', zone: string, of: Omit<AgreedOf, 'arrived_on'>): Sql => {
  const moved = `cargo_movements m WHERE m.organization_id = c.organization_id AND m.${own} = c.id`;
  return sql`
    (SELECT coalesce(json_agg(json_build_object('id', m.id, 'movement_type', m.movement_type,
        'from', m.from_location_type, 'to', m.to_location_type, 'quantity', m.quantity,
        'at', ${raw(ms('m.moved_at'))}) ORDER BY m.id), '[]'::json) FROM ${raw(moved)}) AS moves,
    ${nominationsFor({ ...of, stay: 'NULL::bigint' })} AS nominations, (
      SELECT ${agreementsFor({ ...of, arrived_on: 'd.day' })}
      FROM (SELECT (min(m.moved_at) AT TIME ZONE ${zone})::date AS day FROM ${raw(moved)}) d) AS agreements`;
};

/** SQL: when the discharge of the voyage `a` was closed. */
const DISCHARGED = `(SELECT ${ms('t.closed_at')} FROM tallies t
  WHERE t.organization_id = c.organization_id AND t.voyage_id = a.id AND t.tally_type = 'discharge')`;

const BILLS = `SELECT l.bill_of_lading_id FROM vehicle_bills l
  WHERE l.organization_id = c.organization_id AND l.vehicle_id = c.id`;

/** The facts of the vehicles with these ids, in order of id: one statement. */
export function readVehicles(db: Db, ids: number[]): Query<ReadSubject[]> {
  const { organization_id, time_zone } = db.actor;
  const agreed = {
    organization: 'c.organization_id',
    bills: BILLS,
    booking: 'c.booking_id',
    shipping_line: 'c.shipping_line_id',
    consignee: 'w.consignee_id',
    usage: 'c.usage',
  };
  return rows<CargoRow>(sql`
    SELECT c.id, c.vin_number AS name, 1 AS quantity, w.bill_of_lading_id, c.weight::text, c.volume::text,
      c.length::text, c.width::text, c.usage, c.shipping_line_id, w.consignee_id, c.commodity_type_id,
      c.departure_voyage_id, ${raw(DISCHARGED)} AS discharged_at, a.agent_id, d.agent_id AS departure_agent_id,
      ${parts('vehicle_id', time_zone, agreed)}
    FROM vehicles c
    LEFT JOIN voyages a ON a.organization_id = c.organization_id AND a.id = c.arrival_voyage_id
    LEFT JOIN voyages d ON d.organization_id = c.organization_id AND d.id = c.departure_voyage_id
    CROSS JOIN LATERAL (SELECT
      (SELECT min(bill_of_lading_id) FROM (${raw(BILLS)}) l) AS bill_of_lading_id,
      coalesce((SELECT l.consignee_id FROM vehicle_consignees l
        WHERE l.organization_id = c.organization_id AND l.vehicle_id = c.id ORDER BY l.id LIMIT 1),
        (SELECT b.consignee_id FROM vehicle_bills l
        JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
        WHERE l.organization_id = c.organization_id AND l.vehicle_id = c.id AND b.consignee_id IS NOT NULL
        ORDER BY l.id LIMIT 1)) AS consignee_id) w
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}
    ORDER BY c.id`).map((found) => found.map((each) => cargoSubject('vehicle', each, db)));
}

/** The facts of the lots of breakbulk with these ids, in order of id: one statement. */
export function readBreakbulks(db: Db, ids: number[]): Query<ReadSubject[]> {
  const { organization_id, time_zone } = db.actor;
  const agreed = {
    organization: 'c.organization_id',
    bills: 'c.bill_of_lading_id',
    booking: 'NULL::bigint',
    shipping_line: 'f.shipping_line_id',
    consignee: 'l.consignee_id',
    usage: 'l.usage',
  };
  return rows<CargoRow>(sql`
    SELECT c.id, c.reference_number AS name, c.quantity, c.bill_of_lading_id, c.weight::text, c.volume::text,
      NULL AS length, NULL AS width, l.usage, f.shipping_line_id, l.consignee_id, NULL AS commodity_type_id,
      NULL AS departure_voyage_id, ${raw(DISCHARGED)} AS discharged_at, a.agent_id, NULL AS departure_agent_id,
      ${parts('breakbulk_id', time_zone, agreed)}
    FROM breakbulks c
    LEFT JOIN bill_of_ladings l ON l.organization_id = c.organization_id AND l.id = c.bill_of_lading_id
    LEFT JOIN manifests f ON f.organization_id = l.organization_id AND f.id = l.manifest_id
    LEFT JOIN voyages a ON a.organization_id = f.organization_id AND a.id = f.voyage_id
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}
    ORDER BY c.id`).map((found) => found.map((each) => cargoSubject('breakbulk', each, db)));
}

const cargoSubject = (type: 'vehicle' | 'breakbulk', cargo: CargoRow, { actor }: Db): ReadSubject => ({
  facts: cargoFacts(type, cargo, actor),
  container_id: null,
  stay_id: null,
  bill_of_lading_id: cargo.bill_of_lading_id,
});

/** What a vehicle or a lot of breakbulk says that charges follow from. */
function cargoFacts(
  type: 'vehicle' | 'breakbulk',
  cargo: CargoRow,
  { weight_unit, dimension_unit }: { weight_unit: string; dimension_unit: string },
): SubjectFacts {
  const tonne = tonnes(cargo.weight, weight_unit);
  const measured = {
    tonne,
    cubic_metre: cubicMetres(cargo.volume, dimension_unit),
    square_metre: squareMetres(cargo.length, cargo.width, dimension_unit),
  };
  const all = cargo.quantity || 1;
  const { spans, shares, events, arrived_by, departed_by } = cargoHistory(cargo.moves, measured, all);
  const { id, name, usage, shipping_line_id, consignee_id, commodity_type_id, agent_id } = cargo;
  const expected = cargo.departure_voyage_id !== null || usage === 'export' ? 'voyage' : 'truck';
  return {
    ...NOTHING_KNOWN,
    type,
    id,
    label: `${type} ${name}`,
    began_at: spans[0]?.from ?? events[0]?.at ?? null,
    ended_at: spans.at(-1)?.until ?? null,
    spans: spans.length ? { storage: spans } : {},
    events,
    ...(type === 'breakbulk' && { shares }),
    discharged_at: arrived_by === 'voyage' ? cargo.discharged_at : undefined,
    quantities: quantitiesOf(measured, all, all),
    usage,
    shipping_line_id,
    consignee_id,
    commodity_type_id,
    arrived_by,
    departs_by: departed_by ?? expected,
    weight: tonne,
    nominations: cargo.nominations,
    agreements: cargo.agreements,
    payers: {
      consignee: customer('Consignee', consignee_id),
      shipping_line: customer('ShippingLine', shipping_line_id),
      agent: customer('Agent', agent_id),
    },
    departure_payers: { agent: customer('Agent', cargo.departure_agent_id) },
  };
}
