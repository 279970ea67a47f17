import { Injectable } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { planned } from '../../common/database/sql/query';
import { EventsLost, Gone, NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { ArrayPart } from '../../common/pagination/page';
import { goesOn, oldestOf } from '../../events/epochs';
import { terminalId } from '../../places/locations/place-of';
import { compose, type Facts } from './compose';
import { createdConditions, spanOf } from './created';
import { behind, cursorOf, type DcsaEventQuery } from './dcsa-event.dto';
import type { DcsaEvent } from './dcsa-event.view';
import { type Place, placeOf } from './event-id';
import { facilityOf } from './facility';
import { linesSeen } from './lines-seen';
import { type Told, TOLD } from './sent-events';
import { LOOKED, walkOf } from './walks';

/** What a statement found in the part of the feed that it looked at. */
interface Found {
  rows: Facts[] | null;
  looked: number;
  looked_id: number | null;
  last_id: number | null;
  pruned_id: number | null;
  oldest_id: number | null;
  goes_on: number | null;
  uuid: string | null;
}

/** Tells the events of the feed as DCSA Track & Trace has them. */
@Injectable()
export class TrackAndTraceService {
  constructor(private readonly db: Db) {}

  /** @throws Gone when events behind the cursor were pruned, and EventsLost when its event is of another history */
  async list(query: DcsaEventQuery): Promise<ArrayPart> {
    const limit = query.limit ?? 100;
    const told = toldIn(query);
    const start = query.cursor ?? behind();
    const span = await spanOf(this.db, query, start.event);
    const walk = await walkOf(this.db, query, told, span);
    const conditions = [...filtersOf(this.db.actor.organization_id, query), ...createdConditions(query)];
    const found = await this.find(walk, told, start, conditions, limit);
    if (query.cursor && start.event < (found.pruned_id ?? 0)) throw new Gone(start.event, found.oldest_id!);
    if (found.goes_on !== null) throw new EventsLost(start.event, found.goes_on);
    const next = nextOf(found, start, limit);
    return { items: this.shown(found), current: cursorOf(start), next: cursorOf(next) };
  }

  /** @throws NotFound */
  async show(eventID: string): Promise<DcsaEvent> {
    const { organization_id } = this.db.actor;
    const [feed] = await this.db.query<{ uuid: string }>(
      sql`SELECT f.uuid FROM event_feeds f WHERE f.organization_id = ${organization_id}`,
    );
    const place = feed && placeOf(feed.uuid, eventID);
    if (!place) throw new NotFound('Event', eventID);
    const told = TOLD.filter(({ part }) => part === place.part);
    const walk = sql`SELECT e.id FROM events e WHERE e.organization_id = ${organization_id} AND e.id = ${place.event}`;
    const [event] = this.shown(await this.find(walk, told, behind(), [], 1));
    if (!event) throw new NotFound('Event', eventID);
    return event;
  }

  private shown({ rows, uuid }: Found): DcsaEvent[] {
    const { time_zone } = this.db.actor;
    return (rows ?? []).map((facts) => compose(facts, uuid!, time_zone));
  }

  /** Finds events behind a place among those that the walk passes. */
  private async find(
    walk: Sql,
    told: Told[],
    { event, part }: Place,
    filters: Sql[],
    limit: number,
  ): Promise<Found> {
    const { organization_id } = this.db.actor;
    const conditions = [
      sql`(e.id > ${event} OR k.part > ${part})`,
      sql`(k.field IS NULL OR e.changes -> k.field ->> 1 IS NOT NULL)`,
      ...filters,
      ...isSeen(this.db),
    ];
    // The plan is for these values, because filters differ much in how many events they leave.
    const statement = planned(sql`
      WITH feed AS (
        SELECT f.uuid, f.last_id, f.pruned_id, ${oldestOf} AS oldest_id, ${goesOn(event)} AS goes_on FROM event_feeds f WHERE f.organization_id = ${organization_id}
      ), walked AS MATERIALIZED (${walk}), found AS MATERIALIZED (
        SELECT e.id, k.part, k.kind, k.code, k.classifier, k.field
        FROM walked w
        JOIN events e ON e.organization_id = ${organization_id} AND e.id = w.id
        JOIN jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
          AS k(type text, part integer, kind text, code text, classifier text, field text) ON k.type = e.type
        WHERE ${join(conditions, ' AND ')}
        ORDER BY e.id, k.part LIMIT ${limit}
      )
      SELECT (SELECT json_agg(f ORDER BY f.id, f.part) FROM (${factsOf(organization_id)}) f) AS rows,
        (SELECT count(*) FROM walked) AS looked, (SELECT max(id) FROM walked) AS looked_id,
        (SELECT last_id FROM feed) AS last_id, (SELECT pruned_id FROM feed) AS pruned_id,
        (SELECT oldest_id FROM feed) AS oldest_id, (SELECT goes_on FROM feed) AS goes_on,
        (SELECT uuid FROM feed) AS uuid`);
    const [found] = await this.db.query<Found>(statement);
    return found!;
  }
}

/** The place behind what was found: behind the last event of a full answer, of the walk, or of the feed. */
function nextOf({ rows, looked, looked_id, last_id }: Found, start: Place, limit: number): Place {
  const last = rows?.length === limit ? rows.at(-1) : undefined;
  if (last) return { event: last.id, part: last.part };
  if (looked === LOOKED) return behind(looked_id!);
  return behind(Math.max(start.event, last_id ?? 0));
}

/** What is told of the kinds that a query asks for. Containers and bookings are in events of equipment only. */
function toldIn(query: DcsaEventQuery): Told[] {
  const { eventType, equipmentEventTypeCode, transportEventTypeCode } = query;
  const isOfEquipment = query.equipmentReference ?? query.carrierBookingReference;
  return TOLD.filter(
    ({ kind, code }) =>
      (eventType?.includes(kind) ?? true) &&
      (equipmentEventTypeCode?.includes(code) ?? true) &&
      (transportEventTypeCode?.includes(code) ?? true) &&
      (!isOfEquipment || kind === 'EQUIPMENT'),
  );
}

/** SQL: the voyage of the event `e`; null at the gate. */
const VOYAGE = sql`CASE WHEN e.type LIKE 'voyage.%' THEN e.subject_id ELSE e.voyage_id END`;

/** SQL: the shipping line of the container of the event `e` then. */
const LINE = sql`(e.data -> 'shipping_line' ->> 'id')::bigint`;

/** SQL: the number that the line of the event `e` gave its voyage in a manifest, else the terminal's own. */
const voyageNumber = (organization_id: number) => sql`coalesce(
  (SELECT m.shipping_line_voyage_number FROM manifests m
   WHERE m.organization_id = ${organization_id} AND m.voyage_id = ${VOYAGE} AND m.shipping_line_id = ${LINE}
     AND m.shipping_line_voyage_number IS NOT NULL ORDER BY m.id LIMIT 1),
  (SELECT v.number FROM voyages v WHERE v.organization_id = ${organization_id} AND v.id = ${VOYAGE}))`;

/** SQL conditions on an event `e` for all filters but those that say what is told and when it was written. */
function filtersOf(organization_id: number, query: DcsaEventQuery): Sql[] {
  const { equipmentReference, carrierBookingReference, vesselIMONumber, carrierVoyageNumber } = query;
  const conditions: Sql[] = [];
  if (equipmentReference)
    conditions.push(sql`e.subject_key = ANY(${equipmentReference.map(normalizeContainerNumber)}::text[])`);
  if (carrierBookingReference)
    conditions.push(sql`e.data -> 'booking' ->> 'number' = ANY(${carrierBookingReference}::text[])`);
  if (vesselIMONumber)
    conditions.push(sql`EXISTS (SELECT FROM voyages v JOIN vessels s
        ON s.organization_id = ${organization_id} AND s.id = v.vessel_id
      WHERE v.organization_id = ${organization_id} AND v.id = ${VOYAGE}
        AND s.imo_number = ANY(${vesselIMONumber}::text[]))`);
  if (carrierVoyageNumber)
    conditions.push(sql`${voyageNumber(organization_id)} = ANY(${carrierVoyageNumber}::text[])`);
  return conditions;
}

/** SQL: whether the token sees the event `e`: it is of a container of its lines, or of a voyage with a manifest of one. */
function isSeen({ actor }: Db): Sql[] {
  const lines = linesSeen(actor);
  if (!lines) return [];
  return [
    sql`CASE WHEN e.type LIKE 'voyage.%' THEN EXISTS (SELECT FROM manifests m
        WHERE m.organization_id = ${actor.organization_id} AND m.voyage_id = e.subject_id
          AND m.shipping_line_id IN (${lines}))
      ELSE ${LINE} IN (${lines}) END`,
  ];
}

/**
 * SQL: the id of the terminal of an event: of the `place` of its movement, else of where the cargo of its voyage `d` is
 * discharged to, else the only one of the organization that has a port.
 */
const TERMINAL = `coalesce(${terminalId((column) => `place.${column}`)}, d.terminal_id, (
  SELECT CASE WHEN count(*) = 1 THEN min(o.id) END FROM terminals o
  WHERE o.organization_id = e.organization_id AND o.port_id IS NOT NULL))`;

/** SQL that selects `Facts` of the events that were found. */
function factsOf(organization_id: number): Sql {
  return sql`
    SELECT e.id, n.part, n.kind, n.code, n.classifier, e.recorded_at,
      CASE WHEN n.field IS NULL THEN e.occurred_at ELSE (e.changes -> n.field ->> 1)::timestamptz END AS happened_at,
      e.data ->> 'container_status' AS container_status,
      e.data -> 'booking' ->> 'number' AS booking,
      CASE WHEN n.kind = 'EQUIPMENT' THEN e.subject_key END AS container,
      (SELECT t.iso_type_code FROM container_types t WHERE t.organization_id = ${organization_id}
        AND t.id = (e.data -> 'container_type' ->> 'id')::bigint) AS iso_type_code,
      (SELECT json_agg(b ->> 'number') FROM json_array_elements(e.data -> 'bill_of_ladings') b) AS bills,
      m.truck_visit_id, ${VOYAGE} AS voyage_id, ${voyageNumber(organization_id)} AS voyage_number,
      (SELECT row_to_json(c) FROM (
        SELECT s.name, s.imo_number, s.call_sign, s.country_code, s.scac FROM voyages v
        JOIN vessels s ON s.organization_id = ${organization_id} AND s.id = v.vessel_id
        WHERE v.organization_id = ${organization_id} AND v.id = ${VOYAGE}
      ) c) AS vessel,
      ${raw(facilityOf(TERMINAL, 'e.organization_id'))} AS facility
    FROM found n
    JOIN events e ON e.organization_id = ${organization_id} AND e.id = n.id
    LEFT JOIN container_movements m ON m.organization_id = ${organization_id} AND m.id = e.movement_id
    CROSS JOIN LATERAL (SELECT m.organization_id,
      CASE WHEN m.movement_type IN ('gate_out', 'load') THEN m.from_location_type ELSE m.to_location_type END
        AS current_location_type,
      CASE WHEN m.movement_type IN ('gate_out', 'load') THEN m.from_location_id ELSE m.to_location_id END
        AS current_location_id
    ) place
    CROSS JOIN LATERAL (SELECT (
      SELECT coalesce(v.destination_terminal_id, b.terminal_id) FROM voyages v
      LEFT JOIN berth_areas b ON b.organization_id = ${organization_id} AND b.id = v.destination_berth_area_id
      WHERE v.organization_id = ${organization_id} AND v.id = ${VOYAGE}
    ) AS terminal_id) d`;
}
