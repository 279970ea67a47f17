import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { CARGO } from '../../cargo/cargo.codes';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { Conflict } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record } from '../../common/recording/record';
import type { Columns, Values } from '../../common/schema/columns';
import { AppliedHoldsService } from '../applied-holds/applied-holds.service';
import type { AppliesTo } from '../applied-holds/held-records';
import type { ContainerReleaseQuery } from './container-release.dto';
import { ContainerRelease } from './container-release.entity';
import { ContainerReleaseShow } from './container-release.view';
import { KeptReleases } from './kept-releases';

/** A release as it is stored. */
export type StoredRelease = Columns<ContainerRelease>;

/** What a release states. */
export type StatedRelease = Values<ContainerRelease>;

/** Releases of containers from holds, which lines state by message. */
@Injectable()
export class ContainerReleasesService {
  constructor(
    private readonly db: Db,
    private readonly holds: AppliedHoldsService,
    private readonly kept: KeptReleases,
  ) {}

  list(query: ContainerReleaseQuery): Promise<Page> {
    const container = query.container_number && normalizeContainerNumber(query.container_number);
    return this.db
      .read(ContainerReleaseShow)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .filter(container, (number) => sql`t.container_number = ${number}`)
      .filter(query.bill_of_lading_number, (number) => sql`t.bill_of_lading_number = ${number}`)
      .filter(query.document_number, (number) => sql`t.document_number = ${number}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(ContainerReleaseShow, id, 'Container release');
  }

  /**
   * Keeps releases, and lifts what they release already.
   * @param kind what holds of their type apply to
   * @returns their ids in the same order
   */
  async keep(kind: AppliesTo, releases: StatedRelease[]): Promise<number[]> {
    if (!releases.length) return [];
    const ids = await this.db.insertAll(ContainerRelease, releases);
    await record(this.db, 'container_release.created', ContainerReleaseShow, ids);
    await this.kept.apply({ kind, which: among('r.id', ids) });
    return ids;
  }

  /** Releases by their ids, in order of these, locked: those that are not cancelled. */
  async locked(ids: number[]): Promise<StoredRelease[]> {
    if (!ids.length) return [];
    return this.db.findAll(ContainerRelease, { id: ids, status: ['kept', 'applied'] }, { lock: true });
  }

  /**
   * Cancels a release: the holds that it lifted are applied again.
   * @param kind what holds of its type apply to
   * @returns whether a hold was lifted that is not applied again, because its container has left
   */
  async cancel(
    kind: AppliesTo,
    { id, ...release }: StoredRelease,
    by: { cancel_reason: string; cancelled_by_id: number | null },
  ): Promise<{ left: boolean }> {
    await this.db.update(ContainerRelease, id, {
      ...by,
      status: 'cancelled',
      cancelled_at: await this.db.now(),
      due_at: null,
      nominates: false,
    });
    await record(this.db, 'container_release.cancelled', ContainerReleaseShow, id);
    if (release.status !== 'applied') return { left: false };
    const held = await this.heldBy(kind, release);
    const stated = { reference_number: release.document_number };
    for (const each of held) {
      const locked = sql`SELECT e.id FROM ${raw(TABLES[kind])} e
        WHERE e.organization_id = ${this.db.actor.organization_id} AND e.id = ${each} FOR UPDATE`;
      try {
        await this.holds.apply(kind, locked, release.hold_type_id, stated, () => Promise.resolve(each));
      } catch (error) {
        // somebody applied it meanwhile
        if (!(error instanceof Conflict) || error.code !== CARGO.hold_in_force) throw error;
      }
    }
    return { left: !held.length };
  }

  /** What a release lifted a hold of, and that is still there. */
  private async heldBy(kind: AppliesTo, release: Omit<StoredRelease, 'id'>): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const { container_number, bill_of_lading_number, shipping_line_id, stay_id } = release;
    const statement =
      kind === 'container'
        ? sql`
          SELECT c.id FROM containers c
          LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status ${raw(IS_OPEN)}
          WHERE c.organization_id = ${organization_id} AND c.number = ${container_number}
            AND s.id IS NOT DISTINCT FROM ${stay_id}::bigint`
        : sql`
          SELECT b.id FROM bill_of_ladings b
          JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
          WHERE b.organization_id = ${organization_id} AND b.number = ${bill_of_lading_number}
            AND m.shipping_line_id = ${shipping_line_id}
          ORDER BY b.id`;
    return (await this.db.query<{ id: number }>(statement)).map(({ id }) => id);
  }
}

/** What holds of each kind are of. */
const TABLES: Record<AppliesTo, string> = { container: 'containers', bill_of_lading: 'bill_of_ladings' };
