import { Entity, Index } from 'typeorm';
import { DeletionTime, Row, Text } from '../../common/schema/columns';
import { Named } from '../../common/write/lookups';
import { CONSIGNEE } from './consignee-reference';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';

/**
 * The company that receives cargo. A deleted consignee disappears from lists and look-ups, while records that refer to
 * it still show it. Its name becomes free (decision 21).
 */
@Subject({
  type: 'consignee',
  key: (of) => of('name'),
  path: (of) => `'/api/v1/consignees/' || ${of('id')}`,
})
@Concerns({ party: { consignee: 'self' } })
@Entity('consignees')
@Index(['organization_id', 'updated_at', 'id'])
@Named(CONSIGNEE)
@Index('uq_consignees_name', ['organization_id', 'name'], { unique: true, where: 'deleted_at IS NULL' })
@Index(['organization_id', 'name'])
@Index(['organization_id', 'general_ledger_id'])
@Index('ix_consignees_name_part', { synchronize: false })
@Index('ix_consignees_name_any_case', { synchronize: false })
export class Consignee extends Row {
  @Text({ required: true }) name: string;
  @Text() address: string | null;
  @Text() contact_person: string | null;
  @Text() phone: string | null;
  @Text() email: string | null;
  @Text() customs_code: string | null;
  @Text() vat_number: string | null;
  @Text() general_ledger_id: string | null;
  @Text() billing_contact_name: string | null;
  @Text() billing_contact_email: string | null;
  @DeletionTime() deleted_at: Date | null;
}
