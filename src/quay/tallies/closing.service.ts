import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { catchUp } from './tally-items';
import { TallyItemShow } from './tally-item.view';
import { Tally } from './tally.entity';
import { TallyShow } from './tally.view';

/** The most items of one closing that have an event each; `tally.closed` says how many there are. */
const MOST_SHORT_EVENTS = 1000;

const IS_SHORT = sql`t.done_quantity < t.quantity`;

/** Closes and reopens tallies. */
@Injectable()
export class ClosingService {
  constructor(private readonly db: Db) {}

  /**
   * Closes a tally, and answers it with what fell short. A closed tally stays as it is. It waits for a batch at work.
   * @throws NotFound
   */
  async close(id: number): Promise<Json> {
    const tally = await this.locked(id);
    if (!tally.closed_at) await this.closeAt(tally, await this.db.now());
    const [shown, short] = [
      await this.db.show(TallyShow, id, 'Tally'),
      await this.db
        .read(TallyItemShow)
        .where(sql`t.tally_id = ${id} AND ${IS_SHORT}`)
        .all(),
    ];
    return Json.object({ tally: shown, short });
  }

  /**
   * Opens a closed tally again: what was short is open, and the items catch up with the lists. An open tally stays as
   * it is.
   * @throws NotFound
   */
  async reopen(id: number): Promise<Json> {
    const tally = await this.locked(id);
    if (tally.closed_at) {
      const reopened = this.db.queries.update(Tally, tally, {
        closed_at: null,
        closed_by_id: null,
        short: null,
      });
      await this.db.pipeline(reopened, catchUp(id));
      await record(this.db, 'tally.reopened', TallyShow, id);
    }
    return this.db.show(TallyShow, id, 'Tally');
  }

  /** Closes an open tally, which the caller has locked. */
  async closeAt(
    { id }: Pick<Columns<Tally> & { id: number }, 'id'>,
    closed_at: Date | string,
  ): Promise<void> {
    const [, short] = await this.db.pipeline(catchUp(id), this.shortOf(id), this.closing(id, closed_at));
    await record(this.db, 'tally.closed', TallyShow, id);
    await record(this.db, 'tally_item.short', TallyItemShow, short);
  }

  private closing(id: number, closed_at: Date | string): Query<void> {
    const { organization_id, user_id } = this.db.actor;
    return effect(sql`
      UPDATE tallies SET closed_at = ${closed_at}, closed_by_id = ${user_id}, updated_at = now(), short = (
        SELECT count(*) FROM tally_items t
        WHERE t.organization_id = ${organization_id} AND t.tally_id = ${id} AND ${IS_SHORT})
      WHERE organization_id = ${organization_id} AND id = ${id}`);
  }

  /** The ids of those items that have an event. */
  private shortOf(id: number): Query<number[]> {
    return rows<{ id: number }>(sql`
      SELECT t.id FROM tally_items t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND t.tally_id = ${id} AND ${IS_SHORT}
      ORDER BY t.id LIMIT ${MOST_SHORT_EVENTS}`).map((found) => found.map((item) => item.id));
  }

  private async locked(id: number): Promise<Columns<Tally> & { id: number }> {
    const tally = await this.db.find(Tally, { id }, { lock: true });
    if (!tally) throw new NotFound('Tally', id);
    return tally;
  }
}
