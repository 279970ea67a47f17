import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { idOrKey, toId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { startOfDay, startOfNextDay } from '../../common/input/times';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { plateKey } from '../../parties/trucks/plate';
import type { TruckVisitQuery } from './truck-visit.dto';
import { TruckVisitShow } from './truck-visit.view';

/** Lists and shows truck visits. */
@Injectable()
export class TruckVisitsService {
  constructor(private readonly db: Db) {}

  list(query: TruckVisitQuery): Promise<Page> {
    const { time_zone } = this.db.actor;
    return this.db
      .read(TruckVisitShow)
      .filter(query.truck_id, (truck) => this.isOneOf('truck_id', 'trucks', this.truckNamed(truck)))
      .filter(query.truck_driver_id, (driver) => sql`t.truck_driver_id = ${driver}`)
      .filter(query.trucking_company_id, (company) =>
        this.isOneOf('trucking_company_id', 'trucking_companies', idOrKey('k.id', 'k.code', company)),
      )
      .filter(query.gate_ids, (gates) => sql`t.gate_id = ANY(${gates}::bigint[])`)
      .filter(query.user_id, (user) => sql`(t.gate_in_user_id = ${user} OR t.gate_out_user_id = ${user})`)
      .filter(query.container_id, (container) =>
        this.handsOver('container_id', 'containers', this.containerNamed(container)),
      )
      .filter(query.chassis_id, (chassis) =>
        this.handsOver('chassis_id', 'chassis', idOrKey('k.id', 'k.number', chassis)),
      )
      .filter(query.genset_id, (genset) =>
        this.handsOver('genset_id', 'gensets', idOrKey('k.id', 'k.number', genset)),
      )
      .filter(query.start_date, (day) => this.since(startOfDay(day, time_zone)))
      .filter(query.end_date, (day) => sql`t.gated_in_at < ${startOfNextDay(day, time_zone)}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db
      .read(TruckVisitShow)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Truck visit ${id}`);
  }

  /**
   * Gated in at this time or later. The list is in order of the ids, which is nearly that of gating in: so that
   * it does not walk over all that came before, it begins at the lowest id since then, found by one probe of an
   * index for each day with visits.
   */
  private since(start: string): Sql {
    const day = sql`(v.gated_in_at AT TIME ZONE 'UTC')::date`;
    const firstOfDay = (condition: Sql) => sql`
      (SELECT ${day} AS day, v.id FROM truck_visits v
       WHERE v.organization_id = ${this.db.actor.organization_id} AND ${condition} ORDER BY 1, 2 LIMIT 1)`;
    return sql`t.gated_in_at >= ${start} AND t.id >= (
      WITH RECURSIVE days AS (
        ${firstOfDay(sql`${day} >= (${start}::timestamptz AT TIME ZONE 'UTC')::date`)}
        UNION ALL
        SELECT later.day, later.id FROM days CROSS JOIN LATERAL ${firstOfDay(sql`${day} > days.day`)} later
      )
      SELECT min(id) FROM days)`;
  }

  private truckNamed(text: string): Sql {
    return either(text, sql`k.license_plate_key = ${plateKey(text)}`);
  }

  private containerNamed(text: string): Sql {
    return either(text, sql`k.number = ${normalizeContainerNumber(text)}`);
  }

  /** The visit refers to one of the records `k` of a table that match; an array, so that they are sought first. */
  private isOneOf(column: string, table: string, condition: Sql): Sql {
    return sql`t.${raw(column)} = ANY(ARRAY(${this.idsIn(table, condition)}))`;
  }

  /** One of the visit's interchanges hands over one of the records `k` of a table that match. */
  private handsOver(column: string, table: string, condition: Sql): Sql {
    return sql`t.id = ANY(ARRAY(
      SELECT i.truck_visit_id FROM interchanges i
      WHERE i.organization_id = ${this.db.actor.organization_id}
        AND i.${raw(column)} = ANY(ARRAY(${this.idsIn(table, condition)}))))`;
  }

  private idsIn(table: string, condition: Sql): Sql {
    return sql`SELECT k.id FROM ${raw(table)} k
      WHERE k.organization_id = ${this.db.actor.organization_id} AND ${condition}`;
  }
}

/** All digits may be the id, too (decision 20). */
function either(text: string, isKey: Sql): Sql {
  const id = toId(text);
  return id === undefined ? isKey : sql`(k.id = ${id} OR ${isKey})`;
}
