import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Counter } from 'prom-client';
import { COUNTED, gaugesOf, SERVED } from '../../common/observability/gauges';
import { Metrics } from '../../common/observability/metrics';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';

const WAITS = sql`status = 'pending'
            AND ${SERVED}`;

/** The metrics of deliveries. While the database does not answer, they keep their last values. */
@Injectable()
export class WebhookMetrics {
  readonly deliveries: Counter<'result'>;

  constructor(background: Background, db: Db, metrics: Metrics) {
    this.deliveries = new Counter({
      name: 'webhook_deliveries_total',
      help: 'Tries of deliveries, by result: delivered, retry, failed, cancelled, or late where the claim had run out',
      labelNames: ['result'] as const,
      registers: [metrics.registry],
    });
    const gauge = gaugesOf(background, db, metrics);
    gauge(
      'webhook_deliveries_waiting',
      `Deliveries that wait, ${COUNTED} at most`,
      sql`
          SELECT count(*)::integer AS figure FROM (
            SELECT FROM webhook_deliveries WHERE ${WAITS} LIMIT ${COUNTED}) c`,
    );
    gauge(
      'webhook_deliveries_oldest_seconds',
      'How long the delivery that waits for longest has waited; 0 while none does',
      sql`
          SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS figure FROM (
            SELECT created_at FROM webhook_deliveries WHERE ${WAITS} LIMIT ${COUNTED}) c`,
    );
  }
}
