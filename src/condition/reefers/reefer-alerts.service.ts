import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Outbox } from '../../common/mail/outbox.service';
import { locationName } from '../../places/locations/locations';
import { terminalId } from '../../places/locations/place-of';
import { judged, setPointOf } from './reefers.sql';

export type ReeferCause = 'deviating' | 'unread' | 'unplugged';

/** What a mail tells of a reefer, as it was when that was noticed. */
export interface ReeferAlertFacts {
  cause: ReeferCause;
  number: string;
  terminal: string;
  place: string | null;
  since: string;
  set_point: number | null;
  /** The temperature by which it is judged. */
  temperature: number | null;
  read_at: string | null;
  alarm: string | null;
}

type Alert = Omit<ReeferAlertFacts, 'cause'> & { stay_id: number; email: string };

const ofContainer = (column: string) => `c.${column}`;

/** Tells terminals of their reefers by mail (decision 966). */
@Injectable()
export class ReeferAlerts {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /** Puts a mail into the outbox for each of these stays whose terminal has a `reefer_email`. */
  async tell(cause: ReeferCause, stays: number[]): Promise<void> {
    if (!stays.length) return;
    const alerts = await this.alerts(cause, stays);
    await this.outbox.put(
      alerts.map(({ stay_id, email, ...facts }) => ({
        kind: 'reefer_alert' as const,
        to: [email],
        record: { type: 'container_stay', id: stay_id, key: facts.number },
        facts: { cause, ...facts } satisfies ReeferAlertFacts,
      })),
    );
  }

  private alerts(cause: ReeferCause, stays: number[]): Promise<Alert[]> {
    const { organization_id } = this.db.actor;
    const setPoint = setPointOf('r', 's');
    return this.db.query<Alert>(sql`
      SELECT s.id AS stay_id, c.number, t.name AS terminal, t.reefer_email AS email, ${raw(locationName(ofContainer))} AS place,
        to_json(${raw(`w.${cause}_since`)}) #>> '{}' AS since, (${raw(setPoint)})::float8 AS set_point,
        (${raw(judged('r', setPoint))})::float8 AS temperature, to_json(r.at) #>> '{}' AS read_at, r.alarm
      FROM reefer_watches w
      JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = w.stay_id
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = s.container_id
      JOIN terminals t ON t.organization_id = ${organization_id} AND t.id = ${raw(terminalId(ofContainer))}
      LEFT JOIN reefer_readings r ON r.organization_id = ${organization_id} AND r.container_id = c.id AND r.at = w.read_at
      WHERE w.organization_id = ${organization_id} AND w.stay_id = ANY(${stays}::bigint[]) AND t.reefer_email <> ''
      ORDER BY s.id`);
  }
}
