import { flexFields } from '../../common/flex-fields/flex-fields.write';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { alias, column, FieldMap, reference } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { lookupOf } from '../../common/write/lookups';
import { LocatedLine, namedConsignees } from '../../parties/consignees/consignee-reference';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { location } from '../../places/locations/location.write';
import { billLinks } from '../bills-of-lading/bill-lookup';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { noteMoves } from '../cargo-movements/note-moves';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside, refuseTakenOut } from '../held/keep-held';
import { PackageType } from '../setup/package-type.kind';
import { Vehicle } from './vehicle.kind';
import { VehicleShow } from './vehicle.view';

/** The fields that a file states beyond those of a request. */
class VehicleLine extends LocatedLine {
  @In.bool() has_been_here?: boolean | null;
  @namedConsignees() consignees?: unknown[] | null;
}

const consigneesAs = (field: string): FieldMap =>
  links(field, lookupOf(Consignee, 'name'), {
    table: 'vehicle_consignees',
    from: 'vehicle_id',
    to: 'consignee_id',
    what: 'Consignee',
  });
const single = consigneesAs('consignee');
const packageType = reference('package_type_code', lookupOf(PackageType, 'code'), {
  column: 'package_type_id',
});

/**
 * The write model of vehicles. A creation may name a single consignee. An update by a request uses `consignee_names`.
 */
export const vehicleModel = kindModel(Vehicle, {
  input: [VehicleLine],
  compares: true,
  maps: {
    ...location,
    package_type_code: alias(packageType),
    bill_of_ladings: billLinks({ table: 'vehicle_bills', from: 'vehicle_id' }),
    consignees: consigneesAs('consignees'),
    consignee: alias({
      ...single,
      put: (row, name) => {
        if (name !== undefined && row.values.consignees === undefined) single.put(row, name ? [name] : []);
      },
    }),
    consignee_names: alias(consigneesAs('consignee_names')),
    extra_attributes: column('extra_attributes'),
    flex_fields: flexFields('vehicle'),
  },
  checks: [keepHeldInside('vehicle'), keepHeldBills('vehicle'), daily(refuseStripped), daily(followPlace)],
  afterwards: [noteMoves('vehicle', () => VehicleShow)],
  removal: keepHeldBillsOf('vehicle'),
});

/** The yard slot of a vehicle follows its place, unless the request names one. */
function followPlace(rows: RowOf<Vehicle>[]): void {
  for (const row of rows) {
    const { current_location_type: type, yard_slot_id } = row.columns;
    if (yard_slot_id !== undefined || (type === undefined && row.columns.current_location_id === undefined))
      continue;
    const isInSlot = row.after('current_location_type') === 'YardSlot';
    row.set('yard_slot_id', isInSlot ? row.after('current_location_id') : null);
  }
}

/** Stating that a vehicle was stripped from a container takes it out, which a hold on the container forbids. */
function refuseStripped(rows: RowOf<Vehicle>[], { db }: WriteRun): Promise<void> {
  return refuseTakenOut(
    db,
    rows,
    ({ columns }) => columns.stripped_from_container_id ?? null,
    ({ values }) =>
      values.stripped_from_container ? 'stripped_from_container' : 'stripped_from_container_id',
  );
}
