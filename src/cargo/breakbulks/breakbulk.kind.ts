import { PLACE_FOR_PARTIES, PLACE_TOLD } from '../../places/locations/place-for-parties';
import { Check } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Flag, Integer, type Numeric, type NoColumn } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { billIdInput, billInput, billOutput } from '../bills-of-lading/bill-reference';
import { Located } from '../../places/locations/located';
import {
  locationIdInput,
  locationInput,
  locationOutput,
  locationShown,
  locationTypeInput,
  locationTypeOutput,
} from '../../places/locations/location-fields';
import { PackageType } from '../setup/package-type.kind';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';

/** A lot of general cargo: a number of pieces of one kind that stay together. */
@Refuses(
  'ck_breakbulks_room',
  'A bill of lading has at most 400 containers, pieces of breakbulk and items on its packing list together.',
  'bill_of_lading',
  COMMON.too_many,
)
@Check(
  'ck_breakbulks_pieces',
  'loaded_quantity >= 0 AND delivered_quantity >= 0 AND arrived_quantity >= loaded_quantity + delivered_quantity',
)
@Refuses('ck_breakbulks_pieces', 'No more pieces leave than have come.', 'quantity')
@Kind({
  singular: 'breakbulk',
  plural: 'breakbulks',
  key: 'reference_number',
  role: 'write',
  parties: {
    concern: { bill: 'bill_of_lading' },
    fields: [
      'reference_number',
      'quantity',
      'arrived_quantity',
      'loaded_quantity',
      'delivered_quantity',
      'quantity_at_terminal',
      'description',
      'package_type',
      'weight',
      'volume',
      'bill_of_lading',
    ],
    instead: PLACE_FOR_PARTIES,
    told: PLACE_TOLD,
    filters: ['reference_number'],
  },
})
export class Breakbulk extends Located {
  @Field.key({ example: 'BB-4401' }) reference_number: string;
  @Field.int({ min: 0, description: 'How many pieces; a lot that does not say counts as 1', example: 240 })
  quantity: number | null;
  /** How many pieces came, went aboard and were handed over: by movements, or all where the set-up gives the place. */
  @Integer({ required: true, default: 0 })
  @Field.answered((out) =>
    out.int({ description: 'How many pieces have come to the terminal', example: 240 }),
  )
  arrived_quantity: number;
  @Integer({ required: true, default: 0 })
  @Field.answered((out) => out.int({ description: 'How many of them were loaded on a vessel', example: 0 }))
  loaded_quantity: number;
  @Integer({ required: true, default: 0 })
  @Field.answered((out) => out.int({ description: 'How many of them were handed over', example: 40 }))
  delivered_quantity: number;
  @Field.computed((out) =>
    out.sql(
      (of) => `(${of('arrived_quantity')} - ${of('loaded_quantity')} - ${of('delivered_quantity')})`,
      'integer',
      {
        nullable: false,
        description: 'How many pieces are at the terminal',
        example: 200,
      },
    ),
  )
  quantity_at_terminal: NoColumn;
  @Field.note({ example: 'Bleached eucalyptus pulp in bales' }) description: string | null;
  @Field.ref(() => PackageType, 'code') package_type: Relation<PackageType> | null;
  package_type_id: number | null;
  @Field.number({ min: 0, description: "In the organization's weight unit" }) weight: Numeric | null;
  @Field.number({ min: 0 }) volume: Numeric | null;
  @Field.custom(billInput(), billOutput)
  @BelongsTo(() => BillOfLading)
  bill_of_lading: Relation<BillOfLading> | null;
  @Field.customColumn(billIdInput()) bill_of_lading_id: number | null;
  @Field.customColumn(locationTypeInput(), locationTypeOutput) override current_location_type: string | null;
  @Field.custom(locationInput(), locationOutput) current_location: NoColumn;
  @Field.computed(locationShown) location: NoColumn;
  @Field.customColumn(locationIdInput()) override current_location_id: number | null;
  /** Whether it is or was at the terminal, set by the trigger `note_presence`. */
  @Flag() has_been_here: boolean;
}
