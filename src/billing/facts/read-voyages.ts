import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { ms } from './sql-times';
import { type ReadSubject, withoutContainer } from './read-subject';
import { customer, NOTHING_KNOWN, type SubjectFacts } from './subject-facts';

/** A voyage as it is read for charging. */
interface VoyageRow {
  id: number;
  number: string;
  cancelled: boolean;
  berthed_at: number | null;
  left_berth_at: number | null;
  departed_at: number | null;
  agent_id: number | null;
  length: string | null;
  gross_tonnage: string | null;
  lifts: { id: number; at: number; lift_type: string | null }[];
}

/** The facts of the voyages with these ids, in order of id: one statement. */
export function readVoyages({ actor: { organization_id } }: Db, ids: number[]): Query<ReadSubject[]> {
  return rows<VoyageRow>(sql`
    SELECT v.id, v.number, v.cancelled, ${raw(ms('v.actual_time_of_berth'))} AS berthed_at,
      ${raw(ms('v.at_berth_departure'))} AS left_berth_at, ${raw(ms('v.actual_time_of_departure'))} AS departed_at,
      v.agent_id, s.loa::text AS length, s.gross_tonnage::text, (
        SELECT coalesce(json_agg(json_build_object('id', m.id, 'lift_type', m.lift_type,
          'at', ${raw(ms('coalesce(m.lifted_at, m.created_at)'))}) ORDER BY m.id), '[]'::json)
        FROM tally_moves m WHERE m.organization_id = v.organization_id AND m.voyage_id = v.id
          AND m.kind = 'special_lift' AND m.undone_at IS NULL) AS lifts
    FROM voyages v
    JOIN vessels s ON s.organization_id = v.organization_id AND s.id = v.vessel_id
    WHERE v.organization_id = ${organization_id} AND ${among('v.id', ids)}
    ORDER BY v.id`).map((found) => found.map((voyage) => withoutContainer(voyageFacts(voyage))));
}

/**
 * What a voyage says that charges follow from. Its call counts from its berth, once it has departed. A cancelled voyage
 * has no charges.
 */
function voyageFacts(voyage: VoyageRow): SubjectFacts {
  const { berthed_at, left_berth_at, departed_at, cancelled, length, gross_tonnage } = voyage;
  const lifts = cancelled ? [] : voyage.lifts;
  return {
    ...NOTHING_KNOWN,
    type: 'voyage',
    id: voyage.id,
    label: `voyage ${voyage.number}`,
    began_at: berthed_at,
    ended_at: departed_at,
    spans:
      cancelled || berthed_at === null
        ? {}
        : { vessel_call: [{ from: berthed_at, until: left_berth_at ?? departed_at }] },
    events: lifts.map(({ id, at, lift_type }) => ({
      measure: 'special_lift',
      event: `move:${id}`,
      at,
      side: null,
      container_status: null,
      lift_type,
    })),
    quantities: { gross_tonnage, metre: length },
    length,
    gross_tonnage,
    payers: { agent: customer('Agent', voyage.agent_id) },
  };
}

/** The facts of a voyage as if it departed at a time. One that has departed before stays as it is. */
export function voyageLeaving(facts: SubjectFacts, at: number): SubjectFacts {
  const { ended_at, spans } = facts;
  if (ended_at !== null && ended_at <= at) return facts;
  const ended = spans.vessel_call?.map(({ from, until }) => ({ from, until: until ?? at }));
  return { ...facts, ended_at: at, is_here: ended_at === null, spans: ended ? { vessel_call: ended } : {} };
}
