import { Check } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { type Numeric, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** The nominal lengths of containers, in feet. */
export const CONTAINER_SIZES = [20, 40, 45] as const;

/** A type of container; `size` is its length in feet. */
@Kind({
  singular: 'container_type',
  plural: 'container_types',
  key: 'code',
  parties: {
    concern: 'everyone',
    fields: [
      'code',
      'iso_type_code',
      'description',
      'size',
      'is_high_cube',
      'is_reefer',
      'tare_weight',
      'maximum_gross_weight',
    ],
    filters: ['code'],
  },
})
@Check('ck_container_types_maximum_gross_weight', 'maximum_gross_weight > tare_weight')
@Refuses(
  'ck_container_types_maximum_gross_weight',
  'Maximum gross weight must be more than tare weight.',
  'maximum_gross_weight',
)
export class ContainerType extends Row {
  @Field.key({ example: '20DV' }) code: string;
  @Field.text({ identifier: 'visible', example: '22G1' })
  iso_type_code: string | null;
  @Field.text({ example: "20' dry van" }) description: string | null;
  @Field.oneOfIntegers(CONTAINER_SIZES, { example: 20 }) size: number | null;
  @Field.flag() is_high_cube: boolean;
  @Field.flag() is_reefer: boolean;
  @Field.number({ min: 0, example: 2230 }) tare_weight: Numeric | null;
  @Field.number({ min: 0, example: 30480 }) maximum_gross_weight: Numeric | null;
}
