import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { IN_FORCE, STANDING } from '../../cargo/held/applied-hold';
import { Db } from '../../common/database/db';
import { all, type Query, row } from '../../common/database/sql/query';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { record } from '../../common/recording/record';
import { holdHistory, noteHolds } from '../history/hold-history';
import { type FoundHold, requireEndable, requireReturned, requireTypeFor } from './applied-holds.rules';
import { type AppliesTo, HOLDS } from './held-records';
import { applying, endingLift, lifting } from './hold-statements';
import { KeptReleases } from '../container-releases/kept-releases';
import { tellReturned } from './tell-returned';
import type { ApplyHold, Lift } from './lift';

/**
 * Applies and lifts holds of either kind. The writing statement locks the record that is held and changes no row where
 * a rule forbids it, so that what succeeds, nearly every request, is one statement. Only without a changed row the
 * steps are load, decide and apply.
 */
@Injectable()
export class AppliedHoldsService {
  constructor(
    private readonly db: Db,
    private readonly kept: KeptReleases,
  ) {}

  /**
   * Applies a hold type to a record. A hold of the type that is lifted for a time returns now (decision 72). A release that is
   * kept for it lifts it again (decision 840).
   * @param held SQL that selects the id of the record and locks it
   * @param heldId the id of the record, looked up where nothing was applied; throws NotFound
   * @throws NotFound, also for a hold type of the other kind; Conflict when a hold of the type is in force
   */
  async apply(
    kind: AppliesTo,
    held: Sql,
    hold_type_id: number,
    stated: ApplyHold,
    heldId: () => Promise<number>,
  ): Promise<void> {
    const applied = await this.db.run(applying(this.db, kind, held, hold_type_id, stated));
    if (applied) {
      await record(this.db, `${kind}_hold.applied`, HOLDS[kind].view, applied.id);
      if (applied.has_releases) await this.kept.apply({ kind, which: sql`h.id = ${applied.id}` });
      return;
    }
    const found = await this.db.run(this.ofType(kind, await heldId(), hold_type_id));
    await this.endLift(kind, requireEndable(found), stated);
  }

  /**
   * Lifts a hold for a time or for good, or changes when a lift ends. Returns the answer of `shown`.
   * @param held SQL that selects the id of the record that is held, and locks it
   * @param which SQL: the condition on the alias `h` that selects the hold
   * @param load finds the hold where nothing was lifted; throws NotFound
   * @throws Refused for a `lift_until` in the past; Conflict when the hold is not in force
   */
  async lift<T>(
    kind: AppliesTo,
    { held, which, load }: { held: Sql; which: Sql; load: () => Promise<FoundHold> },
    lift: Lift,
    shown: Query<T>,
  ): Promise<T> {
    const [lifted, answer] = await this.db.pipeline(lifting(this.db, kind, held, which, lift), shown);
    if (lifted !== undefined) {
      await record(this.db, `${kind}_hold.lifted`, HOLDS[kind].view, lifted);
      return answer;
    }
    const id = requireReturned(await load(), lift);
    await tellReturned(this.db, kind, sql`h.id = ${id}`);
    return this.lift(kind, { held, which, load }, lift, shown);
  }

  /** The hold that the condition `which` on the alias `h` selects, if there is one. */
  find(kind: AppliesTo, which: Sql): Query<FoundHold> {
    return row<FoundHold>(sql`
      SELECT clock.now, h.id, ${IN_FORCE} IS TRUE AS in_force
      FROM (SELECT clock_timestamp() AS now) clock LEFT JOIN ${raw(HOLDS[kind].table)} h
        ON h.organization_id = ${this.db.actor.organization_id} AND ${which}`).map((found) => found!);
  }

  /** The hold of this type on a record that is not lifted for good. Throws NotFound for a type of the other kind. */
  ofType(kind: AppliesTo, held_id: number, hold_type_id: number): Query<FoundHold> {
    const which = sql`${raw(`h.${HOLDS[kind].held}`)} = ${held_id} AND h.hold_type_id = ${hold_type_id}
      AND ${raw(HOLDS[kind].present)} AND (${raw(STANDING)})`;
    return all(this.requireType(kind, hold_type_id), this.find(kind, which)).map(([, found]) => found);
  }

  /** Requires a hold type for this kind of record, and locks it so that it stays one. Throws NotFound. */
  requireType(kind: AppliesTo, id: number): Query<void> {
    return row<{ applies_to: AppliesTo }>(sql`
      SELECT applies_to FROM hold_types
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id}
      FOR SHARE`).map((type) => requireTypeFor(kind, id, type));
  }

  /** The events of the holds that the condition `which` on the alias `h` selects. */
  history(kind: AppliesTo, which: Sql, query: HistoryQuery): Promise<Page> {
    const { table } = HOLDS[kind];
    const { organization_id } = this.db.actor;
    const ids = sql`SELECT h.id FROM ${raw(table)} h WHERE h.organization_id = ${organization_id} AND ${which}`;
    return holdHistory(this.db, table, ids, query);
  }

  /** Puts a hold that is lifted for a time back into force, on behalf of the user. */
  private async endLift(kind: AppliesTo, id: number, stated: ApplyHold): Promise<void> {
    await this.db.run(endingLift(this.db, kind, id, stated));
    await noteHolds(this.db, HOLDS[kind].table, [id]);
    await record(this.db, `${kind}_hold.returned`, HOLDS[kind].view, id);
  }
}
