import { Column, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Flag, OneOf, Row, Time } from '../schema/columns';
import { ROLES } from '../tenancy/actor';
import type { Role } from '../tenancy/actor';
import { User } from './user.kind';

/** An access token of a user. Only its SHA-256 is stored; the token itself is shown once, when it is made. */
@Entity('tokens')
@Unique('uq_tokens_hash', ['hash'])
export class Token extends Row {
  @BelongsTo(() => User, { required: true }) user: Relation<User>;
  user_id: number;

  @Column({ type: 'bytea' }) hash: Buffer;
  @OneOf(ROLES, { required: true }) role: Role;
  /** The domains in which the role counts; in others the token may read. Null for all domains. */
  @Column({ type: 'text', array: true, nullable: true }) domains: string[] | null;
  /** The EDI partner to which the token is bound; null for a token of the terminal. */
  @BelongsTo('EdiPartner') edi_partner: Relation<Row> | null;
  edi_partner_id: number | null;
  /** Whether it is limited to its parties, within those of its user; without any it sees nothing. */
  @Flag() limited: boolean;
  @Time() expires_at: Date | null;
  /** The last use, to the hour. */
  @Time() last_used_at: Date | null;
  @Time() revoked_at: Date | null;
}
