import { Gauge } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../database/db';
import { beforeDeadline } from '../database/pool/deadline';
import type { Background } from '../database/write/background';
import type { Metrics } from './metrics';

/** The most records that a gauge counts. */
export const COUNTED = 10_000;

/** The longest time for a count, in milliseconds. */
const PATIENCE_MS = 1_000;

/** SQL: records of suspended organizations are not counted, because no operator can act on them. */
export const SERVED = sql`organization_id NOT IN (SELECT id FROM organizations WHERE suspended_at IS NOT NULL)`;

/** Makes gauges of what the database counts (`figure`). While it does not answer, they keep their last values. */
export function gaugesOf(background: Background, db: Db, { registry }: Metrics) {
  return (name: string, help: string, statement: Sql) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        if (db.pool.probe.isAway) return;
        const counted = background.query<{ figure: number }>(statement);
        const [row] = await beforeDeadline(performance.now() + PATIENCE_MS, counted).catch(() => []);
        if (row) this.set(row.figure);
      },
    });
}
