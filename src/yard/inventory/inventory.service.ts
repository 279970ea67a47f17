import { Injectable } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import { Terminal } from '../../places/setup/terminal.kind';
import { YardArea } from '../../places/setup/yard-area.kind';
import { inventoryOfArea, inventoryOfTerminal } from './inventory.sql';

/** Counts what is in yard areas and at terminals. */
@Injectable()
export class InventoryService {
  constructor(private readonly db: Db) {}

  /** The inventory of the area that a path names. Throws NotFound. */
  async ofArea(idOrName: string): Promise<Json> {
    const area = await this.db.findByIdOrKey(YardArea, 'name', idOrName);
    if (!area) throw new NotFound('Yard area', idOrName);
    return this.read(inventoryOfArea(this.db.actor.organization_id, area.id));
  }

  /** The inventory of the terminal that a path names. Throws NotFound. */
  async ofTerminal(idOrName: string): Promise<Json> {
    const terminal = await this.db.findByIdOrKey(Terminal, 'name', idOrName);
    if (!terminal) throw new NotFound('Terminal', idOrName);
    return this.read(inventoryOfTerminal(this.db.actor.organization_id, terminal.id));
  }

  private async read(statement: Sql): Promise<Json> {
    const [found] = await this.db.query<{ json: string }>(statement);
    return new Json(found!.json);
  }
}
