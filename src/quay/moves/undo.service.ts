import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { IS_WHERE_IT_WENT, MovementsService } from '../../cargo/containers/movements.service';
import { NO_STACKS } from '../../cargo/containers/stacks';
import type { Stacks } from '../../cargo/containers/stacks.rules';
import { DischargeListItemShow } from '../../cargo/discharge-lists/discharge-list-item.view';
import { dischargedOn, unmarkDischarged } from '../../cargo/discharge-lists/discharged-items';
import { LoadListItemShow } from '../../cargo/load-lists/load-list-item.view';
import { unmarkLoaded } from '../../cargo/load-lists/loaded-items';
import { StaysService } from '../../cargo/stays/stays.service';
import { Db } from '../../common/database/db';
import { effect, known, type Query, row } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record, updating } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { catchUp } from '../tallies/tally-items';
import { TallyMove } from '../tallies/tally-move.kind';
import { Tally } from '../tallies/tally.entity';
import { requireOpen } from './batches.service';
import type { LockedTally } from './counting.queries';
import { OtherCargoService } from './other-cargo.service';
import { PLACED_ELSEWHERE, requireUndoable } from './undo.rules';

type FoundMove = Columns<TallyMove> & Pick<TallyMove, 'id'>;

/** The movement of a move, and what happened to its cargo since. */
interface Loaded {
  movement: { id: number; moved_at: string } | null;
  since: string | null;
  stacks: Stacks;
}

/** What keeps a move of before from being undone. */
const UNKNOWN = 'its movement is not known';

/** Undoes crane moves. */
@Injectable()
export class UndoService {
  constructor(
    private readonly db: Db,
    private readonly movements: MovementsService,
    private readonly stays: StaysService,
    private readonly others: OtherCargoService,
  ) {}

  /**
   * Undoes a move of a tally: cargo, stay, item and load list are as they were before it.
   * @throws NotFound, Conflict for a closed tally, Refused when it was undone or something came after it
   */
  async undo(tally_id: number, id: number, reason: string): Promise<Json> {
    const [tally, move] = await this.db.pipeline(
      this.db.queries.find(Tally, { id: tally_id }, { lock: true }),
      this.db.queries.find(TallyMove, { id }, { lock: true }),
    );
    if (!move) throw new NotFound('Tally move', id);
    if (!tally) throw new NotFound('Tally', tally_id);
    if (move.voyage_id !== tally.voyage_id || move.tally_type !== tally.tally_type)
      throw new NotFound('Tally move', id);
    requireOpen(tally);
    await this.undoLocked(tally, move, reason);
    return this.db.show(kindClasses(kindOf(TallyMove)).Show, id, 'Tally move');
  }

  /**
   * Undoes a move that the set-up names. Moves of voyages without a tally are undone as well.
   * @throws Conflict, Refused as `undo` does
   */
  async undoNamed({ id, voyage_id, tally_type }: FoundMove): Promise<void> {
    const [tally, move] = await this.db.pipeline(
      this.db.queries.find(Tally, { voyage_id, tally_type }, { lock: true }),
      this.db.queries.find(TallyMove, { id }, { lock: true }),
    );
    if (tally) requireOpen(tally);
    await this.undoLocked(tally, move as FoundMove, null);
  }

  private async undoLocked(tally: LockedTally | null, move: FoundMove, reason: string | null): Promise<void> {
    if (move.vehicle_id || move.breakbulk_id) {
      const movement = await this.others.load(move);
      requireUndoable({ ...move, since: movement ? movement.since : UNKNOWN });
      await this.others.putBack(move, movement!);
    } else {
      const loaded = await this.load(move);
      requireUndoable({ ...move, since: loaded.since });
      await this.takeBackDischarge(move);
      await this.putBack(move, loaded);
    }
    await this.unload(move);
    const { user_id } = this.db.actor;
    const undone = { undone_at: await this.db.now(), undone_by_id: user_id, reason };
    await this.db.pipeline(
      this.db.queries.update(TallyMove, move.id, undone),
      tally ? this.uncount(tally.id, move) : known(undefined),
      tally ? catchUp(tally.id) : known(undefined),
    );
    if (tally && move.breakbulk_id) await this.unloadLot(tally.id, move.breakbulk_id);
    await record(this.db, 'tally_move.undone', kindClasses(kindOf(TallyMove)).Show, move.id);
  }

  /** Locks the cargo, and reads what came after the move. */
  private async load(move: FoundMove): Promise<Loaded> {
    const { container_id, kind } = move;
    if (!container_id || kind === 'special_lift') return { movement: null, since: null, stacks: NO_STACKS };
    const { organization_id } = this.db.actor;
    const [stacks, found] = await this.db.pipeline(
      this.movements.lockingBack([container_id]),
      row<Omit<Loaded, 'stacks'>>(sql`
        SELECT json_build_object('id', m.id, 'moved_at', m.moved_at) AS movement,
          coalesce(container_since_move(m.organization_id, m.container_id, ${move.id}, m.id),
            CASE WHEN NOT (${IS_WHERE_IT_WENT}) THEN ${PLACED_ELSEWHERE} END) AS since
        FROM container_movements m JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
        WHERE m.organization_id = ${organization_id} AND m.container_id = ${container_id}
          AND (m.id = ${move.changed?.movement_id ?? null} OR ${move.changed === null} AND m.movement_type IN ('discharge', 'load', 'shift')
            AND (m.created_at = ${move.created_at} OR m.moved_at = ${move.lifted_at}))
        ORDER BY m.id DESC LIMIT 1`),
    );
    return { movement: null, since: UNKNOWN, ...found, stacks };
  }

  /**
   * Puts the cargo back where it was before, at the time of the movement that was wrong, so that the right one can be
   * entered with its own time (decision 430). A stay that the move opened is cancelled.
   */
  private async putBack(
    { container_id, tally_type }: FoundMove,
    { movement, stacks }: Loaded,
  ): Promise<void> {
    if (!container_id || !movement) return;
    if (tally_type === 'loading') await this.stays.resume([container_id]);
    await this.movements.putBack([container_id], stacks, new Date(movement.moved_at));
    if (tally_type === 'discharge') await this.stays.cancel([container_id]);
  }

  /** Takes back that lists have the container as discharged: first, so that these announce its stay again. */
  private async takeBackDischarge({ container_id, kind, tally_type, voyage_id }: FoundMove): Promise<void> {
    if (!container_id || kind !== 'tally' || tally_type !== 'discharge') return;
    const ids = await this.db.run(dischargedOn(voyage_id, container_id));
    if (!ids.length) return;
    await this.db.pipeline(
      updating(this.db, 'discharge_list_item.updated', DischargeListItemShow, ids),
      unmarkDischarged(ids),
    );
  }

  /** Takes back what the move marked as loaded. */
  private unload({ changed }: FoundMove): Promise<void> {
    return this.unmark(changed?.load_list_item_ids ?? []);
  }

  /** Takes back that a lot was loaded when not all of its pieces are any more. */
  private async unloadLot(tally_id: number, breakbulk_id: number): Promise<void> {
    const items = await this.db.query<{ id: number }>(sql`
      SELECT i.id FROM tally_items t
      JOIN tallies y ON y.organization_id = t.organization_id AND y.id = t.tally_id AND y.tally_type = 'loading'
      JOIN load_lists l ON l.organization_id = y.organization_id AND l.voyage_id = y.voyage_id
      JOIN load_list_items i ON i.organization_id = l.organization_id AND i.load_list_id = l.id
        AND i.breakbulk_id = t.breakbulk_id AND i.loaded_at IS NOT NULL
      WHERE t.organization_id = ${this.db.actor.organization_id} AND t.tally_id = ${tally_id}
        AND t.breakbulk_id = ${breakbulk_id} AND t.done_quantity < t.quantity`);
    await this.unmark(items.map(({ id }) => id));
  }

  private async unmark(ids: number[]): Promise<void> {
    if (!ids.length) return;
    await this.db.pipeline(
      updating(this.db, 'load_list_item.updated', LoadListItemShow, ids),
      unmarkLoaded(ids),
    );
  }

  /** Takes the move out of what the tally has counted. What is not expected any more goes. */
  private uncount(tally_id: number, move: FoundMove): Query<unknown> {
    const { container_id, vehicle_id, breakbulk_id, kind, quantity } = move;
    if (kind !== 'tally') return known(undefined);
    const { organization_id } = this.db.actor;
    if (!breakbulk_id)
      return effect(sql`
        UPDATE tally_items i SET done_quantity = 0, updated_at = now(),
          container_id = CASE i.cargo_type WHEN 'empties' THEN NULL ELSE i.container_id END
        WHERE i.organization_id = ${organization_id} AND i.tally_id = ${tally_id}
          AND (i.container_id = ${container_id} OR i.vehicle_id = ${vehicle_id})`);
    // What is beyond goes first, then what was expected.
    return effect(sql`
      UPDATE tally_items i SET updated_at = now(), done_quantity = i.done_quantity - CASE
        WHEN i.beyond THEN least(i.done_quantity, ${quantity ?? 1}::integer)
        ELSE greatest(0, ${quantity ?? 1}::integer - coalesce((
          SELECT b.done_quantity FROM tally_items b
          WHERE b.organization_id = i.organization_id AND b.tally_id = i.tally_id
            AND b.breakbulk_id = i.breakbulk_id AND b.beyond), 0)) END
      WHERE i.organization_id = ${organization_id} AND i.tally_id = ${tally_id} AND i.breakbulk_id = ${breakbulk_id}`);
  }
}
