import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { all, effect, known, type Query, rows } from '../../common/database/sql/query';
import { lockedInSlots } from '../containers/stacks';
import { type Holdable, HOLDABLE, LOCATED } from './holdable-cargo';
import { type Asked, directlyWithin, holdingBills, NOWHERE, pairs, type Within } from './standing-holds';

/**
 * The locks behind which holds are asked: the containers around cargo and then the bills that hold it, each in order of
 * the ids. A hold that is being applied is seen, and a later application waits until the transaction ends.
 */
export class HeldCargoLocks {
  constructor(private readonly db: Db) {}

  /**
   * Locks the containers around this cargo and then the bills, and runs a query behind these locks. The query is a
   * statement of its own, because the statement that waited for a lock keeps its old snapshot. All statements are
   * pipelined in one round trip, and in another one for each level of outer containers that the locks reveal.
   * @param contents whether the bills of a container's contents hold it too
   * @param slots whether the slots of the containers are locked first, because the containers may leave their stacks
   * @param ask makes the query from SQL for the containers around the cargo, in the columns of `Within`
   */
  async behindLocks<T>(
    asked: Asked<number[]>,
    contents: boolean,
    ask: (containers: Sql) => Query<T>,
    slots = false,
  ): Promise<T> {
    // A container counts as inside itself, so that its first level needs no query.
    const found =
      asked.kind === 'container'
        ? [...new Set(asked.ids)].map((id) => ({ id, container_id: id }))
        : await this.containersOf(asked);
    for (let level = found; ; found.push(...level)) {
      const containers = pairs(found);
      const [outer, , answer] = await this.db.pipeline(
        this.lockContainers(level, slots && level === found),
        this.lockBills(asked, containers, contents),
        ask(containers),
      );
      level = level
        .map(({ id, container_id }) => ({ id, container_id: outer.get(container_id) ?? 0 }))
        .filter((pair) => pair.container_id && !found.some((each) => isSame(each, pair)));
      if (!level.length) return answer;
    }
  }

  /** Runs a query behind the locks of the bills, for cargo that is in no container. */
  behindBills<T>(asked: Asked<number[]>, contents: boolean, ask: Query<T[]>): Query<T[]> {
    if (!asked.ids.length) return known([]);
    return all(this.lockBills(asked, NOWHERE, contents), ask).map(([, answer]) => answer);
  }

  /** The container that directly contains each piece of cargo. */
  private async containersOf(asked: Asked): Promise<Within[]> {
    const { container }: Holdable = HOLDABLE[asked.kind];
    return container ? this.db.query<Within>(directlyWithin(asked)) : [];
  }

  /**
   * Locks these containers, and returns the container that each of them is in. The lock is no FOR UPDATE, because
   * foreign keys to the containers must not wait for it: two transactions that refer to a container and lock it
   * afterwards would deadlock.
   * @param slots whether the slots with tiers that they stand in, and the other containers there, are locked too
   */
  private lockContainers(level: Within[], slots: boolean): Query<Map<number, number | null>> {
    if (!level.length) return known(new Map<number, number | null>());
    const { organization_id } = this.db.actor;
    const ids = level.map(({ container_id }) => container_id);
    const alone = sql`
      SELECT t.id, ${raw(LOCATED)} AS container_id FROM containers t
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', ids)}
      ORDER BY t.id FOR NO KEY UPDATE`;
    return rows<{ id: number; container_id: number | null }>(
      slots ? lockedInSlots(organization_id, ids) : alone,
    ).map((containers) => new Map(containers.map(({ id, container_id }) => [id, container_id])));
  }

  private lockBills(asked: Asked<number[]>, containers: Sql, contents: boolean): Query<void> {
    if (!asked.ids.length) return known(undefined);
    return effect(sql`
      WITH within(id, container_id) AS (${containers})
      SELECT FROM bill_of_ladings b
      WHERE b.organization_id = ${asked.organization_id}
        AND b.id IN (SELECT l.bill_of_lading_id FROM (${holdingBills(asked, contents)}) l)
      ORDER BY b.id FOR SHARE`);
  }
}

const isSame = (one: Within, other: Within) => one.id === other.id && one.container_id === other.container_id;
