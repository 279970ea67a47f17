import sql from 'sql-template-tag';
import { BERTH_AREA, VESSEL, VOYAGE } from '../frame/groups';
import type { Report } from '../frame/report';

/** A crane that lifts nothing for longer than this pauses, which a net rate leaves out. */
const PAUSE = '15 minutes';

const rounded = (value: string) => `trim_scale(round((${value})::numeric, 2))`;
const rate = (hours: string) => rounded(`sum(f.timed_moves) / nullif(sum(f.${hours}), 0)`);

/**
 * The calls of vessels by the day on which they left the berth, else came to it (decision 894). Over and short are pieces of
 * closed tallies; a delay is the time behind the estimate.
 */
export const vessels: Report = {
  name: 'vessels',
  title: 'Calls of vessels',
  times: [],
  groups: { voyage: VOYAGE, vessel: VESSEL, berth_area: BERTH_AREA },
  measures: {
    calls: 'count(*)',
    berth_hours: rounded('sum(f.berth_hours)'),
    moves: 'coalesce(sum(f.moves), 0)',
    gross_crane_rate: rate('gross_hours'),
    net_crane_rate: rate('net_hours'),
    restows: 'coalesce(sum(f.restows), 0)',
    over: 'coalesce(sum(f.over), 0)',
    short: 'coalesce(sum(f.short), 0)',
    berth_delay_hours: rounded('avg(f.berth_delay)'),
    departure_delay_hours: rounded('avg(f.departure_delay)'),
  },
  picture: { measures: ['moves', 'restows'], byGroup: 'moves', form: 'bars', unit: 'moves' },
  facts({ db, begins, ends }) {
    const { organization_id } = db.actor;
    return sql`
      SELECT v.id AS voyage_id, v.vessel_id, v.assigned_berth_area_id AS berth_area_id,
        date_part('epoch', b.left_at - v.actual_time_of_berth) / 3600 AS berth_hours,
        date_part('epoch', v.actual_time_of_berth - v.et_of_berth) / 3600 AS berth_delay,
        date_part('epoch', b.left_at - v.estimated_time_of_departure) / 3600 AS departure_delay,
        k.moves, k.timed_moves, k.gross_hours, k.net_hours, k.restows, i.over, i.short
      FROM voyages v
      CROSS JOIN LATERAL (SELECT coalesce(v.at_berth_departure, v.actual_time_of_departure) AS left_at) b
      CROSS JOIN LATERAL (
        SELECT sum(c.moves) AS moves, sum(c.moves) FILTER (WHERE c.gross_hours > 0) AS timed_moves,
          sum(c.gross_hours) AS gross_hours, sum(c.net_hours) AS net_hours, sum(c.restows) AS restows
        FROM (
          SELECT count(*) FILTER (WHERE NOT l.restow) AS moves, count(*) FILTER (WHERE l.restow) AS restows,
            date_part('epoch', max(l.at) - min(l.at)) / 3600 AS gross_hours,
            date_part('epoch', sum(l.gap) FILTER (WHERE l.gap <= ${PAUSE}::interval)) / 3600 AS net_hours
          FROM (
            SELECT m.crane, m.restow, a.at, a.at - lag(a.at) OVER (PARTITION BY m.crane ORDER BY a.at) AS gap
            FROM tally_moves m CROSS JOIN LATERAL (SELECT coalesce(m.lifted_at, m.created_at) AS at) a
            WHERE m.organization_id = ${organization_id} AND m.voyage_id = v.id AND m.kind <> 'special_lift'
              AND m.undone_at IS NULL
          ) l GROUP BY l.crane
        ) c
      ) k
      CROSS JOIN LATERAL (
        SELECT sum(n.done_quantity) FILTER (WHERE n.beyond) AS over,
          sum(n.quantity - n.done_quantity) FILTER (WHERE NOT n.beyond) AS short
        FROM tallies t JOIN tally_items n ON n.organization_id = t.organization_id AND n.tally_id = t.id
        WHERE t.organization_id = ${organization_id} AND t.voyage_id = v.id AND t.closed_at IS NOT NULL
      ) i
      WHERE v.organization_id = ${organization_id} AND NOT v.cancelled
        AND coalesce(v.at_berth_departure, v.actual_time_of_departure, v.actual_time_of_berth) >= ${begins}
        AND coalesce(v.at_berth_departure, v.actual_time_of_departure, v.actual_time_of_berth) < ${ends}`;
  },
};
