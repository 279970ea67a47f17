import { raw, type Sql } from 'sql-template-tag';
import { asTime, userName } from '../../common/view/view';
import { driverName } from '../../parties/setup/driver-name';
import type { ReceiptDocument } from './receipt-document';

/** SQL of the value of each key. */
type Keys<T> = Readonly<Record<keyof T, string>>;

/** SQL of a jsonb object. */
const object = (keys: Readonly<Record<string, string>>) =>
  `jsonb_build_object(${Object.entries(keys)
    .map(([key, value]) => `'${key}', ${value}`)
    .join(', ')})`;

/** SQL: the object, or null where its row was not found. */
const found = (alias: string, keys: Readonly<Record<string, string>>) =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN ${object(keys)} END`;

/**
 * SQL: a value of the record `z` of a table that has this id. It is found by itself and not by a join, because the time in which a
 * statement is planned grows with the joins, and the record is found by its key however small the table is.
 */
const of = (table: string, id: string, value: string) =>
  `(SELECT ${value} FROM ${table} z WHERE z.organization_id = i.organization_id AND z.id = ${id})`;

/** SQL: the id of the gate of the handover. */
const GATE = `CASE WHEN i.type = 'interchange_out' THEN coalesce(v.out_gate_id, v.gate_id) ELSE v.gate_id END`;

const REEFER: Keys<NonNullable<NonNullable<ReceiptDocument['container']>['reefer']>> = {
  operating: 's.operating_reefer',
  set_point: 'trim_scale(s.reefer_set_point_temperature)',
  temperature: 'trim_scale(s.reefer_temperature)',
  supply: 'trim_scale(s.supply_temperature)',
};

const CONTAINER: Keys<NonNullable<ReceiptDocument['container']>> = {
  number: 'c.number',
  type: found('y', {
    code: 'y.code',
    iso_type_code: 'y.iso_type_code',
    description: `nullif(y.description, '')`,
  }),
  status: 'f.container_status',
  shipping_line: of('shipping_lines', 'f.shipping_line_id', object({ code: 'z.code', name: 'z.name' })),
  seals: `coalesce(to_jsonb(f.seals), '[]')`,
  weight: 'trim_scale(f.weight)',
  vgm: 'trim_scale(s.vgm)',
  vgm_method: 's.vgm_method',
  reefer: `CASE WHEN y.is_reefer THEN ${object(REEFER)} END`,
  dangerous_goods: `coalesce(s.dangerous_goods, '[]')`,
};

const BILLS = `coalesce((
  SELECT jsonb_agg(b.number ORDER BY b.number) FROM container_bills cb
  JOIN bill_of_ladings b ON b.organization_id = cb.organization_id AND b.id = cb.bill_of_lading_id
  WHERE cb.organization_id = i.organization_id AND cb.stay_id = i.stay_id), '[]')`;

const DAMAGE: Keys<ReceiptDocument['damages'][number]> = {
  id: 'x.id',
  damage_type: object({ code: 'xt.code', name: 'xt.name' }),
  component: object({ code: 'xc.code', name: 'xc.name' }),
  location: 'x.location',
  severity: 'x.severity',
  quantity: 'x.quantity',
  length_cm: 'trim_scale(x.length_cm)',
  width_cm: 'trim_scale(x.width_cm)',
  depth_cm: 'trim_scale(x.depth_cm)',
  notes: 'x.notes',
};

/** SQL: the damages `x` of the container that a condition selects, without those that were entered in error. */
const damagesThat = (condition: string) => `coalesce((
  SELECT jsonb_agg(${object(DAMAGE)} ORDER BY x.sequence) FROM container_damages x
  JOIN damage_types xt ON xt.organization_id = x.organization_id AND xt.id = x.damage_type_id
  JOIN damage_components xc ON xc.organization_id = x.organization_id AND xc.id = x.component_id
  WHERE x.organization_id = i.organization_id AND x.container_id = i.container_id AND ${condition}), '[]')`;

const DOCUMENT: Keys<ReceiptDocument> = {
  organization: 'o.name',
  language: `coalesce(o.language, 'en')`,
  time_zone: 'o.time_zone',
  weight_unit: 'o.weight_unit',
  completed_at: asTime('i.completed_at'),
  terminal: of(
    'terminals',
    of('gates', GATE, 'z.terminal_id'),
    object({ name: 'z.name', address: 'z.address' }),
  ),
  gate: of('gates', GATE, 'z.name'),
  truck: of('trucks', 'v.truck_id', 'z.license_plate'),
  trucking_company: of(
    'trucking_companies',
    'v.trucking_company_id',
    object({ code: 'z.code', name: 'z.name' }),
  ),
  container: found('c', CONTAINER),
  chassis: of('chassis', 'i.chassis_id', 'z.number'),
  genset: of('gensets', 'i.genset_id', 'z.number'),
  booking: of('bookings', 'i.booking_id', 'z.number'),
  bills_of_lading: BILLS,
  delivery_order: of('delivery_orders', 'i.delivery_order_id', 'z.number'),
  dock_receipt: of('dock_receipts', 'i.dock_receipt_id', 'z.number'),
  cargo: of('purposes', 'i.purpose_id', `CASE WHEN z.cargo_type = 'general cargo' THEN z.goods END`),
  condition: 'n.condition',
  is_clean: 'n.is_clean',
  seals_as_announced: 'n.seals_as_announced',
  damages: damagesThat(`x.inspection_id = n.id AND x.status <> 'withdrawn'`),
  // what was open before an inspection is kept by it; without one all that is open is known
  known: damagesThat(`CASE WHEN n.id IS NULL THEN x.status = 'open'
    ELSE x.status <> 'withdrawn' AND n.known @> to_jsonb(x.sequence) END`),
  remarks: 'n.notes',
  released_by: `(SELECT ${userName((column) => `u.${column}`)} FROM users u
    WHERE u.organization_id = i.organization_id AND u.id = a.user_id)`,
};

/**
 * SQL: what a receipt of the interchange `i` states now; the actor is `a.user_id`. The facts of its container are those that the
 * handover left, not those of today.
 */
export const documentNow: Sql = raw(object(DOCUMENT));

/** SQL: the driver of the visit `v`, who has a name as long as he is not erased. */
export const driverNow: Sql = raw(`
  v.truck_driver_id, v.signature_file_id, CASE WHEN w.erased_at IS NULL THEN ${driverName((column) => `w.${column}`)} END AS driver_name,
  CASE WHEN w.erased_at IS NULL THEN w.license_number END AS driver_license`);

/** SQL: the records that `documentNow` and `driverNow` read, joined to the interchange `i`. */
export const joinedNow: Sql = raw(`
  JOIN organizations o ON o.id = i.organization_id
  JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
  LEFT JOIN truck_drivers w ON w.organization_id = v.organization_id AND w.id = v.truck_driver_id
  CROSS JOIN LATERAL jsonb_to_record(coalesce(i.container_after, '{}')) AS f(container_type_id bigint,
    shipping_line_id bigint, container_status text, weight numeric, seals text[])
  LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
  LEFT JOIN container_types y ON y.organization_id = i.organization_id AND y.id = f.container_type_id
  LEFT JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
  LEFT JOIN inspections n ON n.organization_id = i.organization_id AND n.interchange_id = i.id`);
