import sql from 'sql-template-tag';
import { OF_STATUS } from '../../gate/announcements/appointment-status';
import { GATE, TRUCKING_COMPANY } from '../frame/groups';
import type { Report } from '../frame/report';

const of = (kind: string) => `FILTER (WHERE f.kind = '${kind}')`;
const minutes = (duration: string) => `trim_scale(round((${duration})::numeric, 2))`;
const turnTime = (part: number) =>
  minutes(`percentile_cont(${part}) WITHIN GROUP (ORDER BY f.took) ${of('visit')}`);

/**
 * The trucks at the gate: visits by when they ended, as the report of turn times counts them, refusals by when they were, and
 * appointments by when their slot began (decision 893).
 */
export const gate: Report = {
  name: 'gate',
  title: 'Trucks at the gate',
  times: ['day', 'hour'],
  groups: { gate: GATE, trucking_company: TRUCKING_COMPANY },
  measures: {
    trucks: `count(*) ${of('visit')}`,
    turn_time_median: turnTime(0.5),
    turn_time_percentile_90: turnTime(0.9),
    refusals: `count(*) ${of('refusal')}`,
    appointments_kept: `count(*) ${of('kept')}`,
    appointments_missed: `count(*) ${of('missed')}`,
    off_slot: `count(*) FILTER (WHERE f.off_slot)`,
  },
  counts: 'refusals_by_code',
  picture: {
    measures: ['trucks', 'refusals', 'appointments_missed', 'off_slot'],
    byGroup: 'trucks',
    form: 'lines',
    unit: 'trucks',
  },
  facts({ db, begins, ends }) {
    const { organization_id, time_zone } = db.actor;
    return sql`
      SELECT e.at AT TIME ZONE ${time_zone} AS at, e.kind, e.gate_id, e.trucking_company_id, e.took, e.off_slot, e.word
      FROM (
        SELECT v.gated_out_at AS at, 'visit' AS kind, v.gate_id, v.trucking_company_id,
          date_part('epoch', v.gated_out_at - v.gated_in_at) / 60 AS took, v.off_slot, NULL AS word
        FROM truck_visits v
        WHERE v.organization_id = ${organization_id} AND v.cancelled_at IS NULL
          AND v.gated_out_at >= ${begins} AND v.gated_out_at < ${ends}
        UNION ALL
        SELECT r.at, CASE WHEN w.word IS NULL THEN 'refusal' ELSE 'reason' END, r.gate_id, r.company_id, NULL, false, w.word
        FROM gate_refusals r
        CROSS JOIN LATERAL (
          SELECT NULL AS word UNION ALL SELECT DISTINCT e.value ->> 'code' FROM jsonb_array_elements(r.reasons) e) w
        WHERE r.organization_id = ${organization_id} AND r.at >= ${begins} AND r.at < ${ends}
        UNION ALL
        SELECT t.starts_at, CASE WHEN t.used_at IS NULL THEN 'missed' ELSE 'kept' END, t.gate_id, t.company_id, NULL, false, NULL
        FROM appointments t
        WHERE t.organization_id = ${organization_id} AND t.starts_at >= ${begins} AND t.starts_at < ${ends}
          AND (${OF_STATUS.missed} OR t.used_at IS NOT NULL AND t.left_without_at IS NULL AND t.cancelled_at IS NULL)
      ) e`;
  },
};
