import { Injectable } from '@nestjs/common';
import { Db } from '../database/db';
import type { Json } from '../json';
import { kindOf } from '../setup/kind';
import { KindInput, SetupService } from '../setup/setup.service';
import { KnownTokens } from './known-tokens';
import { User } from './user.kind';
import { userModel } from './user.write';

/** Users, as any set-up kind. Deactivating a user takes effect at once. */
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
}
