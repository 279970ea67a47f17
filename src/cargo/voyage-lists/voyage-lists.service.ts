import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { keyInAnyCase } from '../../common/database/sql/references';
import { Conflict, type Refusal } from '../../common/errors/errors';
import { kindEvent, record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { type KindInput, SetupService } from '../../common/setup/setup.service';
import type { WriteModel } from '../../common/write/write-model';
import { lockChosen } from '../stays/stay-queries';
import type { StaysService } from '../stays/stays.service';
import { listOfVoyage, type VoyageListOf } from './list-of-voyage';
import type { ListDirection } from './voyage-list-items';
import type { VoyageList } from './voyage-list.kind';

/** Load lists or discharge lists as a set-up kind. */
export abstract class VoyageListsService<L extends VoyageList> extends SetupService<L> {
  constructor(
    db: Db,
    private readonly options: ListDirection,
    model: WriteModel<L>,
    private readonly stays: StaysService,
  ) {
    super(db, kindOf(options.list), model);
  }

  /**
   * Deletes a list with its items.
   * @param refusal what refuses it when the cargo of an item was loaded or discharged
   * @param most the most items that have an event each, as their containers have
   * @throws NotFound, and Conflict
   */
  protected async removeList(idOrName: string, refusal: Refusal, most = Infinity): Promise<string> {
    const { id } = await this.find(idOrName, { lock: true });
    const { type, items: table, done, Show } = this.options;
    const ofList = sql`FROM ${raw(table)} i
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.${raw(`${type}_id`)} = ${id}`;
    const [containers] = await this.db.pipeline(
      lockChosen(
        this.db.actor.organization_id,
        sql`SELECT i.container_id ${ofList} AND i.container_id IS NOT NULL`,
      ),
    );
    const items = await this.db.query<{ id: number; done: boolean }>(sql`
      SELECT i.id, i.${raw(done)} IS NOT NULL AS done ${ofList} ORDER BY i.id FOR UPDATE`);
    if (items.some((item) => item.done)) throw new Conflict(refusal);
    const ids = items.map((item) => item.id);
    const told = ids.length <= most;
    if (told) await record(this.db, `${type}_item.deleted`, Show, ids);
    const removed = await super.remove(idOrName);
    await (told ? this.stays.release(containers) : this.stays.cancel(containers));
    return removed;
  }

  /** The oldest list of a voyage and line, locked; one is made where there is none. */
  ofVoyage(list: VoyageListOf): Promise<number> {
    return listOfVoyage(this.db, this.kind, list, (id) =>
      record(this.db, kindEvent(this.kind.singular, 'created'), this.view, id),
    );
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    return super
      .filter(reader, query)
      .refersTo('voyage', keyInAnyCase('number'), query.voyage_number as string);
  }
}
