import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../../common/observability/metrics';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { beforeDeadline } from '../../common/database/deadline';

/** The most deliveries that are counted. */
const COUNTED = 10_000;

/** Deliveries of suspended organizations are not counted, because no operator can act on them. */
const WAITS = sql`status = 'pending'
            AND organization_id NOT IN (SELECT id FROM organizations WHERE suspended_at IS NOT NULL)`;

/** The longest time for the count, in milliseconds. */
const PATIENCE_MS = 1_000;

/** The metrics of deliveries. While the database does not answer, they keep their last values. */
@Injectable()
export class WebhookMetrics {
  readonly deliveries: Counter<'result'>;

  constructor(background: Background, db: Db, { registry }: Metrics) {
    const registers = [registry];
    const ask = async (statement: Sql): Promise<number | undefined> => {
      if (db.pool.probe.isAway) return undefined;
      const asked = background.query<{ figure: number }>(statement);
      const [row] = await beforeDeadline(performance.now() + PATIENCE_MS, asked).catch(() => []);
      return row?.figure;
    };
    this.deliveries = new Counter({
      name: 'webhook_deliveries_total',
      help: 'Tries of deliveries, by result: delivered, retry, failed, cancelled, or late where the claim had run out',
      labelNames: ['result'] as const,
      registers,
    });
    new Gauge({
      name: 'webhook_deliveries_waiting',
      help: `Deliveries that wait, ${COUNTED} at most`,
      registers,
      async collect() {
        const count = await ask(sql`
          SELECT count(*)::integer AS figure FROM (
            SELECT FROM webhook_deliveries WHERE ${WAITS} LIMIT ${COUNTED}) c`);
        if (count !== undefined) this.set(count);
      },
    });
    new Gauge({
      name: 'webhook_deliveries_oldest_seconds',
      help: 'How long the delivery that waits for longest has waited; 0 while none does',
      registers,
      async collect() {
        const age = await ask(sql`
          SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS figure FROM (
            SELECT created_at FROM webhook_deliveries WHERE ${WAITS} LIMIT ${COUNTED}) c`);
        if (age !== undefined) this.set(age);
      },
    });
  }
}
