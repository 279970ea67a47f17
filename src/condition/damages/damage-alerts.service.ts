import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Outbox } from '../../common/mail/outbox.service';

/** How long an alert waits for more damages of its container that are entered singly, in seconds. */
const WAIT = 300;

/** What an alert tells beside its record: the damages by their ids. */
export interface DamageAlertFacts {
  damages: number[];
}

/** A line that is told of damages. */
interface Alerted {
  number: string;
  email: string;
}

/** Tells lines of damages that are found (decision 936). */
@Injectable()
export class DamageAlerts {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Puts a mail into the outbox for the line of a container, where it wants alerts and has an address: one for an inspection, and
   * one for what is entered singly within 5 minutes of the first. The caller has locked the container.
   */
  async found(
    container: { id: number; shipping_line_id: number | null },
    damages: number[],
    inspection_id: number | undefined,
  ): Promise<void> {
    const line = container.shipping_line_id && (await this.alerted(container.id, container.shipping_line_id));
    if (!line) return;
    const facts: DamageAlertFacts = { damages };
    const mail = { kind: 'damage_alert' as const, to: [line.email], facts };
    if (inspection_id) {
      const record = { type: 'inspection', id: inspection_id, key: line.number };
      return this.outbox.putOnce({ ...mail, record }, `inspection ${inspection_id}`);
    }
    if (await this.added(container.id, line.email, damages)) return;
    await this.outbox.put([
      { ...mail, record: { type: 'container', id: container.id, key: line.number }, wait: WAIT },
    ]);
  }

  private async alerted(container_id: number, line_id: number): Promise<Alerted | undefined> {
    const { organization_id } = this.db.actor;
    const [line] = await this.db.query<Alerted>(sql`
      SELECT c.number, l.email FROM shipping_lines l
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = ${container_id}
      WHERE l.organization_id = ${organization_id} AND l.id = ${line_id} AND l.receive_email_alerts_on_container_damages
        AND l.email <> ''`);
    return line;
  }

  /** Adds damages to an alert that still waits. Returns whether there is one. */
  private async added(container_id: number, email: string, damages: number[]): Promise<boolean> {
    const { organization_id } = this.db.actor;
    const added = await this.db.query(sql`
      UPDATE mails m SET facts = jsonb_set(m.facts, '{damages}', (m.facts -> 'damages') || ${JSON.stringify(damages)}::jsonb),
        updated_at = now()
      WHERE m.organization_id = ${organization_id} AND m.kind = 'damage_alert' AND m.record_type = 'container'
        AND m.record_id = ${container_id} AND m."to" = ARRAY[${email}] AND m.status IN ('queued', 'not_sent')
        AND m.attempts = 0 AND m.resent_of IS NULL AND m.send_after > now()
        AND m.created_at > now() - make_interval(secs => ${WAIT})
      RETURNING m.id`);
    return added.length > 0;
  }
}
