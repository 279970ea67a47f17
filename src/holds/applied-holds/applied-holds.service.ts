import { Injectable } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { type Query, row } from '../../common/database/query';
import { Conflict, NotFound, Refused } from '../../common/errors/errors';
import { IN_FORCE, IS_BACK, STANDING } from '../../cargo/held/applied-hold';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { eventColumn, holdHistory, noteHolds, notesOf } from '../history/hold-history';
import type { Lift } from './lift';
import type { HoldType } from '../../cargo/held/hold-type.kind';
import { record } from '../../common/recording/record';
import { BillOfLadingHoldItem } from '../bill-of-lading-holds/bill-of-lading-hold.view';
import { ContainerHoldItem } from '../container-holds/container-hold.view';
import { COMMON } from '../../common/errors/codes';
import { CARGO } from '../../cargo/cargo.codes';

export type AppliesTo = HoldType['applies_to'];

/** Per kind of record: the table and view of its holds, and the column that names the record. */
export const HOLDS = {
  container: {
    view: ContainerHoldItem,
    table: 'container_holds',
    held: 'container_id',
    words: 'containers',
    /** SQL: whether the hold `h` belongs to the container's open stay or, when none is open, waits for the next one. */
    present: `h.stay_id IS NOT DISTINCT FROM (
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = h.organization_id AND s.container_id = h.container_id
        AND s.status ${IS_OPEN})`,
  },
  bill_of_lading: {
    view: BillOfLadingHoldItem,
    table: 'bill_of_lading_holds',
    held: 'bill_of_lading_id',
    words: 'bills of lading',
    present: 'true',
  },
} as const;

/** A hold as it was found at the time `now`. */
export type FoundHold = { now: Date } & (
  | { id: null }
  /** `standing`: in force, or lifted until a given time. */
  | { id: number; standing: boolean; in_force: boolean }
);

/**
 * Applies and lifts holds of either kind in one statement each. The statement locks the record that is held, and
 * changes no row when a rule forbids it. Only then does a second query look for the reason.
 */
@Injectable()
export class AppliedHoldsService {
  constructor(private readonly db: Db) {}

  /** The hold that the condition `which` on the alias `h` selects, if there is one. */
  find(kind: AppliesTo, which: Sql): Query<FoundHold> {
    return row<FoundHold>(sql`
      SELECT clock.now, h.id, (${raw(STANDING)}) AS standing, ${IN_FORCE} IS TRUE AS in_force
      FROM (SELECT clock_timestamp() AS now) clock LEFT JOIN ${raw(HOLDS[kind].table)} h
        ON h.organization_id = ${this.db.actor.organization_id} AND ${which}`).map((found) => found!);
  }

  /**
   * The hold of this type on a record, if there is one that is not lifted for good.
   * @param held SQL that selects the id of the record
   * @throws NotFound for a hold type of the other kind
   */
  async findOfType(kind: AppliesTo, held: Sql, hold_type_id: number): Promise<FoundHold> {
    const ofType = sql`${raw(`h.${HOLDS[kind].held}`)} = (${held}) AND h.hold_type_id = ${hold_type_id}
      AND ${raw(HOLDS[kind].present)} AND (${raw(STANDING)})`;
    const [, found] = await this.db.pipeline(this.requireType(kind, hold_type_id), this.find(kind, ofType));
    return found;
  }

  /**
   * Applies a hold type to a record. Returns false when the record or the type does not exist, or when the record
   * already has a hold of the type (see `applyAgain`).
   * @param held SQL that selects the id of the record and locks it
   */
  async apply(kind: AppliesTo, held: Sql, hold_type_id: number): Promise<boolean> {
    const { table, view } = HOLDS[kind];
    const { organization_id, user_id } = this.db.actor;
    const [applied] = await this.db.query<{ id: number }>(sql`
      WITH held AS MATERIALIZED (${held}), type AS MATERIALIZED (
        SELECT y.id FROM hold_types y
        WHERE y.organization_id = ${organization_id} AND y.id = ${hold_type_id} AND y.applies_to = ${kind} FOR SHARE
      ), applied AS (
        INSERT INTO ${raw(table)} (organization_id, ${raw(HOLDS[kind].held)}, hold_type_id, applied_at, applied_by_id)
        SELECT ${organization_id}, held.id, type.id, ${NOW}, ${user_id} FROM held, type
        ON CONFLICT DO NOTHING RETURNING *
      ), ${notesOf(this.db, table, sql`applied`)}
      SELECT id FROM applied`);
    if (!applied) return false;
    await record(this.db, `${kind}_hold.applied`, view, applied.id);
    return true;
  }

  /**
   * Applies a hold type to a record that already has a hold of it: a hold that is lifted for a time returns now.
   * @param found the result of `findOfType`
   * @throws Conflict when the hold is in force
   */
  async applyAgain(kind: AppliesTo, found: FoundHold): Promise<void> {
    if (found.id === null || found.in_force)
      throw new Conflict({ code: CARGO.hold_in_force, sentence: 'The hold is applied already.' });
    await this.endLift(kind, found.id);
  }

  /** The events of the holds that the condition `which` on the alias `h` selects. */
  history(kind: AppliesTo, which: Sql, query: HistoryQuery): Promise<Page> {
    const { table } = HOLDS[kind];
    const { organization_id } = this.db.actor;
    const ids = sql`SELECT h.id FROM ${raw(table)} h WHERE h.organization_id = ${organization_id} AND ${which}`;
    return holdHistory(this.db, table, ids, query);
  }

  /**
   * Lifts a hold for a time or for good, or changes when a lift ends. Returns false when nothing was lifted, e.g.
   * because the hold is back in force and its return is not yet recorded (see `liftAgain`).
   * @param held SQL that selects the id of the record that is held, and locks it
   * @param which SQL: the condition on the alias `h` that selects the hold
   */
  async lift(kind: AppliesTo, held: Sql, which: Sql, lift: Lift): Promise<boolean> {
    const id = await this.db.run(this.lifting(kind, held, which, lift));
    if (id !== undefined) await this.recordLift(kind, id);
    return id !== undefined;
  }

  async recordLift(kind: AppliesTo, id: number): Promise<void> {
    await record(this.db, `${kind}_hold.lifted`, HOLDS[kind].view, id);
  }

  /** The statement of `lift`. Returns the id of the hold that it lifts. */
  lifting(kind: AppliesTo, held: Sql, which: Sql, lift: Lift): Query<number | undefined> {
    const { table } = HOLDS[kind];
    const { organization_id, user_id } = this.db.actor;
    const { reference_number, notes, lift_until = null } = lift;
    const said = Object.entries({ reference_number, notes }).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${raw(column)} = ${value}`],
    );
    return row<{ id: number }>(sql`
      WITH held AS MATERIALIZED (${held}), lifted AS (
        UPDATE ${raw(table)} h SET ${join([
          sql`lifted_at = ${NOW}, lifted_until = ${lift_until}::timestamptz, lifted_by_id = ${user_id},
            returned_at = NULL, updated_at = now()`,
          ...said,
        ])}
        FROM held
        WHERE h.organization_id = ${organization_id} AND ${raw(`h.${HOLDS[kind].held}`)} = held.id AND ${which}
          AND (${raw(STANDING)}) AND (${raw(IS_BACK)}) IS NOT TRUE
          AND (${lift_until}::timestamptz > clock_timestamp()) IS NOT FALSE
        RETURNING h.*
      ), ${notesOf(this.db, table, sql`lifted`)}
      SELECT id FROM lifted`).map((lifted) => lifted?.id);
  }

  /**
   * Explains why a hold was not lifted, or records that it is back in force, so that the caller can retry the lift.
   * @param found the result of `find`
   * @throws Refused for a `lift_until` in the past; Conflict when the hold is not in force
   */
  async liftAgain(kind: AppliesTo, found: FoundHold, { lift_until }: Lift): Promise<void> {
    if (lift_until && new Date(lift_until) <= found.now)
      throw new Refused({
        code: COMMON.time_over,
        sentence: 'A hold cannot be lifted until a time that is over.',
        field: 'hold.lift_until',
        status: 422,
      });
    if (found.id === null || !found.in_force)
      throw new Conflict({ code: CARGO.hold_not_in_force, sentence: 'The hold is not in force.' });
    await this.tellReturned(kind, sql`h.id = ${found.id}`);
  }

  /** Records a `returned` event for each hold that is back in force and has none yet. Returns how many it recorded. */
  async tellReturned(kind: AppliesTo, which: Sql): Promise<number> {
    const { table, view } = HOLDS[kind];
    const told = await this.db.query<{ id: number }>(sql`
      UPDATE ${raw(table)} h SET returned_at = h.lifted_until
      WHERE h.organization_id = ${this.db.actor.organization_id} AND ${which} AND ${raw(IS_BACK)}
      RETURNING h.id`);
    const ids = told.map(({ id }) => id);
    await record(this.db, `${kind}_hold.returned`, view, ids);
    return ids.length;
  }

  /** Requires a hold type for this kind of record, and locks it so that it stays one. Throws NotFound. */
  requireType(kind: AppliesTo, id: number): Query<void> {
    return row<{ fits: boolean }>(sql`
      SELECT applies_to = ${kind} AS fits FROM hold_types
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id}
      FOR SHARE`).map((type) => {
      if (!type?.fits)
        throw new NotFound('Hold type', id, {
          sentence: type && `Hold type ${id} is not one for ${HOLDS[kind].words}.`,
        });
    });
  }

  /** Puts a hold that is lifted for a time back into force, on behalf of the user. */
  private async endLift(kind: AppliesTo, id: number): Promise<void> {
    const { table, view } = HOLDS[kind];
    const { organization_id, user_id } = this.db.actor;
    const column = raw(eventColumn(table));
    // The time of the transaction, so that the hold is in force for everything that the transaction reads.
    await this.db.query(sql`
      WITH ended AS (
        UPDATE ${raw(table)} SET lifted_until = date_trunc('milliseconds', now()),
          returned_at = date_trunc('milliseconds', now()), updated_at = now()
        WHERE organization_id = ${organization_id} AND id = ${id} RETURNING lifted_until
      )
      INSERT INTO hold_events (organization_id, ${column}, event, at, user_id)
      SELECT ${organization_id}::bigint, ${id}::bigint, 'returned', lifted_until, ${user_id}::bigint FROM ended`);
    await noteHolds(this.db, table, [id]);
    await record(this.db, `${kind}_hold.returned`, view, id);
  }
}

/** SQL: the current time in milliseconds, the precision of answers. */
const NOW = sql`date_trunc('milliseconds', clock_timestamp())`;
