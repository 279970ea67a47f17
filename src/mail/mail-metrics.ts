import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import sql from 'sql-template-tag';
import { Db } from '../common/database/db';
import { Background } from '../common/database/write/background';
import { COUNTED, gaugesOf, SERVED } from '../common/observability/gauges';
import { Metrics } from '../common/observability/metrics';

const WAITS = sql`status = 'queued' AND send_after <= now()
            AND ${SERVED}`;

/** The metrics of mails. While the database does not answer, they keep their last values. */
@Injectable()
export class MailMetrics {
  readonly mails: Counter<'result'>;

  constructor(background: Background, db: Db, metrics: Metrics) {
    this.mails = new Counter({
      name: 'mails_total',
      help: 'Tries of mails, by result: sent, retry, failed, maybe_sent, or late where the claim had run out',
      labelNames: ['result'] as const,
      registers: [metrics.registry],
    });
    const gauge = gaugesOf(background, db, metrics);
    gauge(
      'mails_waiting',
      `Mails that are due and not sent, ${COUNTED} at most`,
      sql`
          SELECT count(*)::integer AS figure FROM (SELECT FROM mails WHERE ${WAITS} LIMIT ${COUNTED}) c`,
    );
    gauge(
      'mails_oldest_seconds',
      'How long the mail that is due for longest has waited; 0 while none is',
      sql`
          SELECT coalesce(extract(epoch FROM now() - min(send_after)), 0)::float8 AS figure FROM (
            SELECT send_after FROM mails WHERE ${WAITS} LIMIT ${COUNTED}) c`,
    );
  }
}
