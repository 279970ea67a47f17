import { Check, Column, Entity, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { BelongsTo, BigInteger, Flag, Integer, LooseRow, Row, Time } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { HoldType } from '../../cargo/held/hold-type.kind';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { ediPartnerInput, ediPartnerOutput } from '../../parties/edi-partners/edi-partner-reference';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { type Direction, DIRECTIONS, FLOW_MESSAGES } from './message-words';
import { linesOutput } from './flow-lines';

/** Whether a message is applied when it comes, or waits for somebody. */
export const APPLIES = ['at_once', 'by_hand'] as const;

/** A shipping line of a flow. */
@Entity('edi_flow_lines')
@Unique(['organization_id', 'edi_flow_id', 'shipping_line_id'])
export class EdiFlowLine extends LooseRow {
  @BelongsTo('EdiFlow', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_edi_flow_lines_edi_flow_id_shipping_line_id',
  })
  edi_flow: Relation<EdiFlow>;
  edi_flow_id: number;
  @BelongsTo(() => ShippingLine, { required: true }) shipping_line: Relation<ShippingLine>;
  shipping_line_id: number;
}

/** Which messages are exchanged with a partner, for which lines, and how. */
@Kind({
  singular: 'edi_flow',
  plural: 'edi_flows',
  key: 'name',
  narrowedBy: { direction: DIRECTIONS, message: FLOW_MESSAGES },
})
@Check('ck_edi_flows_every_minutes', 'every_minutes BETWEEN 0 AND 1440')
@Check('ck_edi_flows_per_message', 'per_message BETWEEN 1 AND 999')
@Check('ck_edi_flows_hold_type', `(message = 'COREOR') = (hold_type_id IS NOT NULL)`)
export class EdiFlow extends Row {
  @Field.key({ identifier: 'visible', example: 'WHA gate moves' }) name: string;
  @Field.custom(
    ediPartnerInput({ required: true, description: 'The partner that the messages go to or come from' }),
    ediPartnerOutput(),
  )
  @BelongsTo(() => EdiPartner, { required: true })
  partner: Relation<EdiPartner>;
  partner_id: number;
  @Field.oneOf(DIRECTIONS, { required: true, description: 'Whether messages come or go' })
  direction: Direction;
  @Field.oneOf(FLOW_MESSAGES, { required: true, example: 'CODECO' })
  message: (typeof FLOW_MESSAGES)[number];
  @Field.text({
    pattern: /^\d\d[A-Z]$/,
    must: 'must be two digits and a capital, such as 95B',
    description: 'The directory of UN/EDIFACT; any when it is left out of a flow of messages that come',
    example: '95B',
  })
  directory: string | null;
  @Field.text({
    pattern: /^[A-Z0-9]{1,6}$/,
    must: 'must be up to 6 capitals and digits',
    description: 'The association code of messages; none is written and any is read when it is left out',
    example: 'ITG14',
  })
  association: string | null;
  @Field.custom(
    In.texts({
      description:
        'The codes of the shipping lines; those whose EDI settings name the partner when none is given',
      example: ['WHA'],
    }),
    linesOutput,
  )
  @OneToMany(() => EdiFlowLine, (line) => line.edi_flow)
  shipping_lines: Relation<EdiFlowLine>[];
  @Field.flag({ description: 'Whether the messages are of all lines, as for a port community' })
  all_lines: boolean;
  @Flag(true)
  @Field.customColumn(In.bool({ description: 'true unless given' }), (out) => out.bool())
  active: boolean;
  @Field.oneOfOr(APPLIES, 'at_once', {
    description: 'Of messages that come: whether each is applied when it comes, or waits for somebody',
  })
  apply: (typeof APPLIES)[number];
  @Field.flag({ description: 'Of messages that come: whether another original replaces the one that stands' })
  original_replaces: boolean;
  @Field.ref(() => HoldType, 'name', {
    description:
      'Of COREOR: the type of the holds that releases lift; required there, and of no other message',
    example: 'Line release',
  })
  hold_type: Relation<HoldType> | null;
  hold_type_id: number | null;
  @Integer({ required: true, default: 0 })
  @Field.customColumn(
    In.int({
      notNull: true,
      min: 0,
      max: 1440,
      description:
        'Of messages that go: every how many minutes of the day they are composed; 0, at once, unless given',
    }),
    (out) => out.int({ example: 0 }),
  )
  every_minutes: number;
  @Integer({ required: true, default: 100 })
  @Field.customColumn(
    In.int({
      notNull: true,
      min: 1,
      max: 999,
      description: 'The most containers of a message that goes; 100 unless given',
    }),
    (out) => out.int({ example: 100 }),
  )
  per_message: number;
  @Field.flag({ description: 'Whether a COARRI is composed when the tally of the voyage is closed' })
  at_tally_close: boolean;
  @Column({ type: 'text', default: '' })
  @Field.customColumn(
    In.text({
      pattern: /^[A-Z0-9]{0,6}$/,
      must: 'must be up to 6 capitals and digits',
      description: 'How the document numbers of messages that go begin; 8 digits follow',
      example: 'NQ',
    }),
    (out) => out.text({ example: 'NQ' }),
  )
  document_prefix: string;
  /** The number of the last document that was composed. */
  @BigInteger({ required: true, default: 0 }) last_document: number;
  /** The last event of the feed that the flow has taken; null for one that follows nothing. */
  @BigInteger() last_event_id: number | null;
  /** How often it was taken up without a word of what came of it. */
  @Integer({ required: true, default: 0 }) tries: number;
  /** When one that was given up is taken up again. */
  @Time() try_at: Date | null;
}
