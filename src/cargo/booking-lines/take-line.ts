import sql from 'sql-template-tag';
import { asTerminal } from '../../common/database/sql/as-terminal';
import type { Db } from '../../common/database/db';
import { all, effect, known, type Query } from '../../common/database/sql/query';

/** Why what a line states is written whoever announces the container. */
const STATED = 'what a line of a booking states passes to the container that is brought for it';

/** A container that counts for a line of a booking. */
export interface OfLine {
  container_id: number;
  line_id: number;
}

/**
 * Gives full containers what their lines state, as announced facts of the stays that they show: set point, whether they run,
 * goods, commodity, dangerous goods and what stands out. What is known of them already stays. The caller has locked them.
 */
export function takeLines({ actor }: Db, containers: OfLine[]): Query<unknown> {
  if (!containers.length) return known(undefined);
  const given = sql`
    json_to_recordset(${JSON.stringify(containers)}::json) g(container_id bigint, line_id bigint)
    JOIN booking_lines l ON l.organization_id = ${actor.organization_id} AND l.id = g.line_id`;
  return all(
    effect(
      asTerminal(
        STATED,
        sql`
      UPDATE containers c SET goods = coalesce(c.goods, l.goods),
        commodity_type_id = coalesce(c.commodity_type_id, l.commodity_type_id),
        reefer_set_point_temperature = coalesce(c.reefer_set_point_temperature, l.set_point),
        operating_reefer = c.operating_reefer OR l.operating_reefer, updated_at = now()
      FROM ${given}
      WHERE c.organization_id = ${actor.organization_id} AND c.id = g.container_id AND c.booking_id = l.booking_id
        AND (c.goods IS NULL AND l.goods IS NOT NULL OR c.commodity_type_id IS NULL AND l.commodity_type_id IS NOT NULL
          OR c.reefer_set_point_temperature IS NULL AND l.set_point IS NOT NULL OR l.operating_reefer AND NOT c.operating_reefer)`,
      ),
    ),
    effect(
      asTerminal(
        STATED,
        sql`
      UPDATE container_stays s SET booking_line_id = l.id,
        dangerous_goods = CASE WHEN s.dangerous_goods = '[]' THEN l.dangerous_goods ELSE s.dangerous_goods END,
        "over" = coalesce(s."over", l."over"), updated_at = now()
      FROM ${given}
      JOIN containers c ON c.organization_id = l.organization_id AND c.id = g.container_id
      WHERE s.organization_id = ${actor.organization_id} AND s.id = c.stay_id AND s.booking_id = l.booking_id
        AND (s.booking_line_id, s.dangerous_goods, s."over") IS DISTINCT FROM (l.id,
          CASE WHEN s.dangerous_goods = '[]' THEN l.dangerous_goods ELSE s.dangerous_goods END, coalesce(s."over", l."over"))`,
      ),
    ),
  );
}
