import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { SecurityEvents } from '../auth/security-events';
import { poolOf } from '../database/db';
import { Faults } from '../database/faults';

/** The Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of the service. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, by method, route and status; the status is `aborted` where the client went away before it',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.registry],
  });

  readonly duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route; without streams',
    labelNames: ['route'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  constructor(dataSource: DataSource, security: SecurityEvents, faults: Faults) {
    this.registry.registerMetric(security.counter);
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool, by state; waiting is requests without one',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const pool = poolOf(dataSource);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.admission.waiting);
      },
    });
    new Gauge({
      name: 'database_available',
      help: '1 while the database answers, 0 while it does not and requests are answered 503 at once',
      registers: [this.registry],
      collect() {
        this.set(poolOf(dataSource).probe.isAway ? 0 : 1);
      },
    });
    new Gauge({
      name: 'database_named_statements',
      help: 'Statements that all connections together keep by name',
      registers: [this.registry],
      collect() {
        this.set(poolOf(dataSource).namedStatements);
      },
    });
    new Counter({
      name: 'unavailable_total',
      help: 'Requests answered 503, by reason',
      labelNames: ['reason'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [reason, count] of faults.counts) this.inc({ reason }, count);
      },
    });
  }
}
