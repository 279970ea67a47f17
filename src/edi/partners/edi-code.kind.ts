import { Check, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { BelongsTo, type NoColumn, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { DamageComponent } from '../../condition/damages/damage-component.kind';
import { DamageType } from '../../condition/damages/damage-type.kind';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { ediPartnerInput, ediPartnerOutput } from '../../parties/edi-partners/edi-partner-reference';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Port } from '../../places/setup/port.kind';
import { Terminal } from '../../places/setup/terminal.kind';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { CODE_LISTS, type CodeList, OURS } from './code-lists';

/** What a word of a partner means: the record that it names, and the word that is written for a record. */
@Refuses('uq_edi_codes_partner_id_list_theirs', 'The partner has a code for this word already.', 'theirs')
@Kind({
  singular: 'edi_code',
  plural: 'edi_codes',
  key: 'theirs',
  within: ['partner', 'list'],
  byId: true,
  narrowedBy: { list: CODE_LISTS },
})
@Index('uq_edi_codes_of_all', ['organization_id', 'list', 'theirs'], {
  unique: true,
  where: 'partner_id IS NULL',
})
@Index('ix_edi_codes_any_case', { synchronize: false })
@Refuses('uq_edi_codes_of_all', 'There is a code of all partners for this word already.', 'theirs')
@Check(
  'ck_edi_codes_ours',
  `CASE list ${CODE_LISTS.map((list) => `WHEN '${list}' THEN ${list}_id IS NOT NULL`).join(' ')} END
    AND num_nonnulls(${CODE_LISTS.map((list) => `${list}_id`).join(', ')}) = 1`,
)
export class EdiCode extends Row {
  @Field.custom(
    ediPartnerInput({ description: 'The partner that uses the word; all partners when it is left out' }),
    ediPartnerOutput(),
  )
  @BelongsTo(() => EdiPartner, { unindexed: 'uq_edi_codes_partner_id_list_theirs' })
  partner: Relation<EdiPartner> | null;
  partner_id: number | null;
  @Field.oneOf(CODE_LISTS, { required: true, description: 'What the word names' }) list: CodeList;
  @Field.key({ identifier: 'visible', max: 70, description: 'The word in messages', example: '4510' })
  theirs: string;
  @Field.custom(
    In.text({
      required: true,
      identifier: 'visible',
      description:
        'The record: the code of a line, type, trucking company or word of damage, the LOCODE of a port, the name of a terminal or freight forwarder, the number of a voyage',
      example: '45G1',
    }),
    (out) => out.sql(OURS, 'text', { nullable: false, example: '45G1' }),
  )
  ours: NoColumn;
  @Field.flag({
    description: 'Whether this word is written in place of the code of the record; others are for reading',
  })
  preferred: boolean;

  @BelongsTo(() => ShippingLine) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => ContainerType) container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @BelongsTo(() => Port) port: Relation<Port> | null;
  port_id: number | null;
  @BelongsTo(() => Terminal) terminal: Relation<Terminal> | null;
  terminal_id: number | null;
  @BelongsTo(() => Voyage) voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @BelongsTo(() => TruckingCompany) trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  @BelongsTo(() => FreightForwarder) freight_forwarder: Relation<FreightForwarder> | null;
  freight_forwarder_id: number | null;
  @BelongsTo(() => DamageType) damage_type: Relation<DamageType> | null;
  damage_type_id: number | null;
  @BelongsTo(() => DamageComponent) damage_component: Relation<DamageComponent> | null;
  damage_component_id: number | null;
}
