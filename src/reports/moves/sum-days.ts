import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { effect } from '../../common/database/sql/query';
import type { Db } from '../../common/database/db';
import type { Pace } from '../../common/database/write/in-batches';
import type { Actor } from '../../common/tenancy/actor';
import { countedMoves } from './counted-moves';

/** Two reports of 400 days, this year's and the last one's. */
const MOST_DAYS = 800;

/** How many days one transaction sums. */
const AT_ONCE = 31;

/** Days are summed once they are over so long that a move of them is marked: the triggers mark what is older than 2 days. */
const DAYS_AFTER = 3;

/**
 * Sums the moves of each past day that has none, and returns how many (decision 846). The row of a day is locked
 * before its moves are read, so that a change meanwhile marks it again.
 */
export async function sumDays(db: Db, actor: Actor, { rest = 0 }: Pace = {}): Promise<number> {
  const { organization_id, time_zone } = actor;
  const days = await db.transaction(actor, '', () =>
    db.query<{ day: string }>(sql`
      SELECT d.day::date::text AS day
      FROM (SELECT (now() AT TIME ZONE ${time_zone})::date AS today,
              (min(m.moved_at) AT TIME ZONE ${time_zone})::date AS first
            FROM container_movements m WHERE m.organization_id = ${organization_id}) f
      CROSS JOIN LATERAL generate_series(greatest(f.first, f.today - ${MOST_DAYS}::integer)::timestamp,
        (f.today - ${DAYS_AFTER}::integer)::timestamp, '1 day') AS d(day)
      WHERE NOT EXISTS (SELECT FROM move_days k
        WHERE k.organization_id = ${organization_id} AND k.day = d.day::date AND k.sums IS NOT NULL)
      ORDER BY d.day`),
  );
  for (let at = 0; at < days.length; at += AT_ONCE) {
    const since = performance.now();
    const some = days.slice(at, at + AT_ONCE).map(({ day }) => day);
    await db.transaction(actor, '', () => sumThese(db, some));
    if (rest) await sleep((performance.now() - since) * rest);
  }
  return days.length;
}

async function sumThese(db: Db, days: string[]): Promise<void> {
  const { organization_id, time_zone } = db.actor;
  await db.run(
    effect(sql`
      INSERT INTO move_days (organization_id, day)
      SELECT ${organization_id}::bigint, d.day FROM unnest(${days}::date[]) AS d(day) ORDER BY d.day
      ON CONFLICT (organization_id, day) DO UPDATE SET updated_at = now()`),
  );
  const spans = sql`
    SELECT d.day AS at, d.day::timestamp AT TIME ZONE ${time_zone} AS begins,
      (d.day + 1)::timestamp AT TIME ZONE ${time_zone} AS ends
    FROM unnest(${days}::date[]) AS d(day)`;
  await db.run(
    effect(sql`
      WITH counted AS (${countedMoves({ organization_id, spans })}), summed AS (
        SELECT n.at, json_agg(json_build_object('kind', n.kind, 'container_type_id', n.container_type_id, 'moves', n.moves)) AS sums
        FROM counted n GROUP BY n.at)
      UPDATE move_days k SET sums = coalesce((SELECT s.sums FROM summed s WHERE s.at = k.day), '[]')
      WHERE k.organization_id = ${organization_id} AND k.day = ANY(${days}::date[])`),
  );
}
