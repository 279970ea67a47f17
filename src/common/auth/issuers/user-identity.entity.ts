import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, LooseRow, Text, Time } from '../../schema/columns';
import { User } from '../user.kind';
import { IdentityIssuer } from './identity-issuer.entity';

/** Who a user is for an identity provider: the subject of tokens, whatever else they say. */
@Entity('user_identities')
@Unique('uq_user_identities_issuer_id_sub', ['organization_id', 'issuer_id', 'sub'])
@Unique('uq_user_identities_issuer_id_user_id', ['organization_id', 'issuer_id', 'user_id'])
export class UserIdentity extends LooseRow {
  @BelongsTo(() => IdentityIssuer, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_user_identities_issuer_id_sub',
  })
  issuer: Relation<IdentityIssuer>;
  issuer_id: number;
  /** The `sub` of its tokens. */
  @Text({ required: true }) sub: string;
  @BelongsTo(() => User, { required: true, onDelete: 'CASCADE' }) user: Relation<User>;
  user_id: number;
  /** The last use, to the hour. */
  @Time() last_seen_at: Date | null;
}
