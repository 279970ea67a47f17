import sql, { raw, Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { ofAllWhoPay } from '../customers/all-who-pay';
import type { PricedRate } from './rate';

/** A rate as it is stored, with the tariff that has it. */
export type StoredRate = PricedRate & { tariff_id: number };

const linked = (table: string, to: string) =>
  `(SELECT coalesce(json_agg(l.${to} ORDER BY l.${to}), '[]'::json) FROM ${table} l
    WHERE l.organization_id = r.organization_id AND l.rate_id = r.id)`;

/**
 * The rates of tariffs, in the order of their tariffs and positions, with what is not stated filled in.
 * @param tariffs the ids of the tariffs, or SQL that selects them
 */
export function storedRates({ actor: { organization_id } }: Db, tariffs: Sql): Query<StoredRate[]> {
  return rows<StoredRate>(
    ofAllWhoPay(sql`
    SELECT r.tariff_id, r.position, r.charge_code_id, r.container_statuses, r.usages, to_json(r.sizes) AS sizes,
      ${raw(linked('rate_container_types', 'container_type_id'))} AS container_types,
      r.is_reefer, r.operating_reefer,
      ${raw(linked('rate_shipping_lines', 'shipping_line_id'))} AS shipping_lines,
      ${raw(linked('rate_consignees', 'consignee_id'))} AS consignees,
      ${raw(linked('rate_commodity_types', 'commodity_type_id'))} AS commodity_types,
      r.arrived_by, r.departed_by, r.transshipment, r.working_day, r.event,
      CASE WHEN r.band IS NOT NULL THEN json_build_object('of', r.band ->> 'of', 'from', r.band ->> 'from',
        'until', r.band ->> 'until') END AS band,
      r.per, coalesce(r.tiers, jsonb_build_array(jsonb_build_object('from', 1, 'amount', r.amount::text))) AS tiers,
      r.minimum::text, r.maximum::text, r.quantity_step::text,
      coalesce(r.counting, 'calendar_day') AS counting, coalesce(r.period_hours, 24) AS period_hours,
      coalesce(r.first_day, 'arrival') AS first_day, coalesce(r.last_day, 'included') AS last_day,
      coalesce(r.day_starts_at, '00:00') AS day_starts_at, r.calendar_id, coalesce(r.free_units, 0) AS free_units,
      r.free_excludes_closed, r.charge_excludes_closed, coalesce(r.free_time, 'kept') AS free_time,
      coalesce(r.tiers_count, 'charged') AS tiers_count
    FROM tariff_rates r
    WHERE r.organization_id = ${organization_id} AND r.tariff_id IN (${tariffs})
    ORDER BY r.tariff_id, r.position`),
  );
}
