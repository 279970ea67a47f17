import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { BATCH, noticing } from '../../common/database/write/noticing';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { KeptReleases } from '../../holds/container-releases/kept-releases';
import { ReleaseNominations } from './release-nominations.service';

/**
 * SQL: whether something is to be done with the release `r` by itself: its time begins, its container is announced, or the
 * bill of lading that it is for is known by now.
 */
const IS_DUE =
  raw(`(r.due_at <= now() OR r.nominates AND r.container_number IS NULL AND r.due_at IS NULL AND EXISTS (
  SELECT FROM bill_of_ladings b
  JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    AND m.shipping_line_id = r.shipping_line_id
  WHERE b.organization_id = r.organization_id AND b.number = r.bill_of_lading_number))`);

/** Applies releases whose time begins (decision 841), and nominates those whom releases name once that may be. */
@Injectable()
export class DueReleases {
  /** Does so in every organization. */
  readonly noticeAll: () => Promise<void>;

  constructor(
    background: Background,
    private readonly db: Db,
    private readonly kept: KeptReleases,
    private readonly nominations: ReleaseNominations,
  ) {
    this.noticeAll = noticing(background, {
      what: 'Applying releases that are due',
      operation: 'a release begins',
      found: sql`SELECT FROM container_releases r WHERE r.organization_id = o.id AND ${IS_DUE}`,
      notice: (organization_id) => this.notice(organization_id),
    });
  }

  private async notice(organization_id: number): Promise<number> {
    const due = await this.db.query<{ id: number }>(sql`
      UPDATE container_releases e SET due_at = NULL
      WHERE e.organization_id = ${organization_id} AND e.id = ANY(ARRAY(
        SELECT r.id FROM container_releases r
        WHERE r.organization_id = ${organization_id} AND ${IS_DUE}
        ORDER BY r.id LIMIT ${BATCH} FOR NO KEY UPDATE OF r SKIP LOCKED))
      RETURNING e.id`);
    const ids = due.map(({ id }) => id);
    if (!ids.length) return 0;
    const which = among('r.id', ids);
    await this.kept.apply({ kind: 'container', which });
    await this.kept.apply({ kind: 'bill_of_lading', which });
    await this.nominations.give(ids);
    return ids.length;
  }
}
