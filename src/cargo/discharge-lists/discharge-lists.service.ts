import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Query } from '../../common/database/query';
import type { Reader } from '../../common/database/reader';
import { keyInAnyCase } from '../../common/database/references';
import { Conflict } from '../../common/errors/errors';
import { kindEvent, record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { CARGO } from '../cargo.codes';
import { listOfVoyage, type VoyageList } from '../announcing/list-of-voyage';
import { DischargeListItemShow } from './discharge-list-item.view';
import { DischargeList } from './discharge-list.kind';
import { dischargeListModel } from './discharge-list.write';
import { lockChosen } from '../stays/stay-queries';
import { StaysService } from '../stays/stays.service';

/** The most items of a deleted list that have an event each, as their containers have. */
const MOST_TOLD = 1000;

/** Discharge lists as a set-up kind. */
@Injectable()
export class DischargeListsService extends SetupService<DischargeList> {
  constructor(
    db: Db,
    private readonly stays: StaysService,
  ) {
    super(db, kindOf(DischargeList), dischargeListModel);
  }

  /** @throws NotFound, and Conflict when an item was discharged */
  override async remove(idOrName: string): Promise<string> {
    const { id } = await this.find(idOrName, { lock: true });
    const { organization_id } = this.db.actor;
    const [containers] = await this.db.pipeline(this.lockContainers(id));
    const items = await this.db.query<{ id: number; discharged: boolean }>(sql`
      SELECT i.id, i.discharged_at IS NOT NULL AS discharged FROM discharge_list_items i
      WHERE i.organization_id = ${organization_id} AND i.discharge_list_id = ${id} ORDER BY i.id FOR UPDATE`);
    if (items.some(({ discharged }) => discharged))
      throw new Conflict({
        code: CARGO.discharge_list_item_discharged,
        sentence: 'Discharge list has discharged items and cannot be deleted.',
      });
    const told = items.length <= MOST_TOLD;
    if (told)
      await record(
        this.db,
        'discharge_list_item.deleted',
        DischargeListItemShow,
        items.map((item) => item.id),
      );
    const removed = await super.remove(idOrName);
    await (told ? this.stays.release(containers) : this.stays.cancel(containers));
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

  /** Locks the containers of a list. Returns their ids. */
  private lockContainers(id: number): Query<number[]> {
    const { organization_id } = this.db.actor;
    return lockChosen(
      organization_id,
      sql`
        SELECT i.container_id FROM discharge_list_items i
        WHERE i.organization_id = ${organization_id} AND i.discharge_list_id = ${id}`,
    );
  }
}
