import { Injectable } from '@nestjs/common';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { Conflict, naming } from '../../common/errors/errors';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Appointment } from '../announcements/appointment.kind';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { Nomination, STANDS } from './nomination.entity';
import { coveredStays, isFor } from './nomination-subject';
import { NominationShow } from './nomination.view';

/** SQL: whether the purpose `u` names a bill or the booking of the stay `s`, where that is enough. */
const NAMES_MORE = sql`coalesce(u.booking_id = s.booking_id, false) OR EXISTS (
  SELECT FROM container_bills l
  JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
  WHERE l.organization_id = s.organization_id AND l.stay_id = s.id AND b.number = u.bill_of_lading)`;

/** How a nomination ends. */
export type Ending = { status: 'revoked'; revoke_reason: string } | { status: 'expired' };

/** Why an appointment is cancelled whose container may no longer be collected. */
const CANCEL_REASON = { revoked: 'Nomination revoked.', expired: 'Nomination expired.' };

/** A nomination that ends, and the haulier that held it. */
interface Falling {
  id: number;
  trucking_company_id: number | null;
}

/** Ends nominations before their stay does: all behind one fall with it, and what was announced because of them. */
@Injectable()
export class EndingNominations {
  constructor(private readonly db: Db) {}

  /**
   * Ends a nomination that stands, and all behind it. The caller has locked its containers and it.
   * @throws Conflict when a truck is inside for it
   */
  async end(nomination: Columns<Nomination>, ending: Ending): Promise<void> {
    const { organization_id } = this.db.actor;
    const falling = await this.behind(nomination.id);
    const hauliers = falling.flatMap(({ trucking_company_id }) => trucking_company_id ?? []);
    const ids = falling.map(({ id }) => id);
    const stays = this.staysOf(nomination, ids);
    if (hauliers.length && (await this.isInUse(hauliers, stays)))
      throw new Conflict({
        code: GATE.nomination_in_use,
        sentence: SAYS.nomination_in_use(),
        records: naming('nomination', nomination.number),
      });
    const now = await this.db.now();
    const revoked = ending.status === 'revoked';
    await this.db.query(sql`
      UPDATE nominations SET status = ${ending.status}, ended_at = ${now}, updated_at = now(), is_told = true,
        revoked_at = ${revoked ? now : null}::timestamptz,
        revoke_reason = CASE WHEN id = ${nomination.id} THEN ${revoked ? ending.revoke_reason : null}::text END
      WHERE organization_id = ${organization_id} AND ${among('id', ids)}`);
    if (nomination.parent_id !== null)
      await this.db.query(sql`
        UPDATE nominations n SET status = 'active', updated_at = now()
        WHERE n.organization_id = ${organization_id} AND n.id = ${nomination.parent_id} AND n.status = 'passed_on'
          AND ${isFor(nomination)}`);
    await record(this.db, `nomination.${ending.status}`, NominationShow, ids);
    if (hauliers.length) await this.fall(hauliers, stays, CANCEL_REASON[ending.status]);
  }

  /**
   * Tells of one that the database revoked, because its giver has the right no longer, and lets fall what was announced
   * because of it. The caller has locked its containers and it.
   */
  async tellRevoked(nomination: Columns<Nomination>): Promise<void> {
    await this.db.query(sql`
      UPDATE nominations SET is_told = true
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${nomination.id}`);
    await record(this.db, 'nomination.revoked', NominationShow, nomination.id);
    const [taker] = await this.db.query<{ trucking_company_id: number | null }>(sql`
      SELECT p.trucking_company_id FROM parties p
      WHERE p.organization_id = ${this.db.actor.organization_id} AND p.id = ${nomination.to_party_id}`);
    const stays = coveredStays(this.db.actor.organization_id, nomination);
    if (taker?.trucking_company_id)
      await this.fall([taker.trucking_company_id], stays, CANCEL_REASON.revoked);
  }

  /** SQL: selects the ids of the stays that a nomination covers, and of those that were given on from it one by one. */
  private staysOf(nomination: Columns<Nomination>, ids: number[]): Sql {
    const { organization_id } = this.db.actor;
    return sql`${coveredStays(organization_id, nomination)}
      UNION SELECT n.stay_id FROM nominations n
      WHERE n.organization_id = ${organization_id} AND ${among('n.id', ids)} AND n.stay_id IS NOT NULL`;
  }

  /** The nomination and all that it was passed on by, locked, from the first on. */
  private behind(id: number): Promise<Falling[]> {
    const { organization_id } = this.db.actor;
    return this.db.query<Falling>(sql`
      WITH RECURSIVE behind(id) AS (
        SELECT ${id}::bigint
        UNION
        SELECT n.id FROM behind b
        JOIN nominations n ON n.organization_id = ${organization_id} AND n.parent_id = b.id
          AND n.${raw(STANDS)})
      SELECT n.id, p.trucking_company_id FROM nominations n
      JOIN parties p ON p.organization_id = n.organization_id AND p.id = n.to_party_id
      WHERE n.organization_id = ${organization_id} AND n.id IN (SELECT b.id FROM behind b)
      ORDER BY n.id FOR UPDATE OF n`);
  }

  /** Whether a truck of these hauliers is inside for one of these stays. */
  private async isInUse(hauliers: number[], stays: Sql): Promise<boolean> {
    const { organization_id } = this.db.actor;
    const inside = await this.db.query(sql`
      SELECT FROM container_stays s
      JOIN interchanges i ON i.organization_id = s.organization_id AND i.container_id = s.container_id
        AND i.type = 'interchange_out' AND (i.stay_id IS NULL OR i.stay_id = s.id OR NOT i.completed)
      JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        AND v.gated_out_at IS NULL AND ${among('v.trucking_company_id', hauliers)}
      WHERE s.organization_id = ${organization_id} AND s.id IN (${stays}) AND s.status ${raw(IS_OPEN)} LIMIT 1`);
    return inside.length > 0;
  }

  /**
   * What the hauliers announced by the right that they had loses its interest, unless something else gives them that right. An
   * appointment is cancelled that was for such containers alone and is still to come, or was missed and could be moved.
   */
  private async fall(hauliers: number[], stays: Sql, cancel_reason: string): Promise<void> {
    const { organization_id, party_pick_up } = this.db.actor;
    const purposes = await this.db.query<{ id: number; appointment_id: number | null }>(sql`
      SELECT u.id, u.appointment_id FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
        AND u.purpose_type = 'pick up'
      LEFT JOIN pre_advices a ON a.organization_id = u.organization_id AND a.id = u.pre_advice_id
      LEFT JOIN appointments m ON m.organization_id = u.organization_id AND m.id = u.appointment_id
      LEFT JOIN trucks t ON t.organization_id = u.organization_id AND t.id = coalesce(a.truck_id, m.truck_id)
      LEFT JOIN truck_drivers d ON d.organization_id = u.organization_id
        AND d.id = coalesce(a.truck_driver_id, m.truck_driver_id)
      WHERE s.organization_id = ${organization_id} AND s.id IN (${stays}) AND s.status ${raw(IS_OPEN)} AND u.grants_interest
        AND (a.id IS NOT NULL OR m.id IS NOT NULL AND m.cancelled_at IS NULL)
        AND ${among(
          'coalesce(a.trucking_company_id, m.trucking_company_id, t.trucking_company_id, d.trucking_company_id)',
          hauliers,
        )}
        AND NOT EXISTS (
          SELECT FROM nominations_of_stays(${organization_id}, ARRAY[s.id]) n
          JOIN parties p ON p.organization_id = ${organization_id} AND p.id = n.to_party_id
          WHERE p.trucking_company_id
            = coalesce(a.trucking_company_id, m.trucking_company_id, t.trucking_company_id, d.trucking_company_id))
        ${party_pick_up === 'reference' ? sql`AND NOT (${NAMES_MORE})` : empty}
      ORDER BY u.id`);
    if (!purposes.length) return;
    const ids = purposes.map(({ id }) => id);
    await this.db.query(sql`
      UPDATE purposes SET grants_interest = false
      WHERE organization_id = ${organization_id} AND ${among('id', ids)}`);
    const named = [...new Set(purposes.flatMap(({ appointment_id }) => appointment_id ?? []))];
    if (named.length) await this.cancel(named, ids, cancel_reason);
  }

  /** Cancels those of the appointments that have no other purpose than these. Their places in slots are free then. */
  private async cancel(appointments: number[], purposes: number[], cancel_reason: string): Promise<void> {
    const { organization_id, user_id } = this.db.actor;
    const only = await this.db.query<{ id: number }>(sql`
      SELECT a.id FROM appointments a
      WHERE a.organization_id = ${organization_id} AND ${among('a.id', appointments)}
        AND a.used_at IS NULL AND a.cancelled_at IS NULL
        AND NOT EXISTS (
          SELECT FROM purposes u
          WHERE u.organization_id = a.organization_id AND u.appointment_id = a.id AND NOT ${among('u.id', purposes)})
      ORDER BY a.id FOR UPDATE`);
    const { Show } = kindClasses(kindOf(Appointment));
    const cancelled_at = await this.db.now();
    for (const { id } of only)
      await recordUpdate(this.db, kindEvent('appointment', 'updated'), Show, id, () =>
        this.db.update(Appointment, id, { cancelled_at, cancelled_by_id: user_id, cancel_reason }),
      );
  }
}
