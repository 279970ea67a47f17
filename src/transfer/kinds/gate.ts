import { ContainerMovement, MOVEMENT_TYPES } from '../../cargo/containers/container-movement.entity';
import sql from 'sql-template-tag';
import { In } from '../../common/input/in';
import { Appointment } from '../../gate/announcements/appointment.kind';
import { CreatePreAdvice } from '../../gate/announcements/pre-advice.dto';
import { PreAdvice } from '../../gate/announcements/pre-advice.entity';
import { Interchange, INTERCHANGE_TYPES } from '../../gate/visits/interchange.entity';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { FieldMap, reference, since } from '../field-map';
import { COMPANY, lookupOf, VISIT } from '../lookups';
import { madeKey } from '../made-key';
import { parts } from '../parts';
import { TableKind } from '../table-kind';
import { purposes } from './purposes';
import { setupKind } from './setup-kind';

/** Whether, and since when, a truck has been gated in with it. */
class UsedState {
  @In.bool() used?: boolean | null;
  @In.time() used_at?: string | null;
}

const truck = reference('truck', lookupOf('trucks', 'license_plate'));
const driver = reference('truck_driver', lookupOf('truck_drivers', 'license_number'));
const company = reference('trucking_company', COMPANY);
const container = reference('container', lookupOf('containers', 'number'));
const user = (field: string) => reference(field, lookupOf('users', 'email'));
const gate = (field: string) => reference(field, lookupOf('gates', 'name'));

export const preAdvices = () =>
  new TableKind({
    entity: PreAdvice,
    input: [CreatePreAdvice, UsedState],
    key: ['advice_number'],
    maps: {
      advice_number: madeKey('advice_number', (digest) => {
        return `PA${String(digest.readUIntBE(0, 6) % 100_000_000).padStart(8, '0')}`;
      }),
      truck,
      truck_driver: driver,
      truck_driver_id: null,
      trucking_company: company,
      purposes: purposes('pre_advice_id'),
      used: since('used_at'),
    },
  });

export const appointments = () =>
  setupKind(Appointment, {
    input: [UsedState],
    maps: { purposes: purposes('appointment_id'), used: since('used_at') },
  });

/** The purpose that an interchange was made from, by its position in what the visit had announced. */
const purpose: FieldMap = {
  columns: ['purpose_id'],
  value: () =>
    `(SELECT p.position FROM purposes p WHERE p.organization_id = t.organization_id AND p.id = t.purpose_id)`,
  put: ({ columns }) => (columns.purpose_id = null),
  prepare: async (rows, { db }) => {
    const named = rows.filter(({ line }) => typeof line.values.purpose === 'number');
    if (!named.length) return;
    const wanted = named.map(({ columns, line: { values } }, at) => ({
      ...{ at, visit: columns.truck_visit_id, position: values.purpose, type: values.type },
    }));
    const found = await db.query<{ at: number; id: number }>(sql`
      SELECT w.at, p.id
      FROM json_to_recordset(${JSON.stringify(wanted)}::json) w(at integer, visit bigint, position integer, type text)
      JOIN truck_visits v ON v.organization_id = ${db.actor.organization_id} AND v.id = w.visit
      JOIN purposes p ON p.organization_id = v.organization_id AND p.position = w.position
        AND (p.pre_advice_id = v.pre_advice_id OR p.appointment_id = v.appointment_id)
        AND (p.purpose_type = 'drop off') = (w.type = 'interchange_in')`);
    const ids = new Map(found.map(({ at, id }) => [at, id]));
    named.forEach(({ columns, line }, at) => {
      columns.purpose_id = ids.get(at);
      if (!ids.has(at)) line.refuse('purpose', `'${line.values.purpose as number}' is unknown`);
    });
  },
};

class InterchangeLine {
  @In.oneOf(INTERCHANGE_TYPES, { required: true }) type: string;
  @In.int({ min: 0, description: 'Its place among the purposes that were announced, from 0' })
  purpose?: number | null;
  @In.bool() completed?: boolean | null;
  @In.time() completed_at?: string | null;
  @In.text() container?: string | null;
  @In.text() chassis?: string | null;
  @In.text() genset?: string | null;
  @In.text() booking?: string | null;
  @In.text() delivery_order?: string | null;
  @In.texts() seals?: string[] | null;
  @In.number({ description: 'In kilograms' }) weight?: number | null;
}

const interchanges = new TableKind({
  entity: Interchange,
  input: [InterchangeLine],
  key: ['type'],
  match: ['id'],
  internal: ['truck_visit_id', 'id'],
  maps: {
    purpose,
    container,
    chassis: reference('chassis', lookupOf('chassis', 'number')),
    genset: reference('genset', lookupOf('gensets', 'number')),
    booking: reference('booking', lookupOf('bookings', 'number')),
    delivery_order: reference('delivery_order', lookupOf('delivery_orders', 'number')),
  },
});

/** A visit, which no request body states: it is known by its truck and when that came in. */
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
  @In.objects(() => InterchangeLine) interchanges?: InterchangeLine[] | null;
}

export const truckVisits = () =>
  new TableKind({
    entity: TruckVisit,
    input: [TruckVisitLine],
    key: ['truck', 'gated_in_at'],
    named: VISIT,
    maps: {
      truck,
      truck_driver: driver,
      trucking_company: company,
      gate: gate('gate'),
      out_gate: gate('out_gate'),
      gate_in_user: user('gate_in_user'),
      gate_out_user: user('gate_out_user'),
      pre_advice: reference('pre_advice', lookupOf('pre_advices', 'advice_number')),
      appointment: reference('appointment', lookupOf('appointments', 'number')),
      interchanges: parts('interchanges', interchanges, 'truck_visit_id', 'id'),
    },
  });

class VisitKey {
  @In.text({ required: true }) truck: string;
  @In.time({ required: true }) gated_in_at: string;
}

/** How a line names the truck visit that it refers to. */
export class VisitReference {
  @In.object(() => VisitKey) truck_visit?: VisitKey | null;
}
export const truckVisit: FieldMap = reference('truck_visit', VISIT);

class ContainerMovementLine extends VisitReference {
  @In.text({ required: true }) container: string;
  @In.oneOf(MOVEMENT_TYPES, { required: true }) movement_type: string;
  /** The type of a place and its name, which together are longer than a name. */
  @In.note() from?: string | null;
  @In.note() to?: string | null;
  @In.time({ required: true }) moved_at: string;
  @In.text() user?: string | null;
}

export const containerMovements = () =>
  new TableKind({
    entity: ContainerMovement,
    input: [ContainerMovementLine],
    key: ['container', 'moved_at', 'movement_type'],
    several: true,
    maps: { container, user: user('user'), truck_visit: truckVisit },
  });
