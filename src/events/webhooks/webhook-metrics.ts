import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../../common/observability/metrics';
import { Background } from '../../common/database/background';

/** More deliveries than these are not counted. */
const COUNTED = 10_000;

/** What is measured of deliveries. */
@Injectable()
export class WebhookMetrics {
  readonly deliveries: Counter<'result'>;

  constructor(background: Background, { registry }: Metrics) {
    const registers = [registry];
    this.deliveries = new Counter({
      name: 'webhook_deliveries_total',
      help: 'Tries of deliveries, by result: delivered, retry, failed, or late where the claim had run out',
      labelNames: ['result'] as const,
      registers,
    });
    new Gauge({
      name: 'webhook_deliveries_waiting',
      help: `Deliveries that wait, ${COUNTED} at most`,
      registers,
      async collect() {
        const [row] = await background.query<{ count: number }>(sql`
          SELECT count(*)::integer AS count FROM (
            SELECT FROM webhook_deliveries WHERE status = 'pending' LIMIT ${COUNTED}) c`);
        this.set(row!.count);
      },
    });
    new Gauge({
      name: 'webhook_deliveries_oldest_seconds',
      help: 'How long the delivery that waits for longest has waited; 0 while none does',
      registers,
      async collect() {
        const [row] = await background.query<{ age: number }>(sql`
          SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age FROM (
            SELECT created_at FROM webhook_deliveries WHERE status = 'pending' LIMIT ${COUNTED}) c`);
        this.set(row!.age);
      },
    });
  }
}
