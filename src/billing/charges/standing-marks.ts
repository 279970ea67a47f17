import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../../common/tenancy/actor';
import type { SubjectType } from '../tariffs/measures';
import type { MarkType } from './charge-words';

/** A mark that represents several subjects, and how far it was made into marks of these. */
export interface StandingMark {
  id: number;
  mark_type: WideType;
  record_id: number;
  since: string | null;
  after_type: string | null;
  after_id: number | null;
}

export const WIDE_TYPES = [
  'stays_of_voyage',
  'stays_of_bill_of_lading',
  'stays_of_booking',
  'stays_of_shipping_line',
  'stays_of_consignee',
  'all',
] as const satisfies MarkType[];
type WideType = (typeof WIDE_TYPES)[number];

/** Subjects of one type that a mark represents: SQL that selects the ids of their records. */
interface Standing {
  type: SubjectType;
  ids: Sql;
}

/** The subjects that a mark represents, type by type. */
export function standingFor(
  { organization_id, time_zone }: Actor,
  { mark_type, record_id, since }: StandingMark,
): Standing[] {
  const from = sql`(${since}::date::timestamp AT TIME ZONE ${time_zone})`;
  const cameSince = sql`(${since}::date IS NULL OR r.out_at IS NULL OR r.out_at >= ${from})`;
  const happened = (time: Sql) => sql`${time} IS NOT NULL AND (${since}::date IS NULL OR ${time} >= ${from})`;
  const own = sql`r.organization_id = ${organization_id}`;
  const stays = (where: Sql): Standing => ({
    type: 'container_stay',
    ids: sql`SELECT r.id FROM container_stays r WHERE ${own} AND r.in_at IS NOT NULL AND ${cameSince} AND ${where}`,
  });
  const vehicles = (where: Sql): Standing => ({
    type: 'vehicle',
    ids: sql`SELECT r.id FROM vehicles r WHERE ${own} AND r.has_been_here AND ${where}`,
  });
  const breakbulks = (where: Sql): Standing => ({
    type: 'breakbulk',
    ids: sql`SELECT r.id FROM breakbulks r WHERE ${own} AND r.has_been_here AND ${where}`,
  });
  const items = (where: Sql): Standing => ({
    type: 'packing_list_item',
    ids: sql`SELECT r.id FROM packing_list_items r WHERE ${own} AND ${where}`,
  });
  const orders = (where: Sql): Standing => ({
    type: 'service_order',
    ids: sql`SELECT r.id FROM service_orders r WHERE ${own} AND r.status = 'done' AND ${where}`,
  });
  const those: Record<WideType, () => Standing[]> = {
    stays_of_voyage: () => [
      stays(sql`r.id IN (
        SELECT id FROM container_stays WHERE organization_id = ${organization_id} AND arrived_by_voyage_id = ${record_id}
        UNION ALL
        SELECT id FROM container_stays WHERE organization_id = ${organization_id} AND departed_by_voyage_id = ${record_id}
        UNION ALL
        SELECT id FROM container_stays WHERE organization_id = ${organization_id} AND departure_voyage_id = ${record_id})`),
      vehicles(sql`(r.arrival_voyage_id = ${record_id} OR r.departure_voyage_id = ${record_id})`),
      breakbulks(sql`r.bill_of_lading_id IN (SELECT b.id FROM manifests f
        JOIN bill_of_ladings b ON b.organization_id = f.organization_id AND b.manifest_id = f.id
        WHERE f.organization_id = ${organization_id} AND f.voyage_id = ${record_id})`),
      orders(sql`r.voyage_id = ${record_id}`),
    ],
    stays_of_bill_of_lading: () => [
      stays(sql`r.id IN (SELECT l.stay_id FROM container_bills l
        WHERE l.organization_id = ${organization_id} AND l.bill_of_lading_id = ${record_id})`),
      vehicles(sql`r.id IN (SELECT l.vehicle_id FROM vehicle_bills l
        WHERE l.organization_id = ${organization_id} AND l.bill_of_lading_id = ${record_id})`),
      breakbulks(sql`r.bill_of_lading_id = ${record_id}`),
      items(sql`r.bill_of_lading_id = ${record_id}`),
      orders(sql`r.bill_of_lading_id = ${record_id}`),
    ],
    stays_of_booking: () => [
      stays(sql`r.booking_id = ${record_id}`),
      vehicles(sql`r.booking_id = ${record_id}`),
      orders(sql`r.booking_id = ${record_id}`),
    ],
    stays_of_shipping_line: () => [
      stays(sql`r.shipping_line_id = ${record_id}`),
      vehicles(sql`r.shipping_line_id = ${record_id}`),
    ],
    // The consignee of cargo may be that of one of its bills.
    stays_of_consignee: () => [
      stays(sql`(r.consignee_id IS NULL OR r.consignee_id = ${record_id})`),
      vehicles(sql`true`),
      breakbulks(sql`true`),
    ],
    all: () => [
      stays(sql`true`),
      vehicles(sql`true`),
      breakbulks(sql`true`),
      {
        type: 'voyage',
        ids: sql`SELECT r.id FROM voyages r WHERE ${own}
          AND ${happened(sql`coalesce(r.actual_time_of_departure, r.at_berth_departure, r.actual_time_of_berth)`)}`,
      },
      {
        type: 'truck_visit',
        ids: sql`SELECT r.id FROM truck_visits r WHERE ${own} AND ${happened(sql`r.gated_out_at`)}`,
      },
      {
        type: 'appointment',
        ids: sql`SELECT r.id FROM appointments r WHERE ${own} AND ${happened(sql`r.missed_at`)}`,
      },
      items(happened(sql`r.stripped_at`)),
      orders(happened(sql`r.done_at`)),
    ],
  };
  return those[mark_type]();
}
