import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { CreateReeferPlugMovement } from '../../cargo/containers/reefer-plug-movement.dto';
import { ReeferPlugMovement } from '../../cargo/containers/reefer-plug-movement.entity';
import { CreateGenset } from '../../cargo/gensets/genset.dto';
import { Genset } from '../../cargo/gensets/genset.entity';
import { PackingListItem } from '../../cargo/packing-list-items/packing-list-item.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { In } from '../../common/input/in';
import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import { alias, column, reference } from '../field-map';
import { links } from '../links';
import { BILL, lookupOf } from '../lookups';
import { parts } from '../parts';
import { TableKind } from '../table-kind';
import { flexFields } from './flex-fields';
import { ConsigneeLine, namedConsignees } from './consignee-reference';
import { LocatedLine, location } from './location';
import { setupKind } from './setup-kind';

const bill = { bill_of_lading: reference('bill_of_lading', BILL), bill_of_lading_id: null };

/** The bills that a container or a vehicle is on. */
const bills = (table: string, from: string) =>
  links('bill_of_ladings', BILL, { table, from, to: 'bill_of_lading_id' });

const plugMovements = new TableKind({
  entity: ReeferPlugMovement,
  input: [CreateReeferPlugMovement],
  key: ['plug_action_at'],
  match: ['id'],
  internal: ['container_id', 'id'],
});

export const containers = () =>
  setupKind(Container, {
    input: [ConsigneeLine, LocatedLine],
    maps: {
      ...location,
      bill_of_ladings: bills('container_bills', 'container_id'),
      reefer_plug_movements: parts('reefer_plug_movements', plugMovements, 'container_id', 'id'),
    },
    derived: {
      columns: ['meets_iso_standards'],
      fill: ({ columns }) => {
        const number = normalizeContainerNumber(columns.number as string);
        Object.assign(columns, { number, meets_iso_standards: meetsIso6346(number) });
      },
    },
  });

export const deliveryOrders = () => setupKind(DeliveryOrder, { maps: bill });
export const packingListItems = () => setupKind(PackingListItem, { input: [ConsigneeLine], maps: bill });
export const chassis = () => setupKind(Chassis, { input: [LocatedLine], maps: { ...location } });
export const breakbulks = () =>
  setupKind(Breakbulk, { input: [LocatedLine], maps: { ...location, ...bill } });

class VehicleLine extends LocatedLine {
  @namedConsignees() consignees?: unknown[] | null;
}

const consignees = links('consignees', lookupOf('consignees', 'name'), {
  table: 'vehicle_consignees',
  from: 'vehicle_id',
  to: 'consignee_id',
});

export const vehicles = () =>
  setupKind(Vehicle, {
    input: [VehicleLine],
    maps: {
      ...location,
      package_type_code: alias(
        reference('package_type_code', lookupOf('package_types', 'code'), { column: 'package_type_id' }),
      ),
      bill_of_ladings: bills('vehicle_bills', 'vehicle_id'),
      consignees,
      consignee: { columns: [], put: (row, name) => consignees.put(row, name && [name]) },
      extra_attributes: column('extra_attributes'),
      flex_fields: flexFields('vehicle'),
    },
  });

/** What a line says by key, where the body of a request has ids. */
class GensetLine extends LocatedLine {
  @In.text() shipping_line?: string | null;
  @In.text() yard_slot?: string | null;
  @In.text() created_by?: string | null;
  @In.text() updated_by?: string | null;
}

export const gensets = () =>
  new TableKind({
    entity: Genset,
    input: [CreateGenset, GensetLine],
    key: ['number'],
    maps: {
      ...location,
      container: reference('container', lookupOf('containers', 'number')),
      chassis: reference('chassis', lookupOf('chassis', 'number')),
      chassis_id: null,
      shipping_line: reference('shipping_line', lookupOf('shipping_lines', 'code')),
      shipping_line_id: null,
      yard_slot: reference('yard_slot', lookupOf('yard_slots', 'name')),
      yard_slot_id: null,
      created_by: reference('created_by', lookupOf('users', 'email')),
      updated_by: reference('updated_by', lookupOf('users', 'email')),
      flex_fields: flexFields('genset'),
    },
  });
