import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { FileAnswer } from '../../common/file-answer';
import { LARGE, WholeLists } from '../../common/http/whole-lists';
import { Json } from '../../common/json';
import { mapInTurns } from '../../common/turns';
import { YardArea } from '../../places/setup/yard-area.kind';
import type { Colour } from './colours';
import { draw } from './drawing';
import { type Bays, type PartOfStacks, partsOfStacks, slotsOfArea, stacksOfArea } from './stacks.sql';
import type { NamedRecord, RowOfBay, StackedContainer, Stacks } from './stacks.view';

/** Shows what is in a yard area, as JSON and as a picture of the same. */
@Injectable()
export class StacksService {
  constructor(
    private readonly db: Db,
    private readonly wholeLists: WholeLists,
  ) {}

  /** The stacks of the area that a path names. Throws NotFound, and Unavailable when the turn of a large area does not come. */
  async show(idOrName: string, bays: Bays): Promise<Json> {
    const { id } = await this.areaOf(idOrName, bays);
    const [found] = await this.db.query<{ json: string }>(
      stacksOfArea(this.db.actor.organization_id, id, bays),
    );
    return new Json(found!.json);
  }

  /** The picture of the area that a path names. Throws as `show` does. */
  async picture(idOrName: string, bays: Bays, colour: Colour): Promise<FileAnswer> {
    const { id, name } = await this.areaOf(idOrName, bays);
    const parts = await this.db.query<PartOfStacks>(partsOfStacks(this.db.actor.organization_id, id, bays));
    const stacks = await stacksOf({ id, name }, parts);
    return new FileAnswer('image/svg+xml; charset=utf-8', await draw(stacks, colour, new Date()));
  }

  /** The area, when it is its turn: one with many slots is shown as whole lists are. */
  private async areaOf(idOrName: string, bays: Bays): Promise<NamedRecord> {
    const area = await this.db.findByIdOrKey(YardArea, 'name', idOrName);
    if (!area) throw new NotFound('Yard area', idOrName);
    const [slots] = await this.db.query<{ count: number }>(
      slotsOfArea(this.db.actor.organization_id, area.id, bays, LARGE + 1),
    );
    if (slots!.count > LARGE) await this.wholeLists.turn();
    return area;
  }
}

/** The stacks of an area, put together of their parts while other work goes on. */
async function stacksOf(yard_area: NamedRecord, parts: PartOfStacks[]): Promise<Stacks> {
  const stacks: Stacks = { yard_area, bays: [], unplaced: [] };
  await mapInTurns(parts, ({ bay, row, unplaced }) => {
    if (unplaced !== null) return stacks.unplaced.push(JSON.parse(unplaced) as StackedContainer);
    if (!stacks.bays.length || stacks.bays.at(-1)!.bay !== bay) stacks.bays.push({ bay, rows: [] });
    return stacks.bays.at(-1)!.rows.push(JSON.parse(row!) as RowOfBay);
  });
  return stacks;
}
