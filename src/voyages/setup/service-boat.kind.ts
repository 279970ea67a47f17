import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A tug, a pilot boat or another boat that serves vessels. */
@Kind({ singular: 'service_boat', plural: 'service_boats', key: 'name' })
export class ServiceBoat extends Row {
  @Field.key() name: string;
}
