import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A person who leads the work on a vessel. */
@Kind({ singular: 'stevedoring_supervisor', plural: 'stevedoring_supervisors', key: 'name' })
export class StevedoringSupervisor extends Row {
  @Field.key() name: string;
}
