import sql, { join, Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { conditionsOf } from '../../events/feed/filters';
import type { DcsaEventQuery } from './dcsa-event.dto';
import type { Told } from './sent-events';

/** The most events of the feed that one request looks at. Whoever finds less than a page goes on behind them. */
export const LOOKED = 2000;

/** The part of the feed in which events can be. */
export interface Span {
  /** The id of the first event to look at. */
  from: number;
  /** The id of the last one; undefined for the end of the feed. */
  until: number | undefined;
}

/**
 * SQL that selects the ids of the events that a query can mean, in their order and `LOOKED` at most: by the index of the
 * feed that serves its narrowest filter. The other filters have to be looked at in what it finds.
 */
export async function walkOf(db: Db, query: DcsaEventQuery, told: Told[], span: Span): Promise<Sql> {
  const { organization_id } = db.actor;
  const { equipmentReference, carrierBookingReference, carrierVoyageNumber, vesselIMONumber } = query;
  const types = [...new Set(told.map(({ type }) => type))];
  const walk = (condition: Sql) => sql`
    SELECT e.id FROM events e
    WHERE e.organization_id = ${organization_id} AND ${condition} AND e.id >= ${span.from}
      ${span.until === undefined ? sql`` : sql`AND e.id <= ${span.until}`}
    ORDER BY e.id LIMIT ${LOOKED}`;
  const first = (ids: Sql) => sql`SELECT w.id FROM (${ids}) w ORDER BY w.id LIMIT ${LOOKED}`;

  if (equipmentReference)
    return first(sql`
      SELECT e.id FROM unnest(${equipmentReference.map(normalizeContainerNumber)}::text[]) r(number)
      CROSS JOIN LATERAL (${walk(sql`e.subject_key = r.number AND e.type = ANY(${types}::text[])`)}) e`);

  if (carrierBookingReference) {
    const concerned: Sql[] = [];
    for (const record of carrierBookingReference)
      concerned.push(...(await conditionsOf(db, { about: { type: 'booking', record } })));
    return walk(sql`(${join(concerned, ' OR ')}) AND e.type = ANY(${types}::text[])`);
  }

  if (carrierVoyageNumber || vesselIMONumber) {
    const ofVoyages = types.filter((type) => type.startsWith('voyage.'));
    return first(sql`
      SELECT e.id FROM voyages v
      CROSS JOIN LATERAL (
        (${walk(sql`e.voyage_id = v.id`)})
        UNION ALL
        (${walk(sql`e.subject_key = v.number AND e.type = ANY(${ofVoyages}::text[])`)})
      ) e
      WHERE v.organization_id = ${organization_id} AND ${isCall(organization_id, query)}`);
  }

  return first(sql`
    SELECT e.id FROM unnest(${types}::text[]) t(type)
    CROSS JOIN LATERAL (${walk(sql`e.type = t.type`)}) e`);
}

/** SQL: whether the voyage `v` is one of those that a query names, by one of its numbers or its vessel. */
function isCall(organization_id: number, { carrierVoyageNumber, vesselIMONumber }: DcsaEventQuery): Sql {
  if (carrierVoyageNumber)
    return sql`v.id IN (
      SELECT o.id FROM voyages o
      WHERE o.organization_id = ${organization_id} AND o.number = ANY(${carrierVoyageNumber}::text[])
      UNION
      SELECT f.voyage_id FROM manifests f
      WHERE f.organization_id = ${organization_id}
        AND f.shipping_line_voyage_number = ANY(${carrierVoyageNumber}::text[]))`;
  return sql`v.vessel_id IN (
    SELECT s.id FROM vessels s
    WHERE s.organization_id = ${organization_id} AND s.imo_number = ANY(${vesselIMONumber}::text[]))`;
}
