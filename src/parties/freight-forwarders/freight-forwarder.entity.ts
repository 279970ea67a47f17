import { Entity, Index, Unique } from 'typeorm';
import { Flag, Row, Text } from '../../common/schema/columns';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';

/**
 * A company that arranges transport for cargo owners. Deleting one only makes it inactive: it keeps its name, and an
 * update can make it active again (decision 21).
 */
@Subject({
  type: 'freight_forwarder',
  key: (of) => of('name'),
  path: (of) => `'/api/v1/freight_forwarders/' || ${of('id')}`,
})
@Concerns({ party: { freight_forwarder: 'self' } })
@Entity('freight_forwarders')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'name'])
@Index(['organization_id', 'general_ledger_id'])
@Index('ix_freight_forwarders_name_part', { synchronize: false })
export class FreightForwarder extends Row {
  @Text({ required: true }) name: string;
  @Text() email: string | null;
  @Text() address: string | null;
  @Text() vat_number: string | null;
  @Text() general_ledger_id: string | null;
  @Text() contact_person: string | null;
  @Text() phone: string | null;
  @Flag(true) active: boolean;
  /** Whether others find it in the directory of parties. */
  @Flag() listed: boolean;
}
