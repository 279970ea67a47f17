import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../database/db';
import { NotFound } from '../errors/errors';
import type { Json } from '../json';
import type { Page } from '../pagination/page';
import type { PageQuery } from '../pagination/page-query';
import { kindOf } from '../setup/kind';
import { KindInput, SetupService } from '../setup/setup.service';
import { UserIdentity } from './issuers/user-identity.entity';
import { UserIdentityShow } from './issuers/user-identity.view';
import { KnownTokens } from './known-tokens';
import { User } from './user.kind';
import { userModel } from './user.write';

/** Users, as any set-up kind. Deactivating or removing a user takes effect at once. */
@Injectable()
export class UsersService extends SetupService<User> {
  constructor(
    db: Db,
    private readonly tokens: KnownTokens,
  ) {
    super(db, kindOf(User), userModel);
  }

  override update(idOrKey: string, input: KindInput): Promise<Json> {
    this.tokens.forgetAfterwards();
    return super.update(idOrKey, input);
  }

  override remove(idOrKey: string): Promise<string> {
    this.tokens.forgetAfterwards();
    return super.remove(idOrKey);
  }

  /** Ends the tokens of identity providers that a user has. Throws NotFound. */
  async signOut(idOrKey: string): Promise<Json> {
    const { id } = await this.find(idOrKey, { lock: true });
    await this.endTokens(id);
    return this.read(id);
  }

  /** How a user is known by identity providers. Throws NotFound. */
  async identities(idOrKey: string, query: PageQuery): Promise<Page> {
    const { id } = await this.find(idOrKey);
    return this.db
      .read(UserIdentityShow)
      .where(sql`t.user_id = ${id}`)
      .page(query.request());
  }

  /** Removes an identity of a user, whose tokens end. Throws NotFound. */
  async removeIdentity(idOrKey: string, identity_id: number): Promise<string> {
    const { id } = await this.find(idOrKey, { lock: true });
    const identity = await this.db.find(UserIdentity, { id: identity_id, user_id: id }, { lock: true });
    if (!identity) throw new NotFound('Identity', identity_id);
    await this.endTokens(id);
    await this.db.remove(UserIdentity, identity_id, 'Identity');
    return 'Identity was successfully deleted.';
  }

  private async endTokens(user_id: number): Promise<void> {
    this.tokens.forgetAfterwards();
    await this.db.update(User, user_id, { signed_out_at: await this.db.now() });
  }
}
