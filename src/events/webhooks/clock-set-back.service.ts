import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';

/** How often waits are looked at, in milliseconds. */
const EVERY_MS = 60_000;

/** SQL: whether the pending delivery `d` waits, and was written by a clock that has been set back by more than a minute since. */
const IS_AHEAD = sql`d.status = 'pending' AND d.is_replay IN (false, true) AND d.next_try_at > now()
  AND d.updated_at > now() + interval '1 minute'`;

/**
 * Holds waits for the next try of deliveries to their own length after the clock of the database was set back: a time that was
 * written before lies ahead by as much as the clock was.
 */
@Injectable()
export class ClockSetBack {
  constructor(private readonly background: Background) {
    background.repeat('Webhooks after the clock was set back', EVERY_MS, () => this.shortenWaits());
  }

  /** Lets each delivery of a future time of writing wait from now on as long as it was to wait then. */
  async shortenWaits(): Promise<void> {
    await this.background.inTurns(
      'Waits of webhooks',
      () =>
        this.background.query<{ organization_id: number }>(sql`
          SELECT DISTINCT w.organization_id FROM webhook_endpoints w
          WHERE w.active AND EXISTS (
            SELECT FROM webhook_deliveries d
            WHERE d.organization_id = w.organization_id AND d.webhook_endpoint_id = w.id AND ${IS_AHEAD})`),
      async ({ organization_id }) => {
        await this.background.query(sql`
          UPDATE webhook_deliveries d
          SET next_try_at = now() + greatest(d.next_try_at - d.updated_at, interval '0'), updated_at = now()
          FROM webhook_endpoints w
          WHERE d.organization_id = ${organization_id} AND w.organization_id = ${organization_id} AND w.active
            AND d.webhook_endpoint_id = w.id AND ${IS_AHEAD}`);
        return false;
      },
    );
  }
}
