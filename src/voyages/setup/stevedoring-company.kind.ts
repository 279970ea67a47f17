import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** A company that loads and discharges vessels. */
@Kind({ singular: 'stevedoring_company', plural: 'stevedoring_companies', key: 'name' })
export class StevedoringCompany extends Row {
  @Field.key() name: string;
}
