import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

/** The company that represents a shipping line or a vessel in the port. */
@Kind({
  singular: 'agent',
  plural: 'agents',
  key: 'name',
  parties: {
    concern: { party: { agent: 'self' } },
    fields: ['name', 'address', 'email', 'contact_person', 'phone'],
    filters: ['name'],
  },
})
export class Agent extends Row {
  @Field.key() name: string;
  @Field.note() address: string | null;
  @Field.text({ identifier: 'email' }) email: string | null;
  @Field.text() contact_person: string | null;
  @Field.text() phone: string | null;
  @Field.text({ identifier: 'visible' }) general_ledger_id: string | null;
}
