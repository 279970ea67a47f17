import sql, { raw } from 'sql-template-tag';
import { bookingLine, bookingRelease, dockReceiptOfBooking } from '../../cargo/booking-lines/of-booking';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { ContainerMovement, MOVEMENT_TYPES } from '../../cargo/containers/container-movement.entity';
import { Container } from '../../cargo/containers/container.kind';
import { Genset } from '../../cargo/gensets/genset.entity';
import { Booking } from '../../cargo/setup/booking.kind';
import { StayLine, stayOfContainer, stayOrNone } from '../../cargo/stays/container-stay.write';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { User } from '../../common/auth/user.kind';
import { StoredFile } from '../../common/files/file.entity';
import { In } from '../../common/input/in';
import { asTime } from '../../common/view/view';
import { FieldMap, reference } from '../../common/write/field-map';
import { anyOf, joinKey, Lookup, lookupOf, partsOf, tableOfKeys } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import { namedConsignee } from '../../parties/consignees/consignee-reference';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import { partsWhere, TRUCK } from '../../parties/trucks/plate';
import { Truck } from '../../parties/trucks/truck.entity';
import { placeBefore } from '../../places/locations/location.write';
import { MOST_TIERS } from '../../places/setup/yard-slot.kind';
import { LOCATION_TYPES } from '../../places/locations/locations';
import { Gate } from '../../places/setup/gate.kind';
import { Appointment } from '../announcements/appointment.kind';
import { CreatePurpose } from '../purposes/purpose.dto';
import { purposes } from '../purposes/purpose.write';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { Interchange, INTERCHANGE_TYPES } from './interchange.entity';
import { TruckVisit } from './truck-visit.entity';
import { COMMON } from '../../common/errors/codes';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** Looks up a visit by `{truck, gated_in_at}`: the plate, and the time of gate-in. */
export const VISIT: Lookup = {
  kind: 'truck_visits',
  keyOf: (named) => {
    // A line of a file may lack both.
    const { truck, gated_in_at } = named as { [Part in keyof VisitKey]?: string | null };
    return joinKey(TRUCK.keyOf!(truck ?? ''), gated_in_at ?? '');
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)}
    CROSS JOIN LATERAL (
      SELECT t.id FROM trucks t
      WHERE t.organization_id = ${anyOf(organization_id)} AND t.license_plate_key = replace(k.key::json ->> 0, '-', '')
        AND ${partsWhere(sql`t.license_plate_parting`, sql`plate_parting(k.key::json ->> 0)`)}
      ORDER BY (t.license_plate_parting = plate_parting(k.key::json ->> 0)) IS TRUE DESC FETCH FIRST ROW WITH TIES
    ) t CROSS JOIN LATERAL (
      SELECT v.id FROM truck_visits v
      WHERE v.organization_id = ${anyOf(organization_id)} AND v.truck_id = t.id
        AND v.gated_in_at = (k.key::json ->> 1)::timestamptz LIMIT 1
    ) f`,
  name: (
    column,
  ) => `(SELECT json_build_object('truck', f.license_plate, 'gated_in_at', ${asTime('v.gated_in_at')})
    FROM truck_visits v JOIN trucks f ON f.organization_id = v.organization_id AND f.id = v.truck_id
    WHERE v.organization_id = t.organization_id AND v.id = ${column})`,
  unknown: (key) => `of the truck ${partsOf(key)[0]} at ${partsOf(key)[1]} is unknown`,
};

class VisitKey {
  @In.text({ required: true }) truck: string;
  @In.time({ required: true }) gated_in_at: string;
}

/** The reference of a line to a truck visit. */
export class VisitReference {
  @In.object(() => VisitKey) truck_visit?: VisitKey | null;
}

/** SQL: the number of purposes of the same visit before the purpose `p`. */
const RANK = `(SELECT count(*) FROM purposes q WHERE q.organization_id = p.organization_id
  AND q.truck_visit_id = p.truck_visit_id AND q.position < p.position)`;
/** SQL: whether the purpose `p` was announced for the visit `v`, or added to it. */
const ANNOUNCED = '(p.pre_advice_id = v.pre_advice_id OR p.appointment_id = v.appointment_id)';
const ADDED = 'p.truck_visit_id = v.id';

/** Maps the purpose of an interchange to its index among the announced or the added purposes of the visit. */
const purpose = (field: 'purpose' | 'added_purpose'): FieldMap => ({
  columns: field === 'purpose' ? ['purpose_id'] : [],
  value: () =>
    `(SELECT ${field === 'purpose' ? 'p.position' : RANK} FROM purposes p
      WHERE p.organization_id = t.organization_id AND p.id = t.purpose_id
        AND p.truck_visit_id IS ${field === 'purpose' ? '' : 'NOT'} NULL)`,
  put: (row) => (field === 'purpose' ? row.set('purpose_id', null) : undefined),
  prepare: async (rows, { db }) => {
    const named = rows.filter(({ values }) => typeof values[field] === 'number');
    if (!named.length) return;
    const wanted = named.map(({ values }, at) => ({
      at,
      visit: values.truck_visit_id,
      position: values[field],
      type: values.type,
    }));
    const found = await db.query<{ at: number; id: number }>(sql`
      SELECT w.at, p.id
      FROM json_to_recordset(${JSON.stringify(wanted)}::json) w(at integer, visit bigint, position integer, type text)
      JOIN truck_visits v ON v.organization_id = ${db.actor.organization_id} AND v.id = w.visit
      JOIN purposes p ON p.organization_id = v.organization_id AND p.position = w.position
        AND ${raw(field === 'purpose' ? ANNOUNCED : ADDED)}
        AND (p.purpose_type = 'drop off') = (w.type = 'interchange_in')`);
    const ids = new Map(found.map(({ at, id }) => [at, id]));
    named.forEach((row, at) => {
      row.set('purpose_id', ids.get(at));
      const reason = `'${row.values[field] as number}' is unknown`;
      if (!ids.has(at))
        row.refuse(field, {
          code: COMMON.unknown_reference,
          sentence: `Purpose ${reason}.`,
          reason,
        });
    });
  },
});

class InterchangeLine extends StayLine {
  @In.oneOf(INTERCHANGE_TYPES, { required: true }) type: string;
  @In.int({ min: 0, description: 'Its place among the purposes that were announced, from 0' })
  purpose?: number | null;
  @In.int({ min: 0, description: 'Or its place among those that were added at the gate' })
  added_purpose?: number | null;
  @In.bool() completed?: boolean | null;
  @In.time() completed_at?: string | null;
  @In.text() container?: string | null;
  @In.text() chassis?: string | null;
  @In.oneOf(LOCATION_TYPES) chassis_from_location_type?: string | null;
  @namedConsignee() chassis_from_location?: unknown;
  @In.text() genset?: string | null;
  @In.oneOf(LOCATION_TYPES) genset_from_location_type?: string | null;
  @namedConsignee() genset_from_location?: unknown;
  @In.text() booking?: string | null;
  @In.int({ min: 1 }) booking_line?: number | null;
  @In.text() release?: string | null;
  @In.text() dock_receipt?: string | null;
  @In.text() delivery_order?: string | null;
  @In.texts() seals?: string[] | null;
  @In.bool() other_terminal?: boolean | null;
  @In.number({ description: 'Gross weight in kilograms, whatever unit the organization uses elsewhere' })
  weight?: number | null;
  @In.time() reversed_at?: string | null;
  @In.text() reversed_by?: string | null;
  @In.note() reverse_reason?: string | null;
}

const container = reference('container', lookupOf(Container, 'number'));
const user = (field: string) => reference(field, lookupOf(User, 'email'));
const gate = (field: string) => reference(field, lookupOf(Gate, 'name'));

const interchanges = new WriteModel({
  entity: Interchange,
  input: [InterchangeLine],
  key: ['type'],
  match: ['id'],
  internal: ['truck_visit_id', 'id'],
  maps: {
    purpose: purpose('purpose'),
    added_purpose: purpose('added_purpose'),
    container,
    stay: stayOfContainer,
    chassis: reference('chassis', lookupOf(Chassis, 'number')),
    ...placeBefore('chassis_from_location'),
    ...placeBefore('genset_from_location'),
    genset: reference('genset', lookupOf(Genset, 'number')),
    booking: reference('booking', lookupOf(Booking, 'number')),
    booking_line: bookingLine(),
    release: bookingRelease,
    dock_receipt: dockReceiptOfBooking,
    delivery_order: reference('delivery_order', lookupOf(DeliveryOrder, 'number')),
    reversed_by: user('reversed_by'),
  },
});

/** A line of a visit. Only files state visits; requests gate trucks in and out. */
class TruckVisitLine {
  @In.text({ required: true }) truck: string;
  @In.time({ required: true }) gated_in_at: string;
  @In.time() gated_out_at?: string | null;
  @In.text() truck_driver?: string | null;
  @In.text() trucking_company?: string | null;
  @In.text({ required: true }) gate: string;
  @In.text() out_gate?: string | null;
  @In.text() gate_in_user?: string | null;
  @In.text() gate_out_user?: string | null;
  @In.text() pre_advice?: string | null;
  @In.text() appointment?: string | null;
  @In.note() comment?: string | null;
  @In.note() reason_for_incomplete?: string | null;
  @In.note() force_reason?: string | null;
  @In.bool() off_slot?: boolean | null;
  @In.bool() other_terminal?: boolean | null;
  @In.time() cancelled_at?: string | null;
  @In.text() cancelled_by?: string | null;
  @In.note() cancel_reason?: string | null;
  @In.text({ description: 'The key of the file' }) signature_file?: string | null;
  @In.objects(() => CreatePurpose) purposes?: CreatePurpose[] | null;
  @In.objects(() => InterchangeLine) interchanges?: InterchangeLine[] | null;
}

export const truckVisitModel = new WriteModel({
  entity: TruckVisit,
  input: [TruckVisitLine],
  key: ['truck', 'gated_in_at'],
  named: VISIT,
  maps: {
    truck: reference('truck', lookupOf(Truck, 'license_plate')),
    truck_driver: reference('truck_driver', lookupOf(TruckDriver, 'license_number')),
    trucking_company: reference('trucking_company', COMPANY),
    gate: gate('gate'),
    out_gate: gate('out_gate'),
    gate_in_user: user('gate_in_user'),
    gate_out_user: user('gate_out_user'),
    pre_advice: reference('pre_advice', lookupOf(PreAdvice, 'advice_number')),
    appointment: reference('appointment', lookupOf(Appointment, 'number')),
    cancelled_by: user('cancelled_by'),
    signature_file: reference('signature_file', lookupOf(StoredFile, 'key')),
    purposes: purposes('truck_visit_id'),
    interchanges: parts('interchanges', interchanges, 'truck_visit_id', 'id'),
  },
});

class ContainerMovementLine extends VisitReference {
  @In.text({ required: true }) container: string;
  @In.oneOf(MOVEMENT_TYPES, { required: true }) movement_type: string;
  /** The type and name of a place; together they may be longer than a name. */
  @In.note() from?: string | null;
  @In.note() to?: string | null;
  /** The place to which a reversal returns the container. */
  @In.oneOf(LOCATION_TYPES) from_location_type?: string | null;
  @namedConsignee() from_location?: unknown;
  /** The place to which the container went. It is still there unless it moved since. */
  @In.oneOf(LOCATION_TYPES) to_location_type?: string | null;
  @namedConsignee() to_location?: unknown;
  @In.int({ min: 1, max: MOST_TIERS }) from_tier?: number | null;
  @In.int({ min: 1, max: MOST_TIERS }) to_tier?: number | null;
  @In.time({ required: true }) moved_at: string;
  @In.text() reason?: string | null;
  @In.text() voyage?: string | null;
  @In.text() user?: string | null;
}

/** A movement, with a reference to the truck visit that caused it. Only files state movements. */
export const containerMovementModel = new WriteModel({
  entity: ContainerMovement,
  input: [ContainerMovementLine, StayLine],
  key: ['container', 'moved_at', 'movement_type'],
  several: true,
  maps: {
    container,
    ...placeBefore('from_location'),
    ...placeBefore('to_location'),
    stay: stayOrNone('container_movements'),
    user: user('user'),
    truck_visit: reference('truck_visit', VISIT),
    voyage: reference('voyage', lookupOf(Voyage, 'number')),
  },
});
