import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { FileAnswer } from '../../common/file-answer';
import { Json } from '../../common/json';
import { YardArea } from '../../places/setup/yard-area.kind';
import type { Colour } from './colours';
import { draw } from './drawing';
import { stacksOfArea } from './stacks.sql';
import type { Stacks } from './stacks.view';

/** Shows what stands in a yard area, as JSON and as a picture of the same. */
@Injectable()
export class StacksService {
  constructor(private readonly db: Db) {}

  /** The stacks of the area that a path names. Throws NotFound. */
  async show(idOrName: string): Promise<Json> {
    const area = await this.db.findByIdOrKey(YardArea, 'name', idOrName);
    if (!area) throw new NotFound('Yard area', idOrName);
    const [found] = await this.db.query<{ json: string }>(
      stacksOfArea(this.db.actor.organization_id, area.id),
    );
    return new Json(found!.json);
  }

  /** The picture of the area that a path names. Throws NotFound. */
  async picture(idOrName: string, colour: Colour): Promise<FileAnswer> {
    const stacks = JSON.parse((await this.show(idOrName)).take()) as Stacks;
    return new FileAnswer('image/svg+xml; charset=utf-8', draw(stacks, colour, new Date()));
  }
}
