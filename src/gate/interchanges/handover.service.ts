import { Injectable } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, effect, known, type Query, rows } from '../../common/database/sql/query';
import { ReleaseRules } from '../../cargo/release/release-rules.service';
import { expectedVoyageNumber } from '../../cargo/stays/expected-voyage';
import { atTerminal } from '../../places/locations/locations';
import type { BookingNow } from '../bookings/booking-now';
import { BookingRules } from '../bookings/booking-rules.service';
import type { GateOfTerminal } from '../visitors/other-terminal.rules';
import type { KeptEquipment } from './desk.rules';
import { type Handover, isAbsent, type LoadedHandovers, type PlaceOfPurpose } from './handover.rules';

/**
 * SQL: the booking of a purpose `p`; for a full container that is dropped off without one, the booking of the container
 * `c`.
 */
const BOOKING = `coalesce(p.booking_id,
  CASE WHEN p.purpose_type = 'drop off' AND p.container_status = 'full' THEN c.booking_id END)`;
/** SQL: the announced seals of a purpose. */
export const announcedSeals = (purpose: string) =>
  `ARRAY(SELECT btrim(s) FROM unnest(${purpose}.seals) s WHERE btrim(s) <> '')`;
const IS_HERE = atTerminal('c.current_location_type');
const WITH_CONTAINER =
  'LEFT JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id';

/**
 * SQL: another visit inside, an open interchange of which names the container `c`. A truck may fetch what another one
 * brings once it is here.
 * @param own SQL of the id of the own visit
 * @param fetches SQL: whether the container is picked up
 */
export const otherVisit = (own: Sql, fetches: Sql): Sql => sql`
  SELECT min(v.id) FROM interchanges w
  JOIN truck_visits v ON v.organization_id = w.organization_id AND v.id = w.truck_visit_id AND v.gated_out_at IS NULL
  WHERE w.organization_id = c.organization_id AND w.container_id = c.id AND NOT w.completed
    AND v.id IS DISTINCT FROM ${own}
    AND NOT (${fetches} AND w.type = 'interchange_in' AND (${raw(IS_HERE)}) IS TRUE)`;

/** Checks purposes, announced or added at the gate, and turns them into interchanges. */
@Injectable()
export class HandoverService {
  constructor(
    private readonly db: Db,
    private readonly bookings: BookingRules,
    private readonly release: ReleaseRules,
  ) {}

  /**
   * Locks the containers and bookings of purposes until the transaction ends. Lock order: containers by id, then
   * bookings by id. Call it before any write that refers to a container, because two transactions that have written
   * such rows and then lock the container can deadlock.
   * @param purposes a condition on the purpose `p`
   */
  lock(purposes: Sql): Query<unknown> {
    const { organization_id } = this.db.actor;
    const ids = (column: string) => sql`
      SELECT ${raw(column)} FROM purposes p ${raw(WITH_CONTAINER)}
      WHERE p.organization_id = ${organization_id} AND ${purposes}`;
    return all(
      effect(sql`
        SELECT FROM containers WHERE organization_id = ${organization_id} AND id = ANY(ARRAY(${ids('p.container_id')}))
        ORDER BY id FOR NO KEY UPDATE`),
      this.bookings.lock(ids(BOOKING)),
    );
  }

  /**
   * Reads what else decides whether the gate allows the purposes: their bookings, and where absent containers are.
   * @param force whether containers are dropped off though a voyage announced them (decision 780)
   */
  load(
    asked: Handover[],
    gate: GateOfTerminal | undefined,
    { force = false }: { force?: boolean } = {},
  ): Query<LoadedHandovers> {
    const replaced = force
      ? asked.flatMap(({ expected_by, container_id }) => (expected_by ? container_id! : []))
      : [];
    const handovers = force ? asked.map((each) => ({ ...each, expected_by: null })) : asked;
    const bookings = handovers.flatMap(({ booking_id }) => booking_id ?? []);
    const types = [...new Set(handovers.flatMap(({ container_type_id }) => container_type_id ?? []))];
    const absent = handovers.flatMap((each) => (isAbsent(each) ? each.container_id! : []));
    const { validates_bills, other_terminal } = this.db.actor;
    const { refusals } = this.release;
    return all(
      bookings.length
        ? this.bookings.now(among('b.id', bookings), sql`SELECT unnest(${types}::bigint[])`)
        : known(new Map<number, BookingNow>()),
      this.release.reasons(absent),
    ).map(([now, reasons]) => ({
      handovers,
      bookings: now,
      reasons,
      refusals,
      validates_bills,
      replaced,
      gate,
      other_terminal,
    }));
  }

  /**
   * Creates an interchange for each purpose, and returns their ids in order of the purposes.
   * @param truck_visit_id the id of the visit, or SQL that selects it
   * @param marked the ids of the purposes whose containers stand at another terminal
   * @param places the lines and releases of their bookings
   */
  make(
    truck_visit_id: number | Sql,
    purposes: Sql,
    marked: number[],
    places: PlaceOfPurpose[],
  ): Query<number[]> {
    const { organization_id } = this.db.actor;
    return rows<{ id: number }>(sql`
      INSERT INTO interchanges (organization_id, truck_visit_id, purpose_id, other_terminal, booking_line_id,
        booking_release_id, ${raw(OF_PURPOSE.join(', '))})
      SELECT ${organization_id}, (${truck_visit_id}), p.id, ${among('p.id', marked)}, w.line, w.release,
        ${raw(VALUES.join(', '))}
      FROM purposes p ${raw(WITH_CONTAINER)}
      LEFT JOIN json_to_recordset(${JSON.stringify(places)}::json) w(id bigint, line bigint, release bigint) ON w.id = p.id
      WHERE p.organization_id = ${organization_id} AND ${purposes} ORDER BY p.position
      RETURNING id`).map((made) => made.map(({ id }) => id));
  }

  /**
   * Rewrites an interchange from another purpose.
   * @param kept the container and chassis that it keeps where the purpose names none
   * @param other_terminal whether the container that the purpose names stands at another terminal
   * @param place the line and release of its booking; undefined without one
   */
  remake(
    interchange_id: number,
    purpose_id: number,
    kept: KeptEquipment,
    other_terminal: boolean,
    place: PlaceOfPurpose | undefined,
  ): Query<void> {
    const values = Object.entries({ ...SAID, ...keeping(kept) });
    return effect(sql`
      UPDATE interchanges i
      SET (purpose_id, ${raw(values.map(([column]) => column).join(', '))}, updated_at)
        = (p.id, ${join(values.map(([, value]) => (typeof value === 'string' ? raw(value) : value)))}, now()),
        booking_line_id = ${place?.line ?? null}::bigint, booking_release_id = ${place?.release ?? null}::bigint,
        other_terminal = CASE WHEN p.container_id IS NULL
          THEN i.other_terminal AND ${kept.container_id !== null} ELSE ${other_terminal} END
      FROM purposes p ${raw(WITH_CONTAINER)}
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = ${interchange_id}
        AND p.organization_id = i.organization_id AND p.id = ${purpose_id}`);
  }

  /** The purposes with what the gate knows about their cargo. The caller has locked their containers and bookings. */
  asked(purposes: Sql): Query<Handover[]> {
    return rows<Handover>(sql`
      SELECT p.id, p.purpose_type, p.cargo_type, p.container_status, p.container_id, c.number AS container,
        (${raw(IS_HERE)}) IS TRUE AS here, c.container_status AS own_status,
        CASE WHEN p.purpose_type = 'drop off' THEN ${expectedVoyageNumber} END AS expected_by,
        m.id AS terminal_id, m.name AS terminal,
        CASE WHEN c.id IS NOT NULL THEN (${otherVisit(sql`p.truck_visit_id`, sql`p.purpose_type = 'pick up'`)}) END AS on_visit,
        c.usage IS DISTINCT FROM 'export' AND coalesce(p.container_usage, c.usage, '') = 'import' AS is_import,
        p.chassis_id, h.number AS chassis, h.current_location_type AS chassis_at,
        EXISTS (
          SELECT FROM interchanges i
          WHERE i.organization_id = p.organization_id AND i.truck_visit_id = p.truck_visit_id
            AND i.chassis_id = p.chassis_id AND i.type = 'interchange_in' AND NOT i.completed) AS chassis_carried,
        ${raw(BOOKING)} AS booking_id, coalesce(p.booking_line_id, CASE WHEN p.booking_id IS NULL OR p.booking_id = c.booking_id
          THEN (SELECT s.booking_line_id FROM container_stays s
            WHERE s.organization_id = c.organization_id AND s.id = c.stay_id AND s.booking_id = c.booking_id) END) AS booking_line_id,
        false AS names_line, p.booking_release_id, l.id AS shipping_line_id, l.code AS shipping_line,
        k.id AS container_type_id, k.code AS container_type, p.bill_of_lading,
        EXISTS (
          SELECT FROM container_bills cb
          JOIN bill_of_ladings b ON b.organization_id = cb.organization_id AND b.id = cb.bill_of_lading_id
          WHERE cb.organization_id = c.organization_id AND cb.stay_id = c.stay_id
            AND b.number = p.bill_of_lading) AS on_bill
      FROM purposes p
      ${raw(WITH_CONTAINER)}
      LEFT JOIN chassis h ON h.organization_id = p.organization_id AND h.id = p.chassis_id
      LEFT JOIN shipping_lines l ON l.organization_id = p.organization_id
        AND l.id = coalesce(p.shipping_line_id, c.shipping_line_id)
      LEFT JOIN container_types k ON k.organization_id = p.organization_id
        AND k.id = coalesce(p.container_type_id, c.container_type_id)
      LEFT JOIN terminals m ON m.organization_id = p.organization_id
        AND m.id = location_terminal(c.organization_id, c.current_location_type, c.current_location_id)
      WHERE p.organization_id = ${this.db.actor.organization_id} AND ${purposes} ORDER BY p.position`);
  }
}

/** The columns of an interchange that come from its purpose, with their SQL. */
const SAID: Record<string, string> = {
  type: `CASE p.purpose_type WHEN 'drop off' THEN 'interchange_in' ELSE 'interchange_out' END`,
  container_id: 'p.container_id',
  chassis_id: 'p.chassis_id',
  booking_id: BOOKING,
  delivery_order_id: 'p.delivery_order_id',
  dock_receipt_id: 'p.dock_receipt_id',
  seals: announcedSeals('p'),
  weight: 'p.interchange_weight',
};
const [OF_PURPOSE, VALUES] = [Object.keys(SAID), Object.values(SAID)];

/** SQL: the container and chassis of a purpose `p`, or else those that are kept. */
const keeping = (kept: KeptEquipment): Record<string, Sql> => ({
  container_id: sql`coalesce(p.container_id, ${kept.container_id}::bigint)`,
  chassis_id: sql`coalesce(p.chassis_id, ${kept.chassis_id}::bigint)`,
});
