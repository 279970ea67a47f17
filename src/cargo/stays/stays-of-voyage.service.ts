import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query } from '../../common/database/sql/query';
import type { CancellationFollower } from '../../voyages/voyages/voyage-cancellations';
import { cancelStays, containersOf, reviveStays, showLastStay } from './stay-queries';
import { StaysService } from './stays.service';

/** The most containers whose stays are cancelled or revived with one statement. */
const AT_ONCE = 1000;

/**
 * Cancels the announced stays of a voyage with it, but for those that something else announces, and announces them again
 * when the voyage is revived (decision 433).
 */
@Injectable()
export class StaysOfVoyageService implements CancellationFollower {
  constructor(
    private readonly db: Db,
    private readonly stays: StaysService,
  ) {}

  lock(voyage_number: string): Query<unknown> {
    return effect(sql`
      SELECT FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id}
        AND c.id IN (${this.containersOf(sql`v.number = ${voyage_number}`)})
      ORDER BY c.id FOR NO KEY UPDATE`);
  }

  async follow({ id, cancelled }: { id: number; cancelled: boolean }): Promise<void> {
    const named = await this.db.query<{ id: number }>(sql`
      SELECT n.container_id AS id FROM (${this.containersOf(sql`v.id = ${id}`)}) n ORDER BY n.container_id`);
    const ids = named.map((each) => each.id);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      await (cancelled ? this.cancel(some) : this.revive(some, id));
    }
  }

  private async cancel(container_ids: number[]): Promise<void> {
    const { organization_id } = this.db.actor;
    const [, , cancelled] = await this.db.pipeline(
      ...this.stays.lockAndTell(container_ids),
      cancelStays(organization_id, container_ids, 'unnamed'),
    );
    // Packing list items stay with the cancelled stay, which may be announced again.
    await this.db.run(showLastStay(organization_id, containersOf(cancelled), { items: 'stay' }));
  }

  private async revive(container_ids: number[], voyage_id: number): Promise<void> {
    const { organization_id } = this.db.actor;
    const [, , revived] = await this.db.pipeline(
      ...this.stays.lockAndTell(container_ids),
      reviveStays(organization_id, container_ids, this.named(sql`v.id = ${voyage_id}`)),
    );
    await this.stays.showLast(containersOf(revived));
  }

  /** SQL: the containers of the stays that bills and lists of the chosen voyage `v` announce, or announced. */
  private containersOf(voyage: Sql): Sql {
    return sql`
      SELECT DISTINCT s.container_id FROM (${this.named(voyage)}) n
      JOIN container_stays s ON s.organization_id = ${this.db.actor.organization_id} AND s.id = n.stay_id
      WHERE s.status IN ('announced', 'cancelled')`;
  }

  /** SQL: the ids of the stays on the bills, load lists and discharge lists of the chosen voyage `v`. */
  private named(voyage: Sql): Sql {
    const { organization_id } = this.db.actor;
    return sql`
      SELECT l.stay_id FROM voyages v
      JOIN manifests m ON m.organization_id = v.organization_id AND m.voyage_id = v.id
      JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
      JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
      WHERE v.organization_id = ${organization_id} AND ${voyage}
      UNION
      SELECT i.stay_id FROM voyages v
      JOIN load_lists y ON y.organization_id = v.organization_id AND y.voyage_id = v.id
      JOIN load_list_items i ON i.organization_id = y.organization_id AND i.load_list_id = y.id
      WHERE v.organization_id = ${organization_id} AND ${voyage} AND i.loaded_at IS NULL
      UNION
      SELECT i.stay_id FROM voyages v
      JOIN discharge_lists y ON y.organization_id = v.organization_id AND y.voyage_id = v.id
      JOIN discharge_list_items i ON i.organization_id = y.organization_id AND i.discharge_list_id = y.id
      WHERE v.organization_id = ${organization_id} AND ${voyage} AND i.discharged_at IS NULL`;
  }
}
