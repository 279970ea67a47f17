import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row, Text } from '../../common/schema/columns';
import { EdiPartner } from '../edi-partners/edi-partner.kind';
import type { ShippingLine } from './shipping-line.entity';

/** The EDI settings of a shipping line, at most one record per line. */
@Entity('edi_settings')
@Unique(['organization_id', 'shipping_line_id'])
export class EdiSettings extends Row {
  @BelongsTo('ShippingLine', { required: true, unindexed: 'uq_edi_settings_shipping_line_id' })
  shipping_line: Relation<ShippingLine>;
  shipping_line_id: number;

  @BelongsTo(() => EdiPartner) edi_partner: Relation<EdiPartner> | null;
  edi_partner_id: number | null;

  @Text() name: string | null;
  @Text() entity_edi_id: string | null;
  @Text() communication_mode: string | null;
  @Text() time_zone: string | null;
  @Text() default_sender_id: string | null;
  @Text() sender_edi_id: string | null;
  @Text() edi_carrier_id: string | null;
  @Text() edi_standard: string | null;
}
