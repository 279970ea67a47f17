import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { atTerminal } from '../../places/locations/locations';
import { heldContainers } from '../held/unlifted-holds';
import { DueOfStays, type DueSum } from './due-of-stays';
import { ReleaseRules } from './release-rules.service';

/** The lists that say what may leave: how a row `t` names its container and its stay, and whether it is here. */
const LISTS = {
  containers: { container: 't.id', stay: 't.stay_id', isHere: atTerminal('t.current_location_type') },
  container_stays: {
    container: 't.container_id',
    stay: 't.id',
    isHere: `t.status = 'here' AND EXISTS (
      SELECT FROM containers w WHERE w.organization_id = t.organization_id AND w.id = t.container_id AND w.stay_id = t.id
        AND ${atTerminal('w.current_location_type')})`,
  },
} as const;
export type LeavingList = keyof typeof LISTS;

interface LeavingRow {
  id: number;
  container: { id: number; number: string };
  stay_id: number | null;
  may_leave: boolean;
}

/** Says of lists of containers and stays what may leave now, by the release rules, among what is here (decision 883). */
@Injectable()
export class Leaving {
  constructor(
    private readonly db: Db,
    private readonly rules: ReleaseRules,
    private readonly due: DueOfStays,
  ) {}

  /** SQL: the condition that a row `t` is here, and may leave or may not. Throws Unavailable as the rules do. */
  async condition(list: LeavingList, may_leave: boolean): Promise<Sql> {
    const mayLeave = await this.mayLeave(list);
    return sql`${raw(LISTS[list].isHere)} AND ${may_leave ? mayLeave : sql`NOT (${mayLeave})`}`;
  }

  /**
   * The rows of a page with whether each may leave, and what has to be paid before; both are null of what is not here.
   * @param known what the page was narrowed by: it holds for each row, and is not asked again
   */
  async carried(list: LeavingList, page: Page, known?: boolean | null): Promise<Page> {
    if (page.file) return page;
    const rows = JSON.parse(page.rows.text) as { id: number }[];
    if (!rows.length) return page;
    const found = await this.of(
      list,
      rows.map(({ id }) => id),
      known,
    );
    const owing = [...found.values()].flatMap(({ container, stay_id, may_leave }) =>
      stay_id && !(may_leave && this.db.actor.release_needs_charges) ? { container, stay_id } : [],
    );
    const due = await this.due.of(owing);
    const carried = rows.map((row) => {
      const here = found.get(row.id);
      return { ...row, may_leave: here?.may_leave ?? null, due: here ? dueOf(here, due) : null };
    });
    return { ...page, rows: new Json(JSON.stringify(carried)) };
  }

  /** Whether those of these rows that are here may leave, by their ids. */
  private async of(
    list: LeavingList,
    ids: number[],
    known?: boolean | null,
  ): Promise<Map<number, LeavingRow>> {
    const { isHere, container } = LISTS[list];
    const mayLeave = typeof known === 'boolean' ? sql`${known}::boolean` : await this.mayLeave(list);
    const found = await this.db.query<LeavingRow>(sql`
      SELECT t.id, json_build_object('id', c.id, 'number', c.number) AS container, c.stay_id,
        ${mayLeave} AS may_leave
      FROM ${raw(list)} t
      JOIN containers c ON c.organization_id = t.organization_id AND c.id = ${raw(container)}
      WHERE t.organization_id = ${this.db.actor.organization_id} AND ${among('t.id', ids)} AND ${raw(isHere)}`);
    return new Map(found.map((row) => [row.id, row]));
  }

  /**
   * SQL: whether nothing keeps a row `t` that is here. What is kept is found first, by a statement that is prepared, because to
   * plan all rules with those of a list takes longer than to ask them.
   */
  private async mayLeave(list: LeavingList): Promise<Sql> {
    const { container, stay } = LISTS[list];
    const { ofContainers, ofStays } = await this.rules.keptHere();
    const held = sql`SELECT h.id FROM (${heldContainers(this.db.actor.organization_id)}) h`;
    const each = [...ofContainers, held];
    const [kept] = await this.db.query<{ containers: number[]; stays: number[] }>(sql`
      SELECT ARRAY(${join(each, ' UNION ALL ')}) AS containers,
        ${ofStays.length ? sql`ARRAY(${join(ofStays, ' UNION ALL ')})` : sql`'{}'::bigint[]`} AS stays`);
    return sql`${raw(container)} <> ALL (${kept!.containers}::bigint[])
      AND (${raw(stay)} <> ALL (${kept!.stays}::bigint[])) IS NOT FALSE`;
  }
}

const dueOf = ({ stay_id }: LeavingRow, due: ReadonlyMap<number, DueSum[]>): DueSum[] =>
  (stay_id && due.get(stay_id)) || [];
