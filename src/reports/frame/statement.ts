import sql, { raw, type Sql } from 'sql-template-tag';
import { jsonArray, jsonMap, jsonObject } from '../../common/view/json-sql';
import { asTime } from '../../common/view/view';
import type { Asked, Group, Report, Time } from './report';

/** The most rows of a report. */
export const MOST_ROWS = 10_000;

/** The groups by time, of the timestamp `f.at` on the clock of the terminal. */
const BY_TIME: Record<Time, Group> = {
  day: { of: 'f.at::date' },
  week: { of: `date_trunc('week', f.at)::date`, shown: `to_char(g.value, 'IYYY"-W"IW')` },
  month: { of: `date_trunc('month', f.at)::date`, shown: `to_char(g.value, 'YYYY-MM')` },
  hour: { of: 'extract(hour FROM f.at)::integer' },
};

/** What the statement of a report answers. */
export interface Found {
  as_of: string;
  /** Those of the facts of a report of money. */
  currencies: (string | null)[];
  rows: string;
  totals: string;
  /** How many rows there are; no more than one beyond `MOST_ROWS` is counted. */
  count: number;
}

/** Everything that rows are by: what the request names, and what they are by in any case. */
const keysOf = ({ always = [] }: Report, by: readonly string[]): string[] => [...by, ...always];

/**
 * The one statement of a report. Groups and totals are sums over the same facts, so the totals are those of the rows also
 * where a measure does not add up, such as a percentile.
 */
export function reportStatement(report: Report, asked: Asked): Sql {
  const keys = keysOf(report, asked.by);
  const groupOf = (key: string): Group => report.groups[key] ?? BY_TIME[key as Time];
  const columns = keys.map((key) => `k_${key}`);
  const of = keys.map((key) => `${groupOf(key).of} AS k_${key}`).join(', ');
  const shown = keys.flatMap((key) => {
    const { shown: as = 'g.value', byShown, beside = {} } = groupOf(key);
    const of = (value: string) => `(SELECT ${value} FROM (SELECT s.k_${key} AS value, s.organization_id) g)`;
    return [
      `${of(as)} AS ${key}`,
      ...Object.entries(beside).map(([name, value]) => `${of(value)} AS ${name}`),
      `${byShown ? of(as) : `s.k_${key}`} AS o_${key}`,
    ];
  });
  const isTotal = `GROUPING(f.${columns[0]}) = 1`;
  // rows of one day each, or sums of all days
  const days = asked.by.includes('day')
    ? `CASE WHEN ${isTotal} THEN ${daysOf(asked)} ELSE 1 END`
    : daysOf(asked);
  const measures = Object.entries(report.measures)
    .map(([name, aggregate]) => `${aggregate} AS ${name}`)
    .join(', ')
    .replaceAll('n.days', `(${days})`)
    .replaceAll('n.is_total', `(${isTotal})`)
    .replaceAll('n.is_limited', String(asked.db.actor.limited));
  const names = [...Object.keys(report.measures), ...(report.counts ? [report.counts] : [])];
  const valuesOf = (row: string, fields = names) =>
    Object.fromEntries(fields.map((name) => [name, `${row}.${name}`]));
  const groups = keys.flatMap((key) => [key, ...Object.keys(groupOf(key).beside ?? {})]);
  const row = jsonObject(valuesOf('r', [...groups, ...names]));
  const order = keys.map((key) => `r.o_${key}`).join(', ');
  return sql`
    WITH facts AS ${raw(report.counts || report.isMoney ? 'MATERIALIZED' : '')} (
      SELECT f.*, ${raw(of)} FROM (${report.facts(asked)}) f
    ), sums AS (
      SELECT ${raw(`${asked.db.actor.organization_id}::bigint`)} AS organization_id, ${raw(columns.join(', '))},
        ${raw(isTotal)} AS is_total, ${raw(measures)}
      FROM facts f GROUP BY GROUPING SETS ((${raw(columns.join(', '))}), ())
    ), words AS (
      ${raw(report.counts ? wordsOf(columns) : 'SELECT 1')}
    ), counted AS (
      SELECT s.* ${raw(report.counts ? `, coalesce(w.counts, '{}'::json) AS ${report.counts}` : '')} FROM sums s
      ${raw(report.counts ? `LEFT JOIN words w ON w.is_total = s.is_total AND ${columns.map((column) => `w.${column} IS NOT DISTINCT FROM s.${column}`).join(' AND ')}` : '')}
    ), shown AS (
      SELECT ${raw(shown.join(', '))}, ${raw(names.map((name) => `s.${name}`).join(', '))}
      FROM counted s WHERE NOT s.is_total LIMIT ${MOST_ROWS + 1}
    )
    SELECT ${raw(asTime('now()'))} AS as_of,
      (SELECT count(*)::integer FROM shown) AS count,
      ${raw(report.isMoney ? 'ARRAY(SELECT DISTINCT f.currency FROM facts f ORDER BY f.currency LIMIT 50)' : `'{}'::text[]`)} AS currencies,
      (SELECT ${raw(jsonArray(`${row} ORDER BY ${order}`))}::text FROM shown r) AS rows,
      (SELECT ${raw(jsonObject(valuesOf('s')))}::text FROM counted s WHERE s.is_total) AS totals`;
}

/** SQL: how many days a span has. */
const daysOf = ({ from, until }: Asked) => `greatest('${until}'::date - '${from}'::date + 1, 1)`;

/** SQL: how often each word occurs among the facts of a group, as a JSON object. */
const wordsOf = (columns: string[]) => `
  SELECT c.is_total, ${columns.map((column) => `c.${column}`).join(', ')}, ${jsonMap('c.word', 'c.count', 'c.word')} AS counts
  FROM (
    SELECT ${columns.join(', ')}, f.word, count(*) AS count, GROUPING(${columns[0]}) = 1 AS is_total
    FROM facts f WHERE f.word IS NOT NULL
    GROUP BY GROUPING SETS ((${columns.join(', ')}, f.word), (f.word))
  ) c GROUP BY c.is_total, ${columns.map((column) => `c.${column}`).join(', ')}`;
