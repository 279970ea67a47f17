import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { Json } from '../../common/json';
import { jsonObject } from '../../common/view/json-sql';
import { asTime } from '../../common/view/view';
import { lacksVgm } from '../../cargo/verified-weights/lacks-vgm';
import { catchingUp } from '../tallies/tally-items';
import type { TallyType } from '../tallies/tally-words';

/**
 * SQL: the span of the lifts of cargo of `l` in hours, because a hatch cover is lifted long before the first container is; null
 * with less than two of them, or no time between them.
 */
const OF_CARGO = `FILTER (WHERE l.kind <> 'special_lift')`;
const HOURS = `nullif(extract(epoch FROM max(l.at) ${OF_CARGO} - min(l.at) ${OF_CARGO}), 0) / 3600`;

/** SQL: moves and times of the lifts `l`. */
const LIFTS = raw(`
  count(*) FILTER (WHERE l.kind = 'tally') AS moves,
  ${asTime('min(l.at)')} AS first_lift_at, ${asTime('max(l.at)')} AS last_lift_at,
  trim_scale(round(${HOURS}, 2)) AS hours,
  trim_scale(round(count(*) FILTER (WHERE l.kind = 'tally') / (${HOURS}), 2)) AS moves_per_hour`);

/** SQL: these columns of a row. */
const liftsOf = (row: string) =>
  Object.fromEntries(
    ['moves', 'first_lift_at', 'last_lift_at', 'hours', 'moves_per_hour'].map((name) => [
      name,
      `${row}.${name}`,
    ]),
  );

/** SQL: the container of an item lacks a verified gross mass, in its stay `s`. */
const LACKS_VGM = raw(lacksVgm((column) => `s.${column}`));

const CRANE = raw(jsonObject({ crane: 'c.crane', ...liftsOf('c') }));

const PROGRESS = raw(
  jsonObject({
    expected: 'c.expected',
    done: 'c.done',
    open: 'CASE WHEN c.is_open THEN c.missing ELSE 0 END',
    over: 'c.over',
    vgm_missing: 'c.vgm_missing',
    short: 'CASE WHEN c.is_open THEN 0 ELSE c.missing END',
    restows: 'w.restows',
    special_lifts: 'w.special_lifts',
    ...liftsOf('w'),
    cranes: `coalesce(k.shown, '[]'::json)`,
    last_hour: 'w.last_hour',
    estimated_completion_at: `CASE WHEN c.is_open AND c.missing > 0 AND w.last_hour > 0
      THEN ${asTime('(now() + make_interval(secs => 3600.0 * c.missing / w.last_hour))')} END`,
  }),
);

/** How far the cranes are. */
@Injectable()
export class ProgressService {
  constructor(private readonly db: Db) {}

  /**
   * The progress of both tallies of a voyage. The items of open ones catch up with the lists first, in the statement
   * that finds the voyage.
   * @throws NotFound
   */
  async show(voyage_number: string): Promise<Json> {
    const { organization_id } = this.db.actor;
    const [voyage] = await this.db.query<{ id: number; number: string }>(sql`
      SELECT v.id, v.number FROM voyages v
      LEFT JOIN tallies t ON t.organization_id = v.organization_id AND t.voyage_id = v.id
      ${catchingUp(this.db)}
      WHERE v.organization_id = ${organization_id} AND v.number = ${voyage_number}`);
    if (!voyage) throw new NotFound('Voyage', voyage_number);
    const tallies = await this.db.query<{ tally_type: TallyType; progress: string }>(sql`
      WITH tally AS (
        SELECT t.id, t.tally_type, t.closed_at IS NULL AS is_open FROM tallies t
        WHERE t.organization_id = ${organization_id} AND t.voyage_id = ${voyage.id}
      ), lifts AS (
        SELECT m.tally_type, m.crane, m.id, m.kind, m.restow, coalesce(m.lifted_at, m.created_at) AS at,
          coalesce(m.quantity, 1) AS pieces
        FROM tally_moves m
        WHERE m.organization_id = ${organization_id} AND m.voyage_id = ${voyage.id} AND m.undone_at IS NULL
      ), cranes AS (
        SELECT c.tally_type, array_to_json(array_agg(${CRANE} ORDER BY c.first)) AS shown FROM (
          SELECT l.tally_type, min(l.id) AS first, l.crane, ${LIFTS}
          FROM lifts l GROUP BY l.tally_type, l.crane) c
        GROUP BY c.tally_type
      ), items AS (
        SELECT i.tally_id, sum(i.quantity) AS expected, sum(i.done_quantity) FILTER (WHERE NOT i.beyond) AS done,
          sum(i.done_quantity) FILTER (WHERE i.beyond) AS over,
          count(*) FILTER (WHERE i.done_quantity < i.quantity AND ${LACKS_VGM}) AS vgm_missing
        FROM tally_items i
        LEFT JOIN containers b ON b.organization_id = i.organization_id AND b.id = i.container_id
        LEFT JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id
        WHERE i.organization_id = ${organization_id} AND i.tally_id IN (SELECT id FROM tally)
        GROUP BY i.tally_id
      ), counted AS (
        SELECT t.id, t.tally_type, t.is_open, coalesce(i.expected, 0) AS expected, coalesce(i.done, 0) AS done,
          coalesce(i.over, 0) AS over, coalesce(i.expected - i.done, 0) AS missing,
          CASE t.tally_type WHEN 'loading' THEN coalesce(i.vgm_missing, 0) ELSE 0 END AS vgm_missing
        FROM tally t LEFT JOIN items i ON i.tally_id = t.id
      ), whole AS (
        SELECT t.id, count(*) FILTER (WHERE l.kind = 'shift' AND l.restow) AS restows,
          count(*) FILTER (WHERE l.kind = 'special_lift') AS special_lifts,
          coalesce(sum(l.pieces) FILTER (
            WHERE l.kind = 'tally' AND l.at > now() - interval '60 minutes' AND l.at <= now()), 0) AS last_hour,
          ${LIFTS}
        FROM tally t LEFT JOIN lifts l ON l.tally_type = t.tally_type
        GROUP BY t.id
      )
      SELECT c.tally_type, ${PROGRESS}::text AS progress
      FROM counted c JOIN whole w ON w.id = c.id LEFT JOIN cranes k ON k.tally_type = c.tally_type`);
    const of = (type: TallyType) => {
      const found = tallies.find(({ tally_type }) => tally_type === type);
      return found ? new Json(found.progress) : null;
    };
    return Json.object({
      voyage: { id: voyage.id, number: voyage.number },
      discharge: of('discharge'),
      loading: of('loading'),
    });
  }
}
