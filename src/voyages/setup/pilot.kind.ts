import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A pilot, who guides vessels in and out. */
@Kind({ singular: 'pilot', plural: 'pilots', key: 'name' })
export class Pilot extends Row {
  @Field.key() name: string;
}
