import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A terminal that the organization operates. */
@Kind({ singular: 'terminal', plural: 'terminals', key: 'name' })
export class Terminal extends Row {
  @Field.key() name: string;
}
