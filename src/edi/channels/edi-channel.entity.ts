import { Check, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
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
  Texts,
  Time,
} from '../../common/schema/columns';
import { EdiPartner } from '../../parties/edi-partners/edi-partner.kind';

/** Which ways a channel goes. */
export const CHANNEL_DIRECTIONS = ['in', 'out', 'both'] as const;
/** A mailbox waits for the partner; SFTP connects to its server. */
export const CHANNEL_KINDS = ['mailbox', 'sftp'] as const;

const ACTIVE_TWICE = 'Another active channel of the partner goes this way.';

/** Where interchanges of a partner come from, and go to. */
@Subject({
  type: 'edi_channel',
  path: (of) => `'/api/v1/edi_channels/' || ${of('id')}`,
})
@Entity('edi_channels')
@Index(['organization_id', 'updated_at', 'id'])
@Index('uq_edi_channels_in', ['organization_id', 'partner_id'], {
  unique: true,
  where: `active AND direction <> 'out'`,
})
@Refuses('uq_edi_channels_in', ACTIVE_TWICE, 'active', COMMON.taken)
@Index('uq_edi_channels_out', ['organization_id', 'partner_id'], {
  unique: true,
  where: `active AND direction <> 'in'`,
})
@Refuses('uq_edi_channels_out', ACTIVE_TWICE, 'active', COMMON.taken)
@Index('ix_edi_channels_connecting', ['organization_id', 'id'], { where: `active AND kind = 'sftp'` })
@Check(
  'ck_edi_channels_active',
  `NOT active OR kind <> 'sftp' OR host IS NOT NULL AND username IS NOT NULL AND host_key IS NOT NULL`,
)
@Check('ck_edi_channels_port', 'port BETWEEN 1 AND 65535')
@Check('ck_edi_channels_poll_seconds', 'poll_seconds BETWEEN 30 AND 3600')
export class EdiChannel extends Row {
  @BelongsTo(() => EdiPartner, { required: true }) partner: Relation<EdiPartner>;
  partner_id: number;
  @OneOf(CHANNEL_DIRECTIONS, { required: true }) direction: (typeof CHANNEL_DIRECTIONS)[number];
  @OneOf(CHANNEL_KINDS, { required: true }) kind: (typeof CHANNEL_KINDS)[number];
  @Text() description: string | null;
  /** Whether it carries anything. An imported channel is inactive, since it has neither key nor password. */
  @Flag() active: boolean;
  @Text() host: string | null;
  @Integer({ required: true, default: 22 }) port: number;
  @Text() username: string | null;
  /** The fingerprint that the server has to show. */
  @Text() host_key: string | null;
  /** Where files are taken from; null for the folder that the server begins in. */
  @Text() in_folder: string | null;
  @Text() out_folder: string | null;
  /** Where files go that were taken; null where they are deleted. */
  @Text() done_folder: string | null;
  @Integer({ required: true, default: 60 }) poll_seconds: number;
  /** The template of the names of files that go. */
  @Text({ required: true, default: '{message}_{control_reference}.edi' }) file_name: string;
  /** Whether host keys that sign with SHA-1 are taken. */
  @Flag() legacy_algorithms: boolean;
  /** Secrets, which are in no answer, event, trace, export or log. */
  @Text() password: string | null;
  @Text() private_key: string | null;
  @Text() public_key: string | null;
  /** The key before, which is offered as well until the server took the new one. */
  @Text() previous_private_key: string | null;
  @Text() previous_public_key: string | null;
}

/** What becomes of a channel while it works. It stands apart, since it changes with every poll and leaves no traces. */
@Entity('edi_channel_states')
@Unique(['organization_id', 'edi_channel_id'])
export class EdiChannelState extends LooseRow {
  @BelongsTo(() => EdiChannel, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_edi_channel_states_edi_channel_id',
  })
  edi_channel: Relation<EdiChannel>;
  edi_channel_id: number;
  /** The number of the claim of the process that works at it, and until when that holds. */
  @BigInteger({ required: true, default: 0 }) claim: number;
  @Time() claimed_until: Date | null;
  /** How often it was taken up without a word of what came of it. */
  @Integer({ required: true, default: 0 }) tries: number;
  /** When its folder is looked at next; null for at once. */
  @Time() poll_at: Date | null;
  /** When it is tried again after a failure; null where the last try succeeded. */
  @Time() try_at: Date | null;
  /** How often it failed in a row. */
  @Integer({ required: true, default: 0 }) failures: number;
  /** Since when it failed each time, and whether that was told. */
  @Time() failing_since: Date | null;
  @Flag() is_told: boolean;
  @Text() last_error: string | null;
  @Time() last_worked_at: Date | null;
  /** Files that are too large, and are left where they are. */
  @Texts() left_files: string[];
  /** The file that was kept last while it still lies in its folder, and the digest of its bytes. */
  @JsonColumn() kept_file: object | null;
  /** Since when files were counted, and how many bytes they had. */
  @Time() counted_since: Date | null;
  @BigInteger({ required: true, default: 0 }) counted_bytes: number;
}
