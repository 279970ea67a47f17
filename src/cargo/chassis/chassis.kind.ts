import { OF_LINE } from '../../parties/shipping-lines/lines-of-parties';
import { PLACE_FOR_PARTIES, PLACE_TOLD } from '../../places/locations/place-for-parties';
import { Index } from 'typeorm';
import type { Relation } from 'typeorm';
import type { NoColumn } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Located } from '../../places/locations/located';
import {
  locationIdInput,
  locationInput,
  locationOutput,
  locationShown,
  locationTypeInput,
  locationTypeOutput,
} from '../../places/locations/location-fields';

/** A chassis: the trailer that a container travels on. */
@Index('ix_chassis_number_any_case', { synchronize: false })
@Kind({
  singular: 'chassis',
  plural: 'chassis',
  key: 'number',
  role: 'write',
  parties: {
    concern: OF_LINE,
    fields: ['number', 'shipping_line'],
    instead: PLACE_FOR_PARTIES,
    told: PLACE_TOLD,
    filters: ['number'],
  },
})
export class Chassis extends Located {
  @Field.key({ example: 'WHAZ4003730' }) number: string;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.customColumn(locationTypeInput(), locationTypeOutput) override current_location_type: string | null;
  @Field.custom(locationInput(), locationOutput) current_location: NoColumn;
  @Field.computed(locationShown) location: NoColumn;
  @Field.customColumn(locationIdInput()) override current_location_id: number | null;
}
