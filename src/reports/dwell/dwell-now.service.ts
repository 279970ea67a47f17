import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Json } from '../../common/json';
import { jsonArray, jsonObject } from '../../common/view/json-sql';
import { atTerminal } from '../../places/locations/locations';
import type { DwellBy } from './dwell.dto';

/** SQL of what containers are counted by: of a stay `s` and what it is joined with, and how a group `g` is shown. */
const BY: Record<DwellBy, { of: string; shown: string; joined?: string }> = {
  shipping_line: {
    of: 's.shipping_line_id',
    shown:
      '(SELECT l.code FROM shipping_lines l WHERE l.organization_id = g.organization_id AND l.id = g.of)',
  },
  usage: { of: 's.usage', shown: 'g.of' },
  size: {
    of: 't.size',
    shown: 'g.of',
    // what is here is in a place at the terminal; an index has these containers alone
    joined: `LEFT JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      AND ${atTerminal('c.current_location_type')}
      LEFT JOIN container_types t ON t.organization_id = c.organization_id AND t.id = c.container_type_id`,
  },
};

/** The classes of dwell, with the last whole day of each. */
const CLASSES: [name: string, last: number][] = [
  ['0-2', 2],
  ['3-5', 5],
  ['6-10', 10],
  ['11-20', 20],
  ['above', Infinity],
];

const DAY = 86_400;

/** How long the containers have been at the terminal that are there now. */
@Injectable()
export class DwellNowService {
  constructor(private readonly db: Db) {}

  /** The dwell of the stays that are here, in one statement. */
  async report(by: DwellBy): Promise<Json> {
    const [report] = await this.db.query<{ json: string }>(this.statement(by));
    return Json.object({ dwell: new Json(report!.json) });
  }

  private statement(by: DwellBy): Sql {
    const { of, shown, joined = '' } = BY[by];
    const parts = CLASSES.map(([, last], at) => {
      const [from, to] = [(CLASSES[at - 1]?.[1] ?? -1) + 1, last + 1];
      const upTo = Number.isFinite(to) ? `AND seconds < ${to * DAY}` : '';
      return `count(*) FILTER (WHERE seconds >= ${from * DAY} ${upTo})`;
    });
    const days = Object.fromEntries(CLASSES.map(([name], at) => [name, `parts[${at + 1}]`]));
    const line = jsonObject({
      [by]: 'key',
      count: 'count',
      days: jsonObject(days),
      average: `round((seconds / ${DAY})::numeric, 2)`,
    });
    return sql`
      SELECT ${raw(jsonArray(`${line} ORDER BY key`))}::text AS json
      FROM (
        SELECT ${raw(shown)} AS key, g.* FROM (
          SELECT organization_id, of, count(*), ${raw(`ARRAY[${parts.join(', ')}]`)} AS parts, avg(seconds) AS seconds
          FROM (
            -- in_at may be up to a minute ahead, since the clocks of clients differ
            SELECT s.organization_id, ${raw(of)} AS of, greatest(date_part('epoch', now() - s.in_at), 0) AS seconds
            FROM container_stays s ${raw(joined)}
            WHERE s.organization_id = ${this.db.actor.organization_id} AND s.status = 'here'
          ) here
          GROUP BY organization_id, of
        ) g
      ) g`;
  }
}
