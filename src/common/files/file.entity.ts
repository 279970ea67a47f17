import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../auth/user.kind';
import { Subject } from '../recording/subject';
import { BelongsTo, Integer, OneOf, Row, Text, Time } from '../schema/columns';

/** What files are, by their bytes. */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Where bytes are kept: as chunks in the database, or in the bucket of FILES_URL. */
export const FILE_STORES = ['database', 's3'] as const;
export type FileStore = (typeof FILE_STORES)[number];

/**
 * A picture or a PDF that records name by join tables (`FileLink`). Until one does, its uploader alone sees it, and an hour later
 * it is deleted. It never changes.
 */
@Subject({ type: 'file', path: (of) => `'/api/v1/files/' || ${of('id')}` })
@Entity('files')
@Unique(['organization_id', 'key'])
@Index('ix_files_unused', ['organization_id', 'unused_since', 'id'], { where: 'unused_since IS NOT NULL' })
@Check('ck_files_uses', 'uses >= 0')
@Check('ck_files_unused', '(uses = 0) = (unused_since IS NOT NULL)')
export class StoredFile extends Row {
  /** A random name, by which exports and stores know it. */
  @Text({ required: true }) key: string;
  @Text({ required: true }) name: string;
  @OneOf(FILE_TYPES, { required: true }) content_type: FileType;
  /** How many bytes are kept; `sha256` is of these, in hexadecimal digits. */
  @Integer({ required: true }) bytes: number;
  @Text({ required: true }) sha256: string;
  /** Of the bytes that were sent. */
  @Text({ required: true }) original_sha256: string;
  @OneOf(FILE_STORES, { required: true, default: 'database' }) kept_in: FileStore;
  /** What all records that name it are about, such as `container 12`; null while none does. */
  @Text() about: string | null;
  /** How many records name it; counted by the trigger `count_file_uses`. */
  @Integer({ required: true, default: 0 }) uses: number;
  /** Since when no record names it; null while one does. */
  @Time({ default: () => 'now()' }) unused_since: Date | null;
  /** Who uploaded it. */
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
}

/** The most bytes of a chunk. */
export const CHUNK_BYTES = 256 * 1024;

/** A part of the bytes of a file that is kept in the database, so that no file is in memory whole. */
@Entity('file_chunks')
@Check('ck_file_chunks_bytes', `octet_length(bytes) <= ${CHUNK_BYTES}`)
export class FileChunk {
  @PrimaryColumn({ type: 'bigint' }) organization_id: number;
  @PrimaryColumn({ type: 'bigint' }) file_id: number;
  /** Counts the chunks from 0. */
  @PrimaryColumn({ type: 'integer' }) number: number;
  @Column({ type: 'bytea' }) bytes: Buffer;

  @ManyToOne(() => StoredFile, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organization_id' },
    { name: 'file_id', referencedColumnName: 'id' },
  ])
  file: Relation<StoredFile>;
}
