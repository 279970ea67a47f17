import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { ContainerShow } from '../../cargo/containers/container.view';
import { Db } from '../../common/database/db';
import { Background } from '../../common/database/write/background';
import { BATCH, noticing } from '../../common/database/write/noticing';
import { record } from '../../common/recording/record';
import type { Of } from '../../common/view/view';
import { overdueAt, inAreaSince } from './in-area';

const OF_STAY: Of = (column) => `s.${column}`;

/** SQL: whether the goods of the stay `s` stand in a yard area for too long, and nobody was told since they came to it. */
const IS_OVERDUE = raw(`s.status = 'here' AND s.dangerous_goods <> '[]' AND ${overdueAt(OF_STAY)} < now()
  AND s.imdg_overdue_since IS DISTINCT FROM ${inAreaSince(OF_STAY)}`);

/** Tells once of dangerous goods that stand in a yard area for longer than its `imdg_hours` (decision 957). */
@Injectable()
export class OverdueGoodsService {
  /** Tells of the goods of every organization. */
  readonly noticeAll: () => Promise<void>;

  constructor(
    background: Background,
    private readonly db: Db,
  ) {
    this.noticeAll = noticing(background, {
      what: 'Noticing overdue dangerous goods',
      operation: 'dangerous goods stand for too long',
      // What is here for less than the shortest time of all areas is not looked at.
      found: sql`
        SELECT FROM yard_areas h
        WHERE h.organization_id = o.id AND h.imdg_hours IS NOT NULL AND NOT EXISTS (
          SELECT FROM yard_areas k
          WHERE k.organization_id = o.id AND (k.imdg_hours, k.id) < (h.imdg_hours, h.id)) AND EXISTS (
          SELECT FROM container_stays s
          WHERE s.organization_id = o.id AND s.in_at < now() - make_interval(hours => h.imdg_hours) AND ${IS_OVERDUE})`,
      notice: (organization_id) => this.notice(organization_id),
    });
  }

  private async notice(organization_id: number): Promise<number> {
    const overdue = await this.db.query<{ container_id: number }>(sql`
      UPDATE container_stays s SET imdg_overdue_since = ${raw(inAreaSince(OF_STAY))}
      WHERE s.organization_id = ${organization_id} AND s.id = ANY(ARRAY(
        SELECT s.id FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND ${IS_OVERDUE}
        ORDER BY s.id LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED))
      RETURNING s.container_id`);
    const ids = overdue.map(({ container_id }) => container_id);
    await record(this.db, 'container.imdg_overdue', ContainerShow, ids);
    return overdue.length;
  }
}
