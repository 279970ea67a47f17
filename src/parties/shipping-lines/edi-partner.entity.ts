import { Entity, Unique } from 'typeorm';
import { Row, Text } from '../../common/schema/columns';

/** The company through which EDI messages are exchanged; several shipping lines may share one. */
@Entity('edi_partners')
@Unique(['organization_id', 'name', 'edi_id'])
export class EdiPartner extends Row {
  @Text({ required: true }) name: string;
  /** Empty rather than null when unset, because the unique constraint treats nulls as distinct. */
  @Text({ required: true, default: '' }) edi_id: string;
}
