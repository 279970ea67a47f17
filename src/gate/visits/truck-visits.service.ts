import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { byConditions, byRecord, Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { idOr } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { startOfDay, startOfNextDay } from '../../common/input/times';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { COMPANY_KEY } from '../../parties/setup/trucking-company-reference';
import { PLATE_OR_ID } from '../../parties/trucks/plate';
import { type TruckVisitCountQuery, type TruckVisitQuery, VISIT_GROUPS } from './truck-visit.dto';
import { TruckVisitShow } from './truck-visit.view';

const GROUPS: Record<keyof typeof VISIT_GROUPS, Group> = {
  inside: byConditions({ true: sql`t.gated_out_at IS NULL`, false: sql`t.gated_out_at IS NOT NULL` }),
  gate: byRecord('gate_id', 'gates', 'name'),
  trucking_company: byRecord('trucking_company_id', 'trucking_companies', 'code'),
};

@Injectable()
export class TruckVisitsService {
  constructor(private readonly db: Db) {}

  async list(query: TruckVisitQuery): Promise<Page> {
    return (await this.matching(query)).page(query.request());
  }

  /** How many visits there are of each value. */
  async counts(query: TruckVisitCountQuery): Promise<Json> {
    return (await this.matching(query)).counts(query.by, GROUPS[query.by]);
  }

  private async matching(query: TruckVisitQuery): Promise<Reader> {
    const { time_zone } = this.db.actor;
    const since = query.start_date && startOfDay(query.start_date, time_zone);
    const first = since && (await this.firstSince(since));
    return this.db
      .read(TruckVisitShow)
      .refersTo('truck', PLATE_OR_ID, query.truck_id)
      .filter(query.inside, (inside) =>
        inside ? sql`t.gated_out_at IS NULL` : sql`t.gated_out_at IS NOT NULL`,
      )
      .filter(query.truck_driver_id, (driver) => sql`t.truck_driver_id = ${driver}`)
      .refersTo('trucking_company', COMPANY_KEY, query.trucking_company)
      .refersTo('trucking_company', idOr('code'), query.trucking_company_id)
      .filter(query.gate_ids, (gates) => among('t.gate_id', gates))
      .filter(query.user_id, (user) => sql`(t.gate_in_user_id = ${user} OR t.gate_out_user_id = ${user})`)
      .refersTo('interchanges.container', idOr('number', normalizeContainerNumber), query.container_id)
      .refersTo('interchanges.chassis', idOr('number'), query.chassis_id)
      .refersTo('interchanges.genset', idOr('number'), query.genset_id)
      .since(since, (start) => sql`t.gated_in_at >= ${start} AND t.id >= ${first}`)
      .since(query.gated_in_from, (from) => sql`t.gated_in_at >= ${from}`)
      .skewed(query.gated_in_until, (until) => sql`t.gated_in_at <= ${until}`)
      .filter(query.end_date, (day) => sql`t.gated_in_at < ${startOfNextDay(day, time_zone)}`)
      .orders({ gated_in_at: sql`t.gated_in_at` });
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(TruckVisitShow, id, 'Truck visit');
  }

  /**
   * The lowest id of the visits that began at this time or later; 0 when there are none. The list is sorted by id, and
   * ids grow nearly as the times of gate-in do, so the list scans from this id instead of over all earlier visits. One
   * index probe for each day with visits.
   */
  private async firstSince(start: string): Promise<number> {
    const day = sql`(v.gated_in_at AT TIME ZONE 'UTC')::date`;
    const firstOfDay = (condition: Sql) => sql`
      (SELECT ${day} AS day, v.id FROM truck_visits v
       WHERE v.organization_id = ${this.db.actor.organization_id} AND ${condition} ORDER BY 1, 2 LIMIT 1)`;
    const [row] = await this.db.query<{ id: number }>(sql`
      WITH RECURSIVE days AS (
        ${firstOfDay(sql`${day} >= (${start}::timestamptz AT TIME ZONE 'UTC')::date`)}
        UNION ALL
        SELECT later.day, later.id FROM days CROSS JOIN LATERAL ${firstOfDay(sql`${day} > days.day`)} later
      )
      SELECT coalesce(min(id), 0) AS id FROM days`);
    return row!.id;
  }
}
