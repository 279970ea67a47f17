import sql, { raw } from 'sql-template-tag';
import { Charge } from '../../billing/charges/charge.entity';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { isTheirs } from '../../common/party-wall/party-wall';
import { SHIPPING_LINE, SIZE, STATUS, USAGE } from '../frame/groups';
import type { Report } from '../frame/report';

const days = (part: number) =>
  `trim_scale(round((percentile_cont(${part}) WITHIN GROUP (ORDER BY f.days))::numeric, 2))`;

/**
 * How long the containers were here that left, by the time at which they did. A token that is limited to parties counts the
 * stays that it may list, and the storage that it may list (decision 895).
 */
export const dwell: Report = {
  name: 'dwell',
  title: 'How long containers were here that left',
  times: ['month'],
  groups: { shipping_line: SHIPPING_LINE, usage: USAGE, size: SIZE, status: STATUS },
  measures: {
    stays: 'count(*)',
    median_days: days(0.5),
    percentile_90_days: days(0.9),
    over_free_time: 'count(*) FILTER (WHERE f.is_over)',
  },
  picture: {
    measures: ['median_days', 'percentile_90_days'],
    byGroup: 'median_days',
    form: 'lines',
    unit: 'days',
  },
  facts({ db, by, begins, ends }) {
    const { actor, dataSource } = db;
    const { organization_id, time_zone } = actor;
    // what is not grouped by is not read
    const size = by.includes('size')
      ? raw(`(SELECT y.size FROM containers c JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
          WHERE c.organization_id = s.organization_id AND c.id = s.container_id)`)
      : raw('NULL::integer');
    return sql`
      SELECT s.out_at AT TIME ZONE ${time_zone} AS at, date_part('epoch', s.out_at - s.in_at) / 86400 AS days,
        s.shipping_line_id, s.usage, ${size} AS size, s.departure_status AS status,
        EXISTS (
          SELECT FROM charges h JOIN charge_codes k ON k.organization_id = h.organization_id AND k.id = h.charge_code_id
          WHERE h.organization_id = s.organization_id AND h.stay_id = s.id AND k.measure = 'storage'
            AND h.settled_with_id IS NULL AND h.total > 0 AND ${isTheirs(dataSource, Charge, 'h', actor)}) AS is_over
      FROM container_stays s
      WHERE s.organization_id = ${organization_id} AND s.out_at >= ${begins} AND s.out_at < ${ends}
        AND s.status = 'departed' AND ${isTheirs(dataSource, ContainerStay, 's', actor)}`;
  },
};
