import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import { Background } from '../common/database/write/background';
import { Db } from '../common/database/db';
import { COUNTED, gaugesOf, SERVED } from '../common/observability/gauges';
import { Metrics } from '../common/observability/metrics';
import { onStatus } from './interchanges/counted';

/** What came and is not read, or not applied as it is asked for. */
const INBOX = sql`
  (SELECT created_at FROM edi_interchanges WHERE status = 'received' AND ${SERVED} LIMIT ${COUNTED})
  UNION ALL (SELECT asked_at FROM edi_messages WHERE asked IS NOT NULL AND ${SERVED} LIMIT ${COUNTED})`;
/** What waits to be sent. */
const OUTBOX = sql`SELECT created_at FROM edi_interchanges WHERE status = 'queued' AND ${SERVED} LIMIT ${COUNTED}`;

/** The metrics of messages. While the database does not answer, they keep their last values. */
@Injectable()
export class EdiMetrics {
  readonly applying: Histogram<'message'>;

  constructor(background: Background, db: Db, metrics: Metrics) {
    const registers = [metrics.registry];
    const interchanges = new Counter({
      name: 'edi_interchanges_total',
      help: 'EDI interchanges, by direction and the status that they came to',
      labelNames: ['direction', 'status'] as const,
      registers,
    });
    onStatus(db.dataSource, (direction, status) => interchanges.inc({ direction, status }));
    this.applying = new Histogram({
      name: 'edi_apply_seconds',
      help: 'How long it took to apply or preview an EDI message, by kind',
      labelNames: ['message'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    });
    const make = gaugesOf(background, db, metrics);
    const gauge = (name: string, help: string, figure: Sql, of: Sql) =>
      make(name, help, sql`SELECT ${figure} AS figure FROM (${of}) waiting(since)`);
    const COUNT = sql`count(*)::integer`;
    const AGE = sql`coalesce(extract(epoch FROM now() - min(since)), 0)::float8`;
    gauge(
      'edi_inbox_waiting',
      `What came and is not read or applied yet, ${COUNTED} of each at most`,
      COUNT,
      INBOX,
    );
    gauge('edi_inbox_oldest_seconds', 'How long what waits for longest in the inbox has waited', AGE, INBOX);
    gauge('edi_outbox_waiting', `Interchanges that wait to be sent, ${COUNTED} at most`, COUNT, OUTBOX);
    gauge(
      'edi_outbox_oldest_seconds',
      'How long the one that waits for longest to be sent has waited',
      AGE,
      OUTBOX,
    );
  }
}
