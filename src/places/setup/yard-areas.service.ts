import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Db } from '../../common/database/db';
import type { Json } from '../../common/json';
import { kindOf } from '../../common/setup/kind';
import { type KindInput, SetupService } from '../../common/setup/setup.service';
import { YardArea } from './yard-area.kind';
import { yardAreaModel } from './yard-area.write';

/** A yard area that accepts other classes of dangerous goods from now on. Null is for all classes. */
export interface OtherClasses {
  yard_area_id: number;
  before: string[] | null;
  after: string[] | null;
}

type Follower = (change: OtherClasses) => Promise<void>;

/** Yard areas, and what follows when other classes of dangerous goods may stand in one, to which higher domains add. */
@Injectable()
export class YardAreasService extends SetupService<YardArea> {
  private readonly followers: Follower[] = [];

  constructor(db: Db) {
    super(db, kindOf(YardArea), yardAreaModel);
  }

  /** Called once, by the module that owns what follows. */
  follow(follower: Follower): void {
    this.followers.push(follower);
  }

  /** @throws as every kind does */
  override async update(idOrName: string, input: KindInput): Promise<Json> {
    if (input.accepts_imdg_classes === undefined) return super.update(idOrName, input);
    const { id, accepts_imdg_classes: before } = await this.find(idOrName, { lock: true });
    const shown = await super.update(idOrName, input);
    const { accepts_imdg_classes: after } = (await this.db.find(YardArea, { id }))!;
    const change = { yard_area_id: id, before, after };
    if (!isDeepStrictEqual(before, after)) for (const follower of this.followers) await follower(change);
    return shown;
  }
}
