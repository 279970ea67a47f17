import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { STANDS } from '../../cargo/interests/standing-nominations';
import { IS_OPEN } from '../../cargo/stays/stay-words';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { effect, type Query } from '../../common/database/sql/query';
import { Conflict, naming } from '../../common/errors/errors';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Appointment } from '../announcements/appointment.kind';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { Nomination } from './nomination.entity';
import { coveredStays, isFor, lockSubject } from './nomination-subject';
import { NominationShow } from './nomination.view';

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
   * Locks what ends with a nomination before the caller locks it: the appointments that rest on it, then what it is for. Gate-in
   * and changes of appointments lock in that order too.
   */
  lock(nomination: Columns<Nomination>): Promise<unknown> {
    const { organization_id } = this.db.actor;
    const stays = coveredStays(organization_id, nomination);
    return this.db.pipeline(this.appointments(stays), ...lockSubject(organization_id, nomination));
  }

  /**
   * Ends a nomination that stands, and all behind it. The caller has locked it, and before that what ends with it.
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
    if (hauliers.length) await this.fall(stays, CANCEL_REASON[ending.status]);
  }

  /**
   * Tells of one that the database revoked, because its giver has the right no longer, and cancels the appointments that rested
   * on it. The caller has locked it, and before that what ends with it.
   */
  async tellRevoked(nomination: Columns<Nomination>): Promise<void> {
    await this.db.query(sql`
      UPDATE nominations SET is_told = true
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${nomination.id}`);
    await record(this.db, 'nomination.revoked', NominationShow, nomination.id);
    await this.fall(coveredStays(this.db.actor.organization_id, nomination), CANCEL_REASON.revoked);
  }

  /**
   * Cancels the appointments whose right was lost because the container left the bill or the booking of a nomination that
   * goes on.
   */
  async fallOf(stay_id: number): Promise<void> {
    const { organization_id } = this.db.actor;
    const stay = { stay_id, bill_of_lading_id: null, booking_id: null };
    const stays = coveredStays(organization_id, stay);
    await this.db.pipeline(this.appointments(stays), ...lockSubject(organization_id, stay));
    await this.fall(stays, CANCEL_REASON.revoked);
    await this.db.query(sql`
      UPDATE container_stays SET right_lost = false WHERE organization_id = ${organization_id} AND id = ${stay_id}`);
  }

  /** Locks the appointments to come that rest on nominations for these stays. */
  private appointments(stays: Sql): Query<void> {
    return effect(sql`SELECT ${this.resting(stays)} ORDER BY a.id FOR UPDATE`);
  }

  /** SQL: from the appointments `a` to come, or missed, that rest on nominations for these stays. */
  private resting(stays: Sql): Sql {
    const { organization_id } = this.db.actor;
    return sql`FROM appointments a
      WHERE a.organization_id = ${organization_id} AND a.used_at IS NULL AND a.cancelled_at IS NULL
        AND a.id IN (
          SELECT u.appointment_id FROM container_stays s
          JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
          WHERE s.organization_id = ${organization_id} AND s.id IN (${stays}) AND u.rests_on_nomination)`;
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
   * Cancels the appointments that were for containers of these stays alone, by the right that their haulier had. Those that
   * were missed could be moved, so they are cancelled too. The places in slots are free then.
   */
  private async fall(stays: Sql, cancel_reason: string): Promise<void> {
    const { organization_id, user_id } = this.db.actor;
    const fallen = await this.db.query<{ id: number }>(sql`
      SELECT a.id ${this.resting(stays)}
        AND a.id IN (SELECT appointments_without_right(${organization_id}, ARRAY(${stays})))
      ORDER BY a.id FOR UPDATE`);
    const ids = fallen.map(({ id }) => id);
    if (!ids.length) return;
    const { Show } = kindClasses(kindOf(Appointment));
    const cancelled_at = await this.db.now();
    await recordUpdate(this.db, kindEvent('appointment', 'updated'), Show, ids, () =>
      this.db.query(sql`
        UPDATE appointments SET cancelled_at = ${cancelled_at}, cancelled_by_id = ${user_id}, cancel_reason = ${cancel_reason},
          updated_at = now()
        WHERE organization_id = ${organization_id} AND ${among('id', ids)}`),
    );
  }
}
