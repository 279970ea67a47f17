import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Subject } from '../../common/recording/subject';
import {
  BelongsTo,
  BigInteger,
  Flag,
  Integer,
  JsonColumn,
  LooseRow,
  OneOf,
  Row,
  Text,
  Time,
} from '../../common/schema/columns';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { EdiFlow } from '../partners/edi-flow.kind';
import { type Direction, DIRECTIONS } from '../partners/message-words';
import { EdiInterchange } from './edi-interchange.entity';

/** How far a message has come. What goes has the status of its interchange. */
export const MESSAGE_STATUSES = [
  'received',
  'waiting',
  'applied',
  'refused',
  'replaced',
  'cancelled',
  'dismissed',
  'queued',
  'sent',
  'acknowledged',
  'rejected',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What is to be done with a message next. */
export const ORDERS = ['apply', 'preview'] as const;
export type MessageOrder = (typeof ORDERS)[number];

/** One message of an interchange, and what came of it. */
@Subject({
  type: 'edi_message',
  key: (of) => `coalesce(${of('document_number')}, ${of('reference')})`,
  path: (of) => `'/api/v1/edi_messages/' || ${of('id')}`,
})
@Entity('edi_messages')
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'edi_interchange_id', 'id'])
@Index(['organization_id', 'direction', 'id'])
@Index(['organization_id', 'partner_id', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'message', 'id'])
@Index(['organization_id', 'flow_id', 'id'])
@Index(['organization_id', 'voyage_id', 'id'])
@Index(['organization_id', 'shipping_line_id', 'id'])
@Index(['organization_id', 'document_number', 'id'])
@Index(['organization_id', 'function', 'id'])
@Index(['organization_id', 'created_at'])
@Index('ix_edi_messages_errors', ['organization_id', 'id'], { where: 'errors_count > 0' })
@Index('ix_edi_messages_asked', ['organization_id', 'partner_id', 'asked_at', 'id'], {
  where: 'asked IS NOT NULL',
})
@Index('ix_edi_messages_standing', ['organization_id', 'partner_id', 'subject', 'id'], {
  where: `status = 'applied' AND direction = 'in'`,
})
export class EdiMessage extends Row {
  @BelongsTo(() => EdiInterchange, { required: true, unindexed: 'ix_edi_messages_edi_interchange_id_id' })
  edi_interchange: Relation<EdiInterchange>;
  edi_interchange_id: number;
  @OneOf(DIRECTIONS, { required: true }) direction: Direction;
  @BelongsTo(() => EdiPartner, { required: true, unindexed: 'ix_edi_messages_partner_id_id' })
  partner: Relation<EdiPartner>;
  partner_id: number;
  @BelongsTo(() => EdiFlow, { unindexed: 'ix_edi_messages_flow_id_id' }) flow: Relation<EdiFlow> | null;
  flow_id: number | null;
  @Text({ required: true }) message: string;
  @Text() directory: string | null;
  @Text() association: string | null;
  @Text() reference: string | null;
  @Text() document_number: string | null;
  @Text() function: string | null;
  @Time() document_date: Date | null;
  /** What the document is about, such as `coparn 126 WHA331057`: a later document of it replaces an earlier one. */
  @Text() subject: string | null;
  @BelongsTo(() => Voyage, { unindexed: 'ix_edi_messages_voyage_id_id' }) voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @BelongsTo(() => ShippingLine, { unindexed: 'ix_edi_messages_shipping_line_id_id' })
  shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @OneOf(MESSAGE_STATUSES, { required: true }) status: MessageStatus;
  @Integer({ required: true, default: 0 }) containers_count: number;
  /** How many containers a booking is for by this document. */
  @Integer() quantity: number | null;
  /** Faults with their segments: the first 200, and how many there are. */
  @JsonColumn({ required: true, default: [] }) errors: object;
  @Integer({ required: true, default: 0 }) errors_count: number;
  @JsonColumn({ required: true, default: [] }) warnings: object;
  @Integer({ required: true, default: 0 }) warnings_count: number;
  /** How many records it made, changed and left, by kind. */
  @JsonColumn() changes: object | null;
  @Time() previewed_at: Date | null;
  @Time() applied_at: Date | null;
  @BelongsTo(() => User) applied_by: Relation<User> | null;
  applied_by_id: number | null;
  @Text() dismiss_reason: string | null;
  @BelongsTo(() => EdiMessage) replaces: Relation<EdiMessage> | null;
  replaces_id: number | null;
  @BelongsTo(() => EdiMessage) replaced_by: Relation<EdiMessage> | null;
  replaced_by_id: number | null;

  /** Where its UNH is: the number of the segment, and the byte. */
  @Integer({ required: true, default: 0 }) first_segment: number;
  @Integer({ required: true, default: 0 }) first_byte: number;
  /** What is to be done with it, by whom and since when; null when nothing is. */
  @OneOf(ORDERS) asked: MessageOrder | null;
  @Time() asked_at: Date | null;
  @BelongsTo(() => User) asked_by: Relation<User> | null;
  asked_by_id: number | null;
  /** Whether it is applied although another original stands, or a later document was applied. */
  @Flag() force: boolean;
  /** Until when the process that works at it has it for itself. */
  @Time() claimed_until: Date | null;
  @Integer({ required: true, default: 0 }) tries: number;
}

/** A record that a message made or changed. */
@Entity('edi_message_records')
@Index(['organization_id', 'edi_message_id', 'id'])
export class EdiMessageRecord extends LooseRow {
  @BelongsTo(() => EdiMessage, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'ix_edi_message_records_edi_message_id_id',
  })
  edi_message: Relation<EdiMessage>;
  edi_message_id: number;
  @Integer() segment: number | null;
  @Text({ required: true }) type: string;
  @BigInteger() record_id: number | null;
  @Text() key: string | null;
  @Text({ required: true }) did: string;
}

/** The kinds of key that messages are found by. */
export const KEY_TYPES = ['booking', 'container'] as const;

/** A booking or container that a message names, by which it is found. */
@Entity('edi_message_keys')
@Index(['organization_id', 'edi_message_id'])
export class EdiMessageKey {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @PrimaryColumn({ type: 'text' }) type: (typeof KEY_TYPES)[number];
  @PrimaryColumn({ type: 'text' }) key: string;
  @PrimaryColumn({ type: 'bigint' }) edi_message_id: number;
}
