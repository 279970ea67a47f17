import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { CARGO } from '../cargo.codes';
import { StaysService } from '../stays/stays.service';
import { VoyageListsService } from '../voyage-lists/voyage-lists.service';
import type { LoadList } from './load-list.kind';
import { loadListModel } from './load-list.write';
import { LOADING } from './loading';

const LOADED = {
  code: CARGO.load_list_item_loaded,
  sentence: 'Load list has loaded items and cannot be deleted.',
};

/** Load lists as a set-up kind, with their items. */
@Injectable()
export class LoadListsService extends VoyageListsService<LoadList> {
  constructor(db: Db, stays: StaysService) {
    super(db, LOADING, loadListModel, stays);
  }

  /** @throws NotFound, and Conflict when an item is loaded */
  override remove(idOrName: string): Promise<string> {
    return this.removeList(idOrName, LOADED);
  }
}
