import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { SecurityEvents } from '../auth/security-events';
import { Replica } from '../database/pool/replica';
import { poolOf, type SharedPool } from '../database/pool/shared-pool';
import { Faults } from '../database/pool/faults';

/** The Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** How long a text of the metrics is kept, in milliseconds, because whoever asks more often would keep the thread busy. */
const KEPT_MS = 1_000;

/** The metrics of the service. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private kept?: { until: number; text: Promise<string> };

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

  constructor(dataSource: DataSource, security: SecurityEvents, faults: Faults, replica: Replica) {
    this.registry.registerMetric(security.counter);
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool, by state; waiting is requests without one',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        setConnections(this, poolOf(dataSource));
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
      name: 'database_reads_total',
      help: 'Reads outside of transactions, by who answered them: the primary or the replica',
      labelNames: ['from'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [from, count] of Object.entries(replica.answered)) this.inc({ from }, count);
      },
    });
    if (replica.pool) measureReplica(this.registry, replica, replica.pool);
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

  /** The text of the metrics, not older than a second. */
  text(): Promise<string> {
    const now = performance.now();
    if (!this.kept || this.kept.until <= now)
      this.kept = { until: now + KEPT_MS, text: this.registry.metrics() };
    return this.kept.text;
  }

  /** Makes the next text anew. */
  forget(): void {
    this.kept = undefined;
  }
}

/** What is measured where a replica answers reads. */
function measureReplica(registry: Registry, replica: Replica, pool: SharedPool): void {
  const registers = [registry];
  new Gauge({
    name: 'database_lag_seconds',
    help: 'How far the replica is behind the primary, or was when it answered last and how long that is ago',
    registers,
    collect() {
      this.set(replica.lag!);
    },
  });
  new Gauge({
    name: 'database_replica_available',
    help: '1 while the replica answers, 0 while it does not and the primary answers all reads',
    registers,
    collect() {
      this.set(pool.probe.isAway ? 0 : 1);
    },
  });
  new Gauge({
    name: 'database_replica_connections',
    help: 'Connections of the pool of the replica, by state; waiting is reads without one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      setConnections(this, pool);
    },
  });
}

function setConnections(gauge: Gauge<'state'>, pool: SharedPool): void {
  gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  gauge.set({ state: 'idle' }, pool.idleCount);
  gauge.set({ state: 'waiting' }, pool.admission.waiting);
}
