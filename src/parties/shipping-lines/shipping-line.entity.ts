import { Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Flag, Integer, OneOf, Row, Text, Texts } from '../../common/schema/columns';
import { Agent } from '../setup/agent.kind';
import { EdiSettings } from './edi-settings.entity';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';

export const CARRIER_TYPES = ['ocean', 'rail', 'air', 'truck'] as const;

/** A carrier, known by its code. A line may have a parent line. */
@Subject({
  type: 'shipping_line',
  key: (of) => of('code'),
  path: (of) => `'/api/v1/shipping_lines/' || ${of('id')}`,
})
@Concerns({ party: { shipping_line: 'self' } })
@Entity('shipping_lines')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'code'])
@Index('ix_shipping_lines_name_part', { synchronize: false })
export class ShippingLine extends Row {
  @Text({ required: true }) code: string;
  @Text() name: string | null;
  @Texts() synonyms: string[];
  @OneOf(CARRIER_TYPES) carrier_type: string | null;
  @Text() address: string | null;
  @Integer() empty_container_storage_teu_quota: number | null;
  @Text() email: string | null;
  @Text() contact_person: string | null;
  @Text() phone: string | null;
  @Flag() receive_email_alerts_on_container_damages: boolean;
  @Text() vat_number: string | null;
  @Text() general_ledger_id: string | null;
  @Text() dock_receipt_email: string | null;

  @BelongsTo(() => ShippingLine) parent: Relation<ShippingLine> | null;
  parent_id: number | null;

  @BelongsTo(() => Agent) agent: Relation<Agent> | null;
  agent_id: number | null;

  @OneToMany(() => EdiSettings, (settings) => settings.shipping_line) edi_settings: Relation<EdiSettings>[];
}
