import { Injectable, Logger } from '@nestjs/common';
import type { Unavailable, UnavailableReason } from '../../errors/database-errors';

/** Records every 503: a line in the log, and a count by reason for the metrics. */
@Injectable()
export class Faults {
  readonly counts = new Map<UnavailableReason, number>();
  private readonly logger = new Logger('Unavailable');

  note({ reason, sqlstate }: Unavailable, request_id: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
    this.logger.warn(`${request_id}: ${reason}${sqlstate ? ` (${sqlstate})` : ''}`);
  }
}
