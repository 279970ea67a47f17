import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { known, type Query } from '../../common/database/sql/query';
import { kindEvent, updating } from '../../common/recording/record';
import { ContainerShow } from '../containers/container.view';
import { leaveCargo } from './left-cargo';
import { tellOpened } from './opened-stays';
import { type Placement, type Settled, settling } from './placements';
import {
  beginStays,
  cancelStays,
  containersOf,
  type GivenStay,
  lockContainers,
  moveToShownStay,
  newStayIds,
  type Opened,
  type Opening,
  openStays,
  showLastStay,
} from './stay-queries';

/**
 * Opens, changes and ends the stays of containers, for every movement and announcement (decisions 170 to 175). The
 * container has the facts of its stay. The trigger `keep_stay_facts` copies them to the stay that the container shows.
 */
@Injectable()
export class StaysService {
  constructor(private readonly db: Db) {}

  private get organization_id(): number {
    return this.db.actor.organization_id;
  }

  /** Locks containers against concurrent announcements, movements and releases. */
  lock(container_ids: number[]): Query<void> {
    return lockContainers(this.organization_id, container_ids);
  }

  /** Locks containers whose records are about to change, and records the update. */
  lockAndTell(container_ids: number[]): [Query<void>, Query<void>] {
    return [
      this.lock(container_ids),
      updating(this.db, kindEvent('container', 'updated'), ContainerShow, container_ids),
    ];
  }

  /**
   * Runs work that may change what the records of these containers show, and records an update of those that change.
   */
  async telling(container_ids: number[], work: () => Promise<void>): Promise<void> {
    await this.db.pipeline(...this.lockAndTell(container_ids));
    await work();
  }

  /**
   * Sees to it that each of these containers has a stay that is not over: else one is opened that is announced.
   * @param how what new stays get, by container (the next numbers, unless given), and whether they begin without the
   *   facts that stays take over
   */
  async announce(container_ids: number[], how: Pick<Opening, 'stays' | 'bare'> = {}): Promise<void> {
    for (const some of inSets(container_ids)) {
      const [, opened] = await this.db.pipeline(this.lock(some), openStays(this.organization_id, some, how));
      await this.leaveCargoOf(opened);
      await this.tellOpened(opened);
    }
  }

  /** Does the work of `announce`, and records an update of the containers. */
  async announceAndTell(container_ids: number[]): Promise<void> {
    if (!container_ids.length) return;
    const [, , opened] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      openStays(this.organization_id, container_ids),
    );
    await this.leaveCargoOf(opened);
    await this.tellOpened(opened);
  }

  /**
   * Cancels the announced stays of these containers, and announces another one for each: what comes is not what was
   * announced, and begins with nothing of it. Records an update of the containers.
   */
  async replace(container_ids: number[]): Promise<void> {
    if (!container_ids.length) return;
    const [, , , opened] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      cancelStays(this.organization_id, container_ids, 'all'),
      openStays(this.organization_id, container_ids, { bare: true }),
    );
    await this.leaveCargoOf(opened);
    await this.tellOpened(opened);
  }

  /** Reserves ids for this many new stays. */
  newIds(count: number): Promise<number[]> {
    return this.db.run(newStayIds(count));
  }

  /**
   * Writes the stays of new containers, see `beginStays`.
   * @param stays what the stays get, by container; the number 1, unless given
   */
  begin(container_ids: number[], stays = new Map<number, GivenStay>()): Promise<void> {
    return this.db.run(beginStays(this.organization_id, container_ids, stays));
  }

  /**
   * Begins and ends stays after containers arrived or left. The caller has locked the containers and updated their
   * places. Returns the ids of the containers that arrived unannounced, for which it opened stays.
   * @throws Refused, mostly by a constraint, for a time within an earlier stay of the container
   */
  async placed(placements: Placement[]): Promise<number[]> {
    return this.follow(placements, await this.db.run(this.placing(placements)));
  }

  /** The first statement of `placed`. `follow` takes its result. */
  placing(placements: Placement[]): Query<Settled> {
    return placements.length ? settling(this.db, placements) : known({ without: [], laden: [] });
  }

  /** Completes `placed` for containers that arrived unannounced, or with cargo that a truck took. */
  async follow(placements: Placement[], { without, laden }: Settled): Promise<number[]> {
    if (laden.length) await this.leaveBehind(laden);
    if (without.length) {
      const opened = await this.db.run(openStays(this.organization_id, without, { came: true }));
      await this.leaveCargoOf(opened);
      const came = new Set(without);
      await this.db.run(this.placing(placements.filter(({ container_id }) => came.has(container_id))));
      await this.tellOpened(opened);
    }
    return without;
  }

  /**
   * Cancels the announced stays of these containers that nothing names any more. Each container shows its stay before
   * that again, and an update of it is recorded.
   */
  async release(container_ids: number[]): Promise<void> {
    const [, , cancelled] = await this.db.pipeline(
      ...this.lockAndTell(container_ids),
      cancelStays(this.organization_id, container_ids, 'unnamed'),
    );
    await this.showLast(containersOf(cancelled));
  }

  /** Does the work of `release` for a caller that has locked the containers and records their update. */
  async cancel(container_ids: number[]): Promise<void> {
    for (const some of inSets(container_ids)) {
      const cancelled = await this.db.run(cancelStays(this.organization_id, some, 'unnamed'));
      await this.showLast(containersOf(cancelled));
    }
  }

  /**
   * Cancels the stays of these containers that were announced after they had left, because they have not left after
   * all. The stay before goes on, and takes over the bills and list items of the cancelled one. The caller has locked
   * the containers.
   */
  async resume(container_ids: number[]): Promise<void> {
    const cancelled = await this.db.run(cancelStays(this.organization_id, container_ids, 'all'));
    if (!cancelled.length) return;
    await this.db.pipeline(
      showLastStay(this.organization_id, containersOf(cancelled)),
      moveToShownStay(
        this.organization_id,
        cancelled.map(({ id }) => id),
      ),
    );
  }

  /**
   * Makes each container show its open stay, or else its last one that was not cancelled, with the facts of that stay.
   */
  showLast(container_ids: number[]): Promise<void> {
    return this.db.run(showLastStay(this.organization_id, container_ids));
  }

  /** Leaves the cargo of these containers behind, which a truck took with them before they were announced again. */
  async leaveBehind(container_ids: number[]): Promise<void> {
    await leaveCargo(this.db, container_ids, true);
  }

  private tellOpened(opened: Opened[]): Promise<void> {
    return tellOpened(
      this.db,
      opened.map(({ id }) => id),
    );
  }

  /** Leaves the cargo of containers with new stays behind. */
  private async leaveCargoOf(opened: Opened[]): Promise<void> {
    const laden = opened.flatMap(({ id, has_cargo }) => (has_cargo ? id : []));
    if (laden.length) await leaveCargo(this.db, laden);
  }
}
