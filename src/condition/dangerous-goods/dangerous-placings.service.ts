import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { ContainerShow } from '../../cargo/containers/container.view';
import type { AgainstPlacing, Placing, PlacingRule } from '../../cargo/placing/placing-rules';
import { Db } from '../../common/database/db';
import { row } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import type { OtherClasses } from '../../places/setup/yard-areas.service';
import { againstPlacing, type DangerousBox, tooNear } from './placing.rules';
import { deliveredDirectly, notAccepted, segregationTable, type StandingGoods } from './segregation.rules';
import type { SegregationRow } from './segregation-table';
import { allStanding, lockPlacings, ownRules, slotsOfAreas, standingBeside } from './standing.queries';

const WARNED = 'container.segregation_warned';

/** The most containers that one change of an area tells of. */
const MOST_TOLD = 500;

/** Where containers with dangerous goods may stand (decisions 953 to 956). */
@Injectable()
export class DangerousPlacings {
  constructor(private readonly db: Db) {}

  get rule(): PlacingRule {
    return {
      applies: ({ dangerous_goods_check: check }) => (check === 'off' ? null : check),
      against: (placings) => this.against(placings),
      suitable: (container_id) => this.suitable(container_id),
      warned: WARNED,
    };
  }

  /** One statement where nothing of it is dangerous, else two. */
  private async against(placings: Placing[]): Promise<AgainstPlacing[]> {
    const loaded = await this.db.run(lockPlacings(placings));
    if (!loaded.placed.length) return [];
    const table = segregationTable(loaded.own);
    const standing = await this.db.run(standingBeside(loaded, table));
    return againstPlacing(loaded.placed, standing, { table, direct: this.db.actor.direct_delivery_classes });
  }

  /** Tells of the containers that stand in an area which does not accept their goods any more, of the first ones only (decision 820). */
  async areaChanged({ yard_area_id, before, after }: OtherClasses): Promise<void> {
    if (this.db.actor.dangerous_goods_check === 'off') return;
    const standing = await this.db.run(allStanding(yard_area_id));
    const warned = standing.filter(
      ({ goods }) => notAccepted(goods, before) === undefined && notAccepted(goods, after) !== undefined,
    );
    const ids = warned.slice(0, MOST_TOLD).map(({ id }) => id);
    await record(this.db, WARNED, ContainerShow, ids);
  }

  private async suitable(container_id: number): Promise<Sql | undefined> {
    const { organization_id, direct_delivery_classes } = this.db.actor;
    const box = await this.db.run(
      row<{ goods: StandingGoods[]; size: number | null; own: SegregationRow[] }>(sql`
        SELECT s.dangerous_goods AS goods, y.size, ${ownRules(organization_id)} AS own FROM containers c
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
          AND s.status IN ('announced', 'here') AND s.dangerous_goods <> '[]'
        LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
        WHERE c.organization_id = ${organization_id} AND c.id = ${container_id}`),
    );
    if (!box) return undefined;
    if (deliveredDirectly(box.goods, direct_delivery_classes) !== undefined) return sql`false`;
    const [standing, areas] = await this.db.pipeline(allStanding(), this.closedAreas(box.goods));
    const others = standing.filter(({ id }) => id !== container_id);
    const table = segregationTable(box.own);
    const isTooNear = (position: DangerousBox['position']) =>
      tooNear({ id: container_id, goods: box.goods, position }, others, table);
    const area_ids = [...new Set(others.flatMap(({ position }) => position.yard_area_id ?? []))];
    const slots = await this.db.run(slotsOfAreas(area_ids));
    const refused = [
      ...slots.filter((slot) => isTooNear({ yard_area_id: slot.yard_area_id, slot, size: box.size })),
      // slots of no area have no neighbours
      ...others.flatMap(({ position: { slot } }) =>
        slot?.yard_area_id === null && isTooNear({ yard_area_id: null, slot, size: box.size }) ? slot : [],
      ),
    ].map(({ id }) => id);
    return sql`s.id <> ALL(${refused}::bigint[]) AND coalesce(s.yard_area_id <> ALL(${areas}::bigint[]), true)`;
  }

  /** The ids of the areas that do not accept goods. */
  private closedAreas(goods: StandingGoods[]) {
    return row<{ areas: { id: number; accepts: string[] }[] }>(sql`
      SELECT coalesce(json_agg(json_build_object('id', a.id, 'accepts', a.accepts_imdg_classes)), '[]') AS areas
      FROM yard_areas a
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.accepts_imdg_classes IS NOT NULL`).map(
      (found) =>
        found!.areas.flatMap(({ id, accepts }) => (notAccepted(goods, accepts) === undefined ? [] : id)),
    );
  }
}
