import { Column, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Flag, OneOf, Row, Text, Time } from '../schema/columns';
import { ROLES } from '../tenancy/actor';
import type { Role } from '../tenancy/actor';
import { User } from './user.kind';

/** An access token of a user. Only its SHA-256 is stored; the token itself is shown once, when it is made. */
@Entity('tokens')
@Unique('uq_tokens_hash', ['hash'])
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'expires_at', 'id'])
@Index(['organization_id', 'last_used_at', 'id'])
@Index('ix_tokens_revoked', ['organization_id', 'id'], { where: 'revoked_at IS NOT NULL' })
@Index('ix_tokens_not_revoked', ['organization_id', 'user_id', 'expires_at'], { where: 'revoked_at IS NULL' })
export class Token extends Row {
  @BelongsTo(() => User, { required: true }) user: Relation<User>;
  user_id: number;

  @Column({ type: 'bytea' }) hash: Buffer;
  /** How the token begins, to tell whose it is when it is found somewhere; null for those of before. */
  @Text() prefix: string | null;
  @Text() description: string | null;
  @OneOf(ROLES, { required: true }) role: Role;
  /** The domains in which the role counts; in others the token may read. Null for all domains. */
  @Column({ type: 'text', array: true, nullable: true }) domains: string[] | null;
  /** The EDI partner to which the token is bound; null for a token of the terminal. */
  @BelongsTo('EdiPartner') edi_partner: Relation<Row> | null;
  edi_partner_id: number | null;
  /** Whether it is limited to its parties, within those of its user; without any it sees nothing. */
  @Flag() limited: boolean;
  /** Whose token made it; null for one of the command line. */
  @BelongsTo(() => User) created_by: Relation<User> | null;
  created_by_id: number | null;
  @Time() expires_at: Date | null;
  /** The last use, to the hour. */
  @Time() last_used_at: Date | null;
  @Time() revoked_at: Date | null;
}
