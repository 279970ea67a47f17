import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { KnownTokens } from '../../common/auth/known-tokens';
import { Db } from '../../common/database/db';
import { Unknown } from '../../common/errors/errors';
import { recordAlone } from '../../common/recording/record';
import { BillingProfileShow, UpdateBillingProfile } from './billing-profile.dto';
import { BillingProfile, CHARGE_AHEAD_DAYS } from './billing-profile.entity';

const TEXTS =
  'name street city postal_code country vat_number registration_number registration_scheme email phone iban bic endpoint_scheme endpoint_id note'.split(
    ' ',
  );

/** Shows and changes the billing profile of the organization, which has its defaults while nobody changed it. */
@Injectable()
export class BillingProfileService {
  constructor(
    private readonly db: Db,
    private readonly tokens: KnownTokens,
  ) {}

  async show(): Promise<BillingProfileShow> {
    const [profile] = await this.db.query<BillingProfileShow>(sql`
      SELECT ${raw(TEXTS.map((name) => `p.${name}`).join(', '))},
        CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name) END AS calendar,
        o.release_needs_charges,
        coalesce(p.refunds_unused_units, true) AS refunds_unused_units,
        coalesce(p.charge_ahead_days, ${CHARGE_AHEAD_DAYS}::integer) AS charge_ahead_days,
        coalesce(p.credit_limit_reached, 'refuse') AS credit_limit_reached
      FROM organizations o
      LEFT JOIN billing_profiles p ON p.organization_id = o.id
      LEFT JOIN calendars c ON c.organization_id = p.organization_id AND c.id = p.calendar_id
      WHERE o.id = ${this.db.actor.organization_id}`);
    return profile!;
  }

  /**
   * Changes what is sent.
   * @throws Unknown for a calendar that is not there
   */
  async update({
    calendar,
    release_needs_charges,
    ...input
  }: UpdateBillingProfile): Promise<BillingProfileShow> {
    const { organization_id } = this.db.actor;
    const calendar_id = await this.calendarId(calendar);
    await this.db.query(sql`
      INSERT INTO billing_profiles (organization_id) VALUES (${organization_id})
      ON CONFLICT (organization_id) DO NOTHING`);
    const before = await this.show();
    const [stored] = await this.db.findAll(BillingProfile, {}, { lock: true });
    await this.db.update(BillingProfile, stored!, { ...input, calendar_id });
    if (release_needs_charges !== undefined) await this.askForCharges(release_needs_charges);
    const after = await this.show();
    const changes = Object.entries(after).flatMap(([name, value]): [string, unknown[]][] => {
      const was: unknown = before[name as keyof BillingProfileShow];
      return JSON.stringify(was) === JSON.stringify(value) ? [] : [[name, [was, value]]];
    });
    if (changes.length)
      await recordAlone(this.db, 'billing_profile.updated', after, Object.fromEntries(changes));
    return after;
  }

  /** Whether the gate asks for charges is read with the token, so that it costs others nothing. */
  private async askForCharges(whether: boolean): Promise<void> {
    this.tokens.forgetAfterwards();
    await this.db.query(sql`
      UPDATE organizations SET release_needs_charges = ${whether} WHERE id = ${this.db.actor.organization_id}`);
  }

  private async calendarId(name: string | null | undefined): Promise<number | null | undefined> {
    if (name === undefined) return undefined;
    if (!name) return null;
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT id FROM calendars WHERE organization_id = ${this.db.actor.organization_id} AND name = ${name}`);
    if (!found) throw new Unknown('Calendar', name, 'calendar');
    return found.id;
  }
}
