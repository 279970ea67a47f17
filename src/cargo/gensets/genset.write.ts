import { User } from '../../common/auth/user.kind';
import { flexFields } from '../../common/flex-fields/flex-fields.write';
import { In } from '../../common/input/in';
import { FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { LocatedLine } from '../../parties/consignees/consignee-reference';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { location } from '../../places/locations/location.write';
import { YardSlot } from '../../places/setup/yard-slot.kind';
import { Chassis } from '../chassis/chassis.kind';
import { Container } from '../containers/container.kind';
import { CreateGenset, UpdateGenset } from './genset.dto';
import { Genset } from './genset.entity';

/** The references of a file line, by key where a request has ids. */
class GensetLine extends LocatedLine {
  @In.text() shipping_line?: string | null;
  @In.text() yard_slot?: string | null;
  @In.text() created_by?: string | null;
  @In.text() updated_by?: string | null;
}

/** The place of a genset. Without a stated place, the type `YardSlot` means the genset's own `yard_slot`. */
const place: FieldMap = {
  ...location.current_location!,
  complete: async (rows, run) => {
    await location.current_location!.complete!(rows, run);
    for (const row of rows as RowOf<Genset>[]) {
      const { current_location_type, current_location, current_location_id } = row.said<Place>();
      const { yard_slot_id } = row.columns;
      const said = current_location !== undefined || current_location_id !== undefined;
      if (current_location_type === 'YardSlot' && yard_slot_id && !said)
        row.set('current_location_id', yard_slot_id);
    }
  },
};
type Place = Pick<UpdateGenset, 'current_location_type' | 'current_location_id'> &
  Pick<GensetLine, 'current_location'>;

const user = lookupOf(User, 'email');

export const gensetModel = new WriteModel({
  entity: Genset,
  input: [CreateGenset, GensetLine],
  key: ['number'],
  compares: true,
  maps: {
    ...location,
    current_location: place,
    container: reference('container', lookupOf(Container, 'number')),
    chassis: reference('chassis', lookupOf(Chassis, 'number'), { byId: 'checked' }),
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code'), { byId: 'checked' }),
    yard_slot: reference('yard_slot', lookupOf(YardSlot, 'name'), { byId: 'checked' }),
    created_by: reference('created_by', user, { byId: 'plain' }),
    updated_by: reference('updated_by', user, { byId: 'plain' }),
    flex_fields: flexFields('genset'),
  },
});
