import { Entity, Unique } from 'typeorm';
import { Row, Text } from '../../common/schema/columns';

/** The company that EDI messages are exchanged through; several shipping lines may share one. */
@Entity('edi_partners')
@Unique(['organization_id', 'name', 'edi_id'])
export class EdiPartner extends Row {
  @Text({ required: true }) name: string;
  /** Empty for one without, since the constraint would take nulls for different values. */
  @Text({ required: true, default: '' }) edi_id: string;
}
