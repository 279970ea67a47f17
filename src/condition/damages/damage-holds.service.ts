import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { STANDING } from '../../cargo/held/applied-hold';
import { onStaysOpened } from '../../cargo/stays/opened-stays';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { known } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import { AppliedHoldsService } from '../../holds/applied-holds/applied-holds.service';
import { applying } from '../../holds/applied-holds/hold-statements';
import { HOLDS } from '../../holds/applied-holds/held-records';
import { ContainerHoldItem } from '../../holds/container-holds/container-hold.view';
import { KeptReleases } from '../../holds/container-releases/kept-releases';

/** By what a hold is known that a damage applied. */
const referenceOf = (damage_id: number) => `damage ${damage_id}`;
const OF_DAMAGE = raw(`h.reference_number ~ '^damage [0-9]+$'`);
const OPEN_MAJOR = raw(`d.status = 'open' AND d.severity = 'major'`);

/**
 * The hold that major damages apply to the stay of their container (decision 914): one of its type stands at most, one that a
 * clerk lifted stays lifted for what was there then, and the last major damage that goes lifts it. The caller has locked the
 * container.
 */
@Injectable()
export class DamageHolds {
  constructor(
    private readonly db: Db,
    private readonly holds: AppliedHoldsService,
    private readonly kept: KeptReleases,
  ) {
    onStaysOpened(db.dataSource, (container_ids) => this.applyAgain(container_ids));
  }

  /** Applies the hold for a major damage that is new, where the organization has a type for that and none stands. */
  async apply(container_id: number, damage_id: number): Promise<void> {
    const { damage_hold_type_id } = this.db.actor;
    if (!damage_hold_type_id) return;
    const applied = await this.db.run(
      applying(this.db, 'container', this.locked(container_id), damage_hold_type_id, {
        reference_number: referenceOf(damage_id),
      }),
    );
    if (!applied) return;
    await record(this.db, 'container_hold.applied', ContainerHoldItem, applied.id);
    if (applied.has_releases) await this.kept.apply({ kind: 'container', which: sql`h.id = ${applied.id}` });
  }

  /** Lifts what damages applied to the present stay, where no major one is open any more. */
  async liftLast(container_id: number): Promise<void> {
    const { organization_id } = this.db.actor;
    const standing = await this.db.query<{ id: number }>(sql`
      SELECT h.id FROM container_holds h
      WHERE h.organization_id = ${organization_id} AND h.container_id = ${container_id} AND (${raw(STANDING)})
        AND ${OF_DAMAGE} AND ${raw(HOLDS.container.present)} AND NOT EXISTS (
          SELECT FROM container_damages d
          WHERE d.organization_id = ${organization_id} AND d.container_id = ${container_id} AND ${OPEN_MAJOR})
      ORDER BY h.id`);
    for (const { id } of standing) {
      const which = sql`h.id = ${id}`;
      const load = () => this.db.run(this.holds.find('container', which));
      const lift = { held: this.locked(container_id), which, load };
      await this.holds.lift('container', lift, {}, known(undefined));
    }
  }

  /** Applies the hold to containers whose stays opened, for the first major damage that is left from an earlier one. */
  private async applyAgain(container_ids: number[]): Promise<void> {
    const left = await this.db.query<{ container_id: number; id: number }>(sql`
      SELECT d.container_id, min(d.id) AS id FROM container_damages d
      WHERE d.organization_id = ${this.db.actor.organization_id} AND ${among('d.container_id', container_ids)}
        AND ${OPEN_MAJOR}
      GROUP BY d.container_id ORDER BY d.container_id`);
    for (const { container_id, id } of left) await this.apply(container_id, id);
  }

  private locked(container_id: number): Sql {
    return sql`
      SELECT c.id FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${container_id} FOR NO KEY UPDATE`;
  }
}
