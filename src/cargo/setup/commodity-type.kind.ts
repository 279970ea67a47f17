import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A kind of goods. */
@Kind({
  singular: 'commodity_type',
  plural: 'commodity_types',
  key: 'name',
  parties: { concern: 'everyone', fields: ['name'], filters: ['name'] },
})
export class CommodityType extends Row {
  @Field.key() name: string;
}
