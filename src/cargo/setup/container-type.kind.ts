import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A type of container; `size` is its length in feet. */
@Kind({
  singular: 'container_type',
  plural: 'container_types',
  key: 'code',
  parties: {
    concern: 'everyone',
    fields: ['code', 'iso_type_code', 'description', 'size', 'is_high_cube', 'is_reefer'],
    filters: ['code'],
  },
})
export class ContainerType extends Row {
  @Field.key({ example: '20DV' }) code: string;
  @Field.text({ identifier: 'visible', example: '22G1' })
  iso_type_code: string | null;
  @Field.text({ example: "20' dry van" }) description: string | null;
  @Field.oneOfIntegers([20, 40, 45], { example: 20 }) size: number | null;
  @Field.flag() is_high_cube: boolean;
  @Field.flag() is_reefer: boolean;
}
