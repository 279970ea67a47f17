import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Subject } from '../../common/recording/subject';
import {
  BelongsTo,
  Flag,
  Integer,
  JsonColumn,
  OneOf,
  Row,
  Text,
  Texts,
  Time,
} from '../../common/schema/columns';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';
import { EdiChannel } from '../channels/edi-channel.entity';
import { type Direction, DIRECTIONS } from '../partners/message-words';

/** How far an interchange has come: what came is received and read, what goes is queued and sent. */
export const INTERCHANGE_STATUSES = [
  'received',
  'read',
  'refused',
  'duplicate',
  'queued',
  'sent',
  'acknowledged',
  'rejected',
] as const;
export type InterchangeStatus = (typeof INTERCHANGE_STATUSES)[number];

/** A file of messages that came from a partner or goes to one. Its bytes stand apart (`edi_payloads`). */
@Subject({
  type: 'edi_interchange',
  key: (of) => of('control_reference'),
  path: (of) => `'/api/v1/edi_interchanges/' || ${of('id')}`,
})
@Entity('edi_interchanges')
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'direction', 'id'])
@Index(['organization_id', 'partner_id', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'control_reference', 'id'])
@Index(['organization_id', 'sender', 'id'])
@Index(['organization_id', 'file_name', 'id'])
@Index(['organization_id', 'created_at'])
@Index('ix_edi_interchanges_kinds', { synchronize: false })
@Index('ix_edi_interchanges_content', ['organization_id', 'partner_id', 'sha256', 'id'], {
  where: `direction = 'in'`,
})
@Index('ix_edi_interchanges_received', ['organization_id', 'id'], { where: `status = 'received'` })
@Index('ix_edi_interchanges_queued', ['organization_id', 'partner_id', 'id'], { where: `status = 'queued'` })
@Index('ix_edi_interchanges_unanswered', ['organization_id', 'answer_due_at'], {
  where: `status = 'sent' AND NOT overdue AND answer_due_at IS NOT NULL`,
})
export class EdiInterchange extends Row {
  @OneOf(DIRECTIONS, { required: true }) direction: Direction;
  @BelongsTo(() => EdiPartner, { unindexed: 'ix_edi_interchanges_partner_id_id' })
  partner: Relation<EdiPartner> | null;
  partner_id: number | null;
  /** What it came through, or was sent through; null for an upload, and for what a partner fetched. */
  @BelongsTo(() => EdiChannel) channel: Relation<EdiChannel> | null;
  channel_id: number | null;
  /** Whether a token of the partner sent it, so that it is of no other one, whatever its sender. */
  @Flag() bound: boolean;
  @Text() file_name: string | null;
  @Text() control_reference: string | null;
  @Text() sender: string | null;
  @Text() sender_qualifier: string | null;
  @Text() recipient: string | null;
  @Text() recipient_qualifier: string | null;
  @Time() prepared_at: Date | null;
  @Text() character_set: string | null;
  @Text() syntax_version: string | null;
  @Flag() asks_acknowledgement: boolean;
  @Flag() test: boolean;
  @OneOf(INTERCHANGE_STATUSES, { required: true }) status: InterchangeStatus;
  /** In bytes. */
  @Integer({ required: true }) size: number;
  /** Of the bytes, as 64 hexadecimal digits. */
  @Text({ required: true }) sha256: string;
  /** Why it is refused: faults with their segments. */
  @JsonColumn({ required: true, default: [] }) errors: object;
  @JsonColumn({ required: true, default: [] }) warnings: object;
  @Integer({ required: true, default: 0 }) messages_count: number;
  /** The kinds of its messages, such as `COPARN`. */
  @Texts() kinds: string[];
  /** Whether its messages are previewed and then wait. */
  @Flag() dry_run: boolean;
  /** The interchange that this one repeats. */
  @BelongsTo(() => EdiInterchange) duplicate_of: Relation<EdiInterchange> | null;
  duplicate_of_id: number | null;
  /** The CONTRL that answers it: ours for what came, theirs for what went. */
  @BelongsTo(() => EdiInterchange) acknowledgement: Relation<EdiInterchange> | null;
  acknowledgement_id: number | null;
  @Time() acknowledged_at: Date | null;
  /** When the partner's answer is overdue, and whether that was told. */
  @Time() answer_due_at: Date | null;
  @Flag() overdue: boolean;
  /** Whether the messages of a rejected one were composed anew. */
  @Flag() recomposed: boolean;
  @Time() read_at: Date | null;
  @Time() sent_at: Date | null;
  /** How often it was tried to send it, or to read what came. */
  @Integer({ required: true, default: 0 }) tries: number;
  /** Until when the process that reads it has it for itself. */
  @Time() claimed_until: Date | null;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}

/** The bytes of an interchange, as they came or go. */
@Entity('edi_payloads')
export class EdiPayload {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @PrimaryColumn({ type: 'bigint' }) edi_interchange_id: number;
  @Column({ type: 'bytea' }) bytes: Buffer;
  /** The bytes at which the segments 1, 101, 201 and so on begin, and how many can be read; null until it was read. */
  @Column({ type: 'integer', array: true, nullable: true }) marks: number[] | null;
  @Column({ type: 'integer', nullable: true }) segments_count: number | null;
}

/**
 * What a token has uploaded in a minute, for the limits of uploads. `token_id` is minus the id of the identity where the
 * token is of an identity provider.
 */
@Entity('edi_upload_minutes')
export class EdiUploadMinute {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @PrimaryColumn({ type: 'bigint' }) token_id: number;
  @PrimaryColumn({ type: 'timestamptz', precision: 0 }) minute: Date;
  @Column({ type: 'integer' }) uploads: number;
  @Column({ type: 'bigint' }) bytes: number;
}
