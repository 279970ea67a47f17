import { Column, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../auth/user.kind';
import { BelongsTo, Integer, Row, Text } from '../schema/columns';

/** The request and the answer of a POST with an idempotency key. */
@Entity('idempotency_keys')
@Unique(['organization_id', 'user_id', 'key'])
@Index(['organization_id', 'created_at'])
export class IdempotencyKey extends Row {
  @BelongsTo(() => User, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_idempotency_keys_user_id_key',
  })
  user: Relation<User>;
  user_id: number;

  /** The value of the header; for whoever is limited to parties with these. */
  @Text({ required: true }) key: string;
  /** SHA-256 of path, query and body. */
  @Column({ type: 'bytea' }) request_hash: Buffer;
  @Integer({ required: true }) status: number;
  /** Empty when the answer had a secret. */
  @Text({ required: true }) answer: string;
}
