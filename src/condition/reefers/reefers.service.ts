import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { contains } from '../../common/database/sql/conditions';
import { byConditions, byRecord, type Group } from '../../common/database/sql/counts';
import { idOrAmong } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { REEFER_GROUPS, ReeferCountQuery, ReeferQuery } from './reefer.dto';
import { ReeferShow } from './reefer.view';

/** SQL: whether the watch of the stay `t` has a spell of this kind. */
const inSpell = (column: string) =>
  raw(
    `EXISTS (SELECT FROM reefer_watches w WHERE w.organization_id = t.organization_id AND w.stay_id = t.id AND w.${column} IS NOT NULL)`,
  );
const DEVIATING = inSpell('deviating_since');
const UNREAD = inSpell('unread_since');
const UNPLUGGED = inSpell('unplugged_since');

const GROUPS: Record<keyof typeof REEFER_GROUPS, Group> = {
  state: byConditions({
    deviating: DEVIATING,
    unplugged: sql`${UNPLUGGED} AND NOT ${DEVIATING}`,
    unread: sql`${UNREAD} AND NOT ${DEVIATING} AND NOT ${UNPLUGGED}`,
    fine: sql`NOT ${DEVIATING} AND NOT ${UNPLUGGED} AND NOT ${UNREAD}`,
  }),
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
};

/** The watch list of reefers: those that are here and operating. */
@Injectable()
export class ReefersService {
  constructor(private readonly db: Db) {}

  list(query: ReeferQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** How many reefers there are of each value. */
  counts(query: ReeferCountQuery): Promise<Json> {
    return this.matching(query).counts(query.by, GROUPS[query.by]);
  }

  private matching(query: ReeferQuery): Reader {
    const { organization_id } = this.db.actor;
    const are = (condition: typeof DEVIATING) => (is: boolean) => (is ? condition : sql`NOT ${condition}`);
    return this.db
      .read(ReeferShow)
      .where(sql`t.status = 'here' AND t.operating_reefer`)
      .skewed(query.deviating, are(DEVIATING))
      .skewed(query.unread, are(UNREAD))
      .skewed(query.unplugged, are(UNPLUGGED))
      .skewed(
        query.due_hours,
        (hours) => sql`coalesce((
          SELECT w.read_at FROM reefer_watches w
          WHERE w.organization_id = t.organization_id AND w.stay_id = t.id), t.in_at)
          <= now() - make_interval(hours => ${hours}::integer)`,
      )
      .refersTo('shipping_line', idOrAmong('code'), query.shipping_line)
      .skewed(
        query.q,
        (part) => sql`t.container_id IN (
          SELECT c.id FROM containers c
          WHERE c.organization_id = ${organization_id} AND ${contains('c.number', normalizeContainerNumber(part))})`,
      );
  }
}
