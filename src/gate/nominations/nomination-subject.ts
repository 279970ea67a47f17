import sql, { raw, type Sql } from 'sql-template-tag';
import { STANDS } from '../../cargo/interests/standing-nominations';
import { type Query, effect, rows } from '../../common/database/sql/query';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import type { CreateNomination } from './nomination.dto';
import type { Nomination } from './nomination.entity';
import type { NamedSubject, SubjectType } from './nomination.rules';

/** What a nomination is for: one of the three is set. */
export type SubjectIds = Pick<Nomination, 'stay_id' | 'bill_of_lading_id' | 'booking_id'>;

export const COLUMN: Record<SubjectType, keyof SubjectIds> = {
  container: 'stay_id',
  bill_of_lading: 'bill_of_lading_id',
  booking: 'booking_id',
};

/** What a request names; several where it names more than one. */
export function subjectsOf({ container, bill_of_lading, booking }: CreateNomination): NamedSubject[] {
  return [
    ...(container
      ? [{ type: 'container' as const, number: normalizeContainerNumber(container), field: 'container' }]
      : []),
    ...(bill_of_lading
      ? [{ type: 'bill_of_lading' as const, number: bill_of_lading.number, field: 'bill_of_lading' }]
      : []),
    ...(booking ? [{ type: 'booking' as const, number: booking, field: 'booking' }] : []),
  ];
}

/**
 * The statement that finds the id of a stay, bill or booking, and whether the record is known. Of a container that is its open stay.
 * @param holder the party for which only that is known to which it has a right, or has given or been given one, also for its bill or booking;
 *   null for the terminal
 */
export function findSubject(
  organization_id: number,
  subject: NamedSubject,
  manifest: string | null,
  holder: number | null,
): Sql {
  const named = namedBy(organization_id, subject, manifest);
  if (holder === null) return named;
  const column = COLUMN[subject.type];
  const wider =
    column === 'stay_id'
      ? sql`
          OR n.bill_of_lading_id = ANY(ARRAY(
            SELECT l.bill_of_lading_id FROM container_bills l
            WHERE l.organization_id = ${organization_id} AND l.stay_id = f.id))
          OR n.booking_id = (
            SELECT s.booking_id FROM container_stays s WHERE s.organization_id = ${organization_id} AND s.id = f.id)`
      : sql``;
  return sql`
    SELECT f.id FROM (${named}) f
    WHERE EXISTS (${owners(organization_id, column, sql`f.id`)} AND p.id = ${holder})
      OR EXISTS (
        SELECT FROM nominations n
        WHERE n.organization_id = ${organization_id} AND n.${raw(STANDS)}
          AND (n.to_party_id = ${holder} OR n.from_party_id = ${holder})
          AND (n.${raw(column)} = f.id${wider}))`;
}

function namedBy(organization_id: number, { type, number }: NamedSubject, manifest: string | null): Sql {
  if (type === 'container')
    return sql`
      SELECT s.id FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status ${raw(IS_OPEN)}
      WHERE c.organization_id = ${organization_id} AND c.number = ${number}`;
  if (type === 'booking')
    return sql`SELECT b.id FROM bookings b WHERE b.organization_id = ${organization_id} AND b.number = ${number}`;
  return sql`
    SELECT b.id FROM manifests m
    JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id AND b.number = ${number}
    WHERE m.organization_id = ${organization_id} AND m.client_identifier = ${manifest}`;
}

/** SQL: selects the ids of the stays that a nomination covers: its own, or the open ones on its bill or of its booking. */
export function coveredStays(
  organization_id: number,
  { stay_id, bill_of_lading_id, booking_id }: SubjectIds,
): Sql {
  if (stay_id !== null) return sql`SELECT ${stay_id}::bigint`;
  if (bill_of_lading_id !== null)
    return sql`SELECT l.stay_id FROM container_bills l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status ${raw(IS_OPEN)}
      WHERE l.organization_id = ${organization_id} AND l.bill_of_lading_id = ${bill_of_lading_id}`;
  return sql`SELECT s.id FROM container_stays s
    WHERE s.organization_id = ${organization_id} AND s.booking_id = ${booking_id} AND s.status ${raw(IS_OPEN)}`;
}

/**
 * Locks a subject until the transaction ends, in the order of the gate: its containers by id, then its bill or booking, so that
 * no container joins it. The containers that joined before are locked then.
 */
export function lockSubject(organization_id: number, ids: SubjectIds): Query<void>[] {
  const { bill_of_lading_id, booking_id } = ids;
  const whole = (table: string, id: number) =>
    effect(
      sql`SELECT FROM ${raw(table)} WHERE organization_id = ${organization_id} AND id = ${id} FOR UPDATE`,
    );
  const containers = effect(sql`
      SELECT FROM containers WHERE organization_id = ${organization_id} AND id IN (
        SELECT s.container_id FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.id IN (${coveredStays(organization_id, ids)}))
      ORDER BY id FOR NO KEY UPDATE`);
  if (bill_of_lading_id !== null)
    return [containers, whole('bill_of_ladings', bill_of_lading_id), containers];
  if (booking_id !== null) return [containers, whole('bookings', booking_id), containers];
  return [containers];
}

/**
 * The parties that have the right to collect themselves: of a stay its consignee, those of its bills and its line; of a bill
 * its consignee and the line of its manifest; of a booking its line.
 */
export function ownersOf(organization_id: number, ids: SubjectIds): Query<number[]> {
  const column = Object.values(COLUMN).find((each) => ids[each] !== null)!;
  return rows<{ id: number }>(owners(organization_id, column, sql`${ids[column]}`)).map((found) =>
    found.map(({ id }) => id),
  );
}

/** SQL: selects these parties as `p`, with a condition at its end. */
function owners(organization_id: number, column: keyof SubjectIds, id: Sql): Sql {
  const companies = {
    stay_id: sql`
      SELECT s.consignee_id, s.shipping_line_id FROM container_stays s
      WHERE s.organization_id = ${organization_id} AND s.id = ${id} AND s.status ${raw(IS_OPEN)}
      UNION ALL
      SELECT b.consignee_id, NULL FROM container_bills l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status ${raw(IS_OPEN)}
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE l.organization_id = ${organization_id} AND l.stay_id = ${id}`,
    bill_of_lading_id: sql`
      SELECT b.consignee_id, m.shipping_line_id FROM bill_of_ladings b
      JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
      WHERE b.organization_id = ${organization_id} AND b.id = ${id}`,
    booking_id: sql`
      SELECT NULL::bigint AS consignee_id, b.shipping_line_id FROM bookings b
      WHERE b.organization_id = ${organization_id} AND b.id = ${id}`,
  };
  return sql`
    SELECT p.id FROM (${companies[column]}) c
    JOIN parties p ON p.organization_id = ${organization_id}
      AND (p.consignee_id = c.consignee_id OR p.shipping_line_id = c.shipping_line_id)
    WHERE true`;
}

/** SQL: the condition that the nomination `n` is for this subject. */
export function isFor({ stay_id, bill_of_lading_id, booking_id }: SubjectIds): Sql {
  if (stay_id !== null) return sql`n.stay_id = ${stay_id}`;
  if (bill_of_lading_id !== null) return sql`n.bill_of_lading_id = ${bill_of_lading_id}`;
  return sql`n.booking_id = ${booking_id}`;
}

/** SQL: the condition that the nomination `n` is for a bill or the booking of this stay. */
export function isWider(organization_id: number, { stay_id }: SubjectIds): Sql {
  if (stay_id === null) return sql`false`;
  return sql`n.bill_of_lading_id = ANY(ARRAY(
      SELECT l.bill_of_lading_id FROM container_bills l
      WHERE l.organization_id = ${organization_id} AND l.stay_id = ${stay_id}))
    OR n.booking_id = (
      SELECT s.booking_id FROM container_stays s
      WHERE s.organization_id = ${organization_id} AND s.id = ${stay_id})`;
}
