import { Injectable } from '@nestjs/common';
import { HoldType } from '../../cargo/held/hold-type.kind';
import { KnownTokens } from '../../common/auth/known-tokens';
import { Db } from '../../common/database/db';
import type { Json } from '../../common/json';
import { kindOf } from '../../common/setup/kind';
import { type KindInput, SetupService } from '../../common/setup/setup.service';
import { holdTypeModel } from './hold-type.write';

/** Hold types, as any set-up kind. Whether one is applied to full imports is known of every actor, so that these are forgotten. */
@Injectable()
export class HoldTypesService extends SetupService<HoldType> {
  constructor(
    db: Db,
    private readonly tokens: KnownTokens,
  ) {
    super(db, kindOf(HoldType), holdTypeModel);
  }

  override create(input: KindInput): Promise<Json> {
    this.tokens.forgetAfterwards();
    return super.create(input);
  }

  override update(idOrKey: string, input: KindInput): Promise<Json> {
    this.tokens.forgetAfterwards();
    return super.update(idOrKey, input);
  }

  override remove(idOrKey: string): Promise<string> {
    this.tokens.forgetAfterwards();
    return super.remove(idOrKey);
  }
}
