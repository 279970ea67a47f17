import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Conflict, NotFound, Refused } from '../../common/errors/errors';
import { AppliedHold, inForce } from '../../cargo/held/applied-hold';
import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { ContainerHold } from '../../cargo/held/container-hold.entity';
import type { Lift } from './lift';
import type { HoldType } from '../../cargo/held/hold-type.kind';

type AppliesTo = HoldType['applies_to'];

/** The holds of each kind of record: their rows, and the column that names the record. */
const HOLDS = {
  container: { entity: ContainerHold, table: 'container_holds', held: 'container_id', words: 'containers' },
  bill_of_lading: {
    entity: BillOfLadingHold,
    table: 'bill_of_lading_holds',
    held: 'bill_of_lading_id',
    words: 'bills of lading',
  },
} as const;

/** Applies and lifts holds of either kind. The caller has locked the record that is held. */
@Injectable()
export class AppliedHoldsService {
  constructor(private readonly db: Db) {}

  /**
   * Applies a hold type to a record. A hold of that type which is lifted for a time only stays lifted for
   * good, since the new one takes its place.
   * @throws NotFound for a type of the other kind, and Conflict when it is in force
   */
  async apply(kind: AppliesTo, held_id: number, hold_type_id: number): Promise<void> {
    const { entity, table, held } = HOLDS[kind];
    await this.requireType(kind, hold_type_id);
    const ofType = sql`h.${raw(held)} = ${held_id} AND h.hold_type_id = ${hold_type_id}`;
    if (await this.inForce(kind, ofType)) throw new Conflict('The hold is applied already.');
    await this.db.query(sql`
      UPDATE ${raw(table)} h SET lifted_until = NULL, updated_at = now()
      WHERE h.organization_id = ${this.db.actor.organization_id} AND ${ofType} AND h.lifted_until IS NOT NULL`);
    await this.db.insert<AppliedHold>(entity, {
      [held]: held_id,
      hold_type_id,
      applied_at: await this.db.now(),
      applied_by_id: this.db.actor.user_id,
    });
  }

  /**
   * Lifts the hold that `which` tells of as `h`, for a time or for good.
   * @throws Refused when the time is over already, and Conflict when no such hold is in force
   */
  async lift(kind: AppliesTo, which: Sql, { reference_number, lift_until, notes }: Lift): Promise<void> {
    const lifted_at = await this.db.now();
    const lifted_until = lift_until ? new Date(lift_until) : null;
    if (lifted_until && lifted_until <= lifted_at)
      throw new Refused('A hold cannot be lifted until a time that is over.', {
        field: 'hold.lift_until',
        status: 422,
      });
    const id = await this.inForce(kind, which);
    if (!id) throw new Conflict('The hold is not in force.');
    await this.db.update<AppliedHold>(HOLDS[kind].entity, id, {
      reference_number,
      notes,
      lifted_at,
      lifted_until,
      lifted_by_id: this.db.actor.user_id,
    });
  }

  /**
   * Sees to it that there is such a hold type, and that it stays one for this kind of record.
   * @throws NotFound
   */
  async requireType(kind: AppliesTo, id: number): Promise<void> {
    const [type] = await this.db.query(sql`
      SELECT id FROM hold_types
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id} AND applies_to = ${kind}
      FOR SHARE`);
    if (!type) throw new NotFound(`A hold type ${id} for ${HOLDS[kind].words}`);
  }

  /** The id of the hold in force that `which` tells of; undefined when there is none. */
  private async inForce(kind: AppliesTo, which: Sql): Promise<number | undefined> {
    const [hold] = await this.db.query<{ id: number }>(sql`
      SELECT h.id FROM ${raw(HOLDS[kind].table)} h
      WHERE h.organization_id = ${this.db.actor.organization_id} AND ${which} AND ${raw(inForce('h'))}`);
    return hold?.id;
  }
}
