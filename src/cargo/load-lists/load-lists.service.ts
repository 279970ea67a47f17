import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/reader';
import { keyInAnyCase } from '../../common/database/references';
import { Conflict } from '../../common/errors/errors';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { StaysService } from '../stays/stays.service';
import { LoadListItem } from './load-list-item.entity';
import { containersOf } from './load-list-items.rules';
import { LoadList } from './load-list.kind';
import { loadListModel } from './load-list.write';
import { kindEvent, record } from '../../common/recording/record';
import { listOfVoyage, type VoyageList } from '../announcing/list-of-voyage';
import { LoadListItemShow } from './load-list-item.view';
import { CARGO } from '../cargo.codes';

/** Load lists as a set-up kind, with their items. */
@Injectable()
export class LoadListsService extends SetupService<LoadList> {
  constructor(
    db: Db,
    private readonly stays: StaysService,
  ) {
    super(db, kindOf(LoadList), loadListModel);
  }

  /** @throws NotFound, and Conflict when an item is loaded */
  override async remove(idOrName: string): Promise<string> {
    const { id: load_list_id } = await this.find(idOrName, { lock: true });
    const items = await this.db.findAll(LoadListItem, { load_list_id }, { lock: true });
    if (items.some(({ loaded_at }) => loaded_at))
      throw new Conflict({
        code: CARGO.load_list_item_loaded,
        sentence: 'Load list has loaded items and cannot be deleted.',
      });
    await record(
      this.db,
      'load_list_item.deleted',
      LoadListItemShow,
      items.map(({ id }) => id),
    );
    const removed = await super.remove(idOrName);
    await this.stays.release(containersOf(items));
    return removed;
  }

  /** The oldest list of a voyage and line, locked; one is made where there is none. */
  ofVoyage(list: VoyageList): Promise<number> {
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
