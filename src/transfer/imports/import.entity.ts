import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
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
import type { Finding } from '../findings';

export const IMPORT_STATUSES = ['waiting', 'running', 'completed', 'failed'] as const;
export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;

/** SQL: whether an import is not over. */
export const IS_OPEN = `status IN ('waiting', 'running')`;

/** A file of records that a client sent, and what came of it. Its bytes stand apart (`import_parts`) until it is over. */
@Entity('imports')
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'kind', 'id'])
@Index('ix_imports_open', ['organization_id', 'id'], { where: IS_OPEN })
export class Import extends Row {
  /** The kind of its records: the name of their table. */
  @Text({ required: true }) kind: string;
  @OneOf(IMPORT_FORMATS, { required: true }) format: (typeof IMPORT_FORMATS)[number];
  @Text() file_name: string | null;
  @Flag() dry_run: boolean;
  @Flag() strict: boolean;
  @OneOf(IMPORT_STATUSES, { required: true, default: 'waiting' })
  status: (typeof IMPORT_STATUSES)[number];
  /** In bytes. */
  @Integer({ required: true }) size: number;
  @Integer({ required: true, default: 0 }) bytes_read: number;
  @Integer({ required: true, default: 0 }) lines: number;
  @Integer({ required: true, default: 0 }) created: number;
  @Integer({ required: true, default: 0 }) updated: number;
  @Integer({ required: true, default: 0 }) unchanged: number;
  @JsonColumn({ required: true, default: [] }) findings: Finding[];
  @Integer({ required: true, default: 0 }) more_findings: number;
  @Texts() warnings: string[];
  /** Why it failed. */
  @Text() failure: string | null;
  /** How often a process took it up; counted and committed before it works. */
  @Integer({ required: true, default: 0 }) tries: number;
  @Time() claimed_until: Date | null;
  @Time() started_at: Date | null;
  @Time() finished_at: Date | null;
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}

/** The most bytes of a part. */
export const PART_BYTES = 1024 * 1024;

/** A part of the bytes of an import that is not over. */
@Entity('import_parts')
@Check('ck_import_parts_bytes', `octet_length(bytes) <= ${PART_BYTES}`)
export class ImportPart {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @PrimaryColumn({ type: 'bigint' }) import_id: number;
  /** Counts the parts from 0. */
  @PrimaryColumn({ type: 'integer' }) number: number;
  @Column({ type: 'bytea' }) bytes: Buffer;

  @ManyToOne(() => Import, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organization_id' },
    { name: 'import_id', referencedColumnName: 'id' },
  ])
  import: Relation<Import>;
}
