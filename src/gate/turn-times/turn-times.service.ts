import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { planned } from '../../common/database/sql/query';
import { Json } from '../../common/json';
import { jsonArray, jsonObject } from '../../common/view/json-sql';
import type { TurnTimesBy, TurnTimesQuery } from './turn-times.dto';

/**
 * SQL of what visits are counted by: of a visit `v`, ended at `ended` in local time, and how that is shown of a group
 * `g`.
 */
const BY: Record<TurnTimesBy, { of: string; shown: string }> = {
  gate: {
    of: 'v.gate_id',
    shown: '(SELECT t.name FROM gates t WHERE t.organization_id = g.organization_id AND t.id = g.of)',
  },
  trucking_company: {
    of: 'v.trucking_company_id',
    shown:
      '(SELECT t.code FROM trucking_companies t WHERE t.organization_id = g.organization_id AND t.id = g.of)',
  },
  hour: { of: 'extract(hour FROM ended)::integer', shown: 'g.of' },
  day: { of: 'ended::date', shown: 'g.of' },
};

/** SQL: a duration in minutes with two decimals. */
const minutes = (duration: string) => `round(${duration}::numeric, 2)`;

/** How long the visits of trucks took. */
@Injectable()
export class TurnTimesService {
  constructor(private readonly db: Db) {}

  /** The turn times of the visits that ended in a span, in one statement; cancelled visits do not count. */
  async report(query: TurnTimesQuery): Promise<Json> {
    const [report] = await this.db.query<{ json: string }>(planned(this.statement(query)));
    return new Json(report!.json);
  }

  private statement({ from, until, by }: TurnTimesQuery): Sql {
    const { organization_id, time_zone } = this.db.actor;
    const { of, shown } = BY[by];
    const line = jsonObject({
      [by]: 'key',
      count: 'count',
      median: minutes('part[1]'),
      percentile_90: minutes('part[2]'),
      longest: minutes('longest'),
    });
    const end = sql`coalesce(${until}::timestamptz, now())`;
    return sql`
      SELECT ${raw(jsonArray(`${line} ORDER BY key`))}::text AS json
      FROM (
        SELECT ${raw(shown)} AS key, g.* FROM (
          SELECT v.organization_id, ${raw(of)} AS of, count(*),
            percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY took) AS part, max(took) AS longest
          FROM truck_visits v
          CROSS JOIN LATERAL (SELECT v.gated_out_at AT TIME ZONE ${time_zone} AS ended,
            date_part('epoch', v.gated_out_at - v.gated_in_at) / 60 AS took) visit
          WHERE v.organization_id = ${organization_id} AND v.cancelled_at IS NULL
            AND v.gated_out_at >= coalesce(${from}::timestamptz, ${end} - interval '1 month')
            AND v.gated_out_at <= ${end}
          GROUP BY v.organization_id, ${raw(of)}
        ) g
      ) g`;
  }
}
