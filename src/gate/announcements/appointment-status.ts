import sql, { raw, Sql } from 'sql-template-tag';

export const APPOINTMENT_STATUSES = [
  'booked',
  'arrived',
  'completed',
  'left_without',
  'cancelled',
  'missed',
] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** SQL: whether the appointment of this alias is still to come. Partial indexes have the same condition. */
export const isBooked = (alias: string) =>
  `(${alias}.used_at IS NULL AND ${alias}.cancelled_at IS NULL AND ${alias}.missed_at IS NULL)`;

/** SQL: the status of an appointment. It is `arrived` while the truck of its visit is inside. */
export const appointmentStatus = (of: (column: string) => string) => `CASE
  WHEN ${of('cancelled_at')} IS NOT NULL THEN 'cancelled'
  WHEN ${of('used_at')} IS NOT NULL THEN CASE WHEN EXISTS (
    SELECT FROM truck_visits v WHERE v.organization_id = ${of('organization_id')}
      AND v.appointment_id = ${of('id')} AND v.gated_out_at IS NULL) THEN 'arrived'
    WHEN ${of('left_without_at')} IS NOT NULL THEN 'left_without' ELSE 'completed' END
  WHEN ${of('missed_at')} IS NOT NULL THEN 'missed'
  ELSE 'booked' END`;

/** SQL: whether a truck that used the appointment `t` is inside. */
const INSIDE = sql`t.id IN (SELECT v.appointment_id FROM truck_visits v
  WHERE v.organization_id = t.organization_id AND v.gated_out_at IS NULL AND v.appointment_id IS NOT NULL)`;

/** SQL: a condition on the appointments `t` for each status. Partial indexes serve the rare ones. */
export const OF_STATUS: Record<AppointmentStatus, Sql> = {
  booked: raw(isBooked('t')),
  arrived: sql`t.used_at IS NOT NULL AND t.cancelled_at IS NULL AND ${INSIDE}`,
  completed: sql`t.used_at IS NOT NULL AND t.cancelled_at IS NULL AND t.left_without_at IS NULL AND NOT ${INSIDE}`,
  left_without: sql`t.left_without_at IS NOT NULL`,
  cancelled: sql`t.cancelled_at IS NOT NULL`,
  missed: sql`t.missed_at IS NOT NULL AND t.used_at IS NULL AND t.cancelled_at IS NULL`,
};
