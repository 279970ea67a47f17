import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { all, known, type Query, row, rows } from '../../common/database/sql/query';
import { hasPlate, theTruck } from '../../parties/trucks/plate';
import { VisitorsService } from '../visitors/visitors.service';
import type { CreateTruckVisit } from './gate-in.dto';
import { type Arrivals, OF_DRIVER, OF_TRUCK } from './gate-in.rules';
import type { Named } from './named';

/** Looks up who arrives: the truck and driver that an announcement or a request names. */
@Injectable()
export class ArrivalsService {
  constructor(
    private readonly db: Db,
    private readonly visitors: VisitorsService,
  ) {}

  /** Those that the announcement names; undefined for an unknown announcement. */
  announced(named: Named): Query<Arrivals | undefined> {
    const { organization_id } = this.db.actor;
    return row<Arrivals>(sql`
      SELECT ${jsonOf('k', OF_TRUCK)} AS truck, ${jsonOf('d', OF_DRIVER)} AS driver, ${IS_INSIDE} AS inside
      FROM ${raw(`${named.type}s`)} a
      LEFT JOIN trucks k ON k.organization_id = a.organization_id AND k.id = a.truck_id
      LEFT JOIN truck_drivers d ON d.organization_id = a.organization_id AND d.id = a.truck_driver_id
      WHERE a.organization_id = ${organization_id} AND a.id = (${named.id})`);
  }

  /** Those that the request names itself. */
  requested(input: CreateTruckVisit): Query<Arrivals> {
    const truck = input.truck?.trim()
      ? rows<Pick<Arrivals, 'truck' | 'inside'>>(sql`
          SELECT ${jsonOf('k', OF_TRUCK)} AS truck, ${IS_INSIDE} AS inside FROM trucks k
          WHERE k.organization_id = ${this.db.actor.organization_id}
            AND ${hasPlate('k', input.truck)}
          ORDER BY k.id`).map((found) => {
          const trucks = found.map((each) => each.truck!);
          const truck = theTruck(trucks, input.truck!, 'truck');
          return found.find((each) => each.truck === truck);
        })
      : known(undefined);
    return all(truck, this.visitors.driver(input)).map(([found, driver]) => ({
      truck: null,
      inside: false,
      ...found,
      driver,
    }));
  }
}

/** SQL: whether the truck `k` is inside. */
const IS_INSIDE = sql`EXISTS (
  SELECT FROM truck_visits v
  WHERE v.organization_id = k.organization_id AND v.truck_id = k.id AND v.gated_out_at IS NULL)`;

/** SQL: these columns of a truck or driver as JSON; null when the join found none. */
function jsonOf(alias: string, columns: readonly string[]): Sql {
  const pairs = [...new Set(columns)].map((column) => `'${column}', ${alias}.${column}`);
  return raw(`CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(${pairs.join(', ')}) END`);
}
