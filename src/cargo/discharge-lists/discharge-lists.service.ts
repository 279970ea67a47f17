import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { byRecord, type Group } from '../../common/database/sql/counts';
import type { Json } from '../../common/json';
import { CARGO } from '../cargo.codes';
import { StaysService } from '../stays/stays.service';
import { VoyageListsService } from '../voyage-lists/voyage-lists.service';
import type { DischargeList } from './discharge-list.kind';
import { dischargeListModel } from './discharge-list.write';
import type { DISCHARGE_LIST_GROUPS, DischargeListCountQuery } from './discharge-list-counts';
import { DISCHARGING } from './discharging';

const DISCHARGED = {
  code: CARGO.discharge_list_item_discharged,
  sentence: 'Discharge list has discharged items and cannot be deleted.',
};

/** The most items of a deleted list that have an event each, as their containers have. */
const MOST_TOLD = 1000;

const GROUPS: Record<keyof typeof DISCHARGE_LIST_GROUPS, Group> = {
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
  voyage: byRecord('voyage_id', 'voyages', 'number'),
};

/** Discharge lists as a set-up kind. */
@Injectable()
export class DischargeListsService extends VoyageListsService<DischargeList> {
  constructor(db: Db, stays: StaysService) {
    super(db, DISCHARGING, dischargeListModel, stays);
  }

  /** How many discharge lists there are of each value. */
  counts(query: DischargeListCountQuery): Promise<Json> {
    return this.filter(this.db.read(this.view), { ...query }).counts(query.by, GROUPS[query.by]);
  }

  /** @throws NotFound, and Conflict when an item was discharged */
  override remove(idOrName: string): Promise<string> {
    return this.removeList(idOrName, DISCHARGED, MOST_TOLD);
  }
}
