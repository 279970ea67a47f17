import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** The company that sends cargo, the shipper of a bill of lading. */
@Kind({ singular: 'exporter', plural: 'exporters', key: 'name' })
export class Exporter extends Row {
  @Field.key() name: string;
  @Field.note() address: string | null;
  @Field.text({ identifier: 'email' }) email: string | null;
  @Field.text() contact_person: string | null;
  @Field.text() phone: string | null;
  @Field.text({ identifier: 'visible' }) general_ledger_id: string | null;
}
