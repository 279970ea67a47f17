import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Background } from '../../common/database/write/background';
import { today } from '../../common/input/times';
import { record } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { BillingAccount } from '../customers/billing-account.kind';
import { accountsWithLimits } from '../customers/credit-limit';

/** The interval at which limits are compared with what customers owe, in milliseconds. */
const EVERY_MS = 30_000;

/** Credit limits at the gate: events about them, and whether they are reached, for lists (decisions 873 and 874). */
@Injectable()
export class CreditLimits {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {
    background.repeat('Comparing credit limits', EVERY_MS, () => this.compareAll());
  }

  /** Records that containers left on accounts beyond their limits, once a day for each. */
  async warn(ids: number[]): Promise<void> {
    const day = today(this.db.actor.time_zone);
    const warned = await this.db.query<{ id: number }>(sql`
      UPDATE billing_accounts a SET limit_warned_on = ${day}::date
      FROM (
        SELECT w.organization_id, w.id FROM billing_accounts w
        WHERE w.organization_id = ${this.db.actor.organization_id} AND ${among('w.id', [...new Set(ids)])}
        ORDER BY w.id FOR NO KEY UPDATE) w
      WHERE a.organization_id = w.organization_id AND a.id = w.id AND a.limit_warned_on IS DISTINCT FROM ${day}::date
      RETURNING a.id`);
    const view = kindClasses(kindOf(BillingAccount)).Show;
    await record(
      this.db,
      'billing_account.credit_limit_reached',
      view,
      warned.map(({ id }) => id),
    );
  }

  /** Compares the limits of every organization whose release needs charges. */
  async compareAll(): Promise<void> {
    const find = () =>
      this.background.query<{ organization_id: number }>(sql`
      SELECT o.id AS organization_id FROM organizations o
      WHERE o.release_needs_charges AND EXISTS (
        SELECT FROM billing_accounts a WHERE a.organization_id = o.id AND (a.credit_limit IS NOT NULL OR a.over_limit))`);
    await this.background.inTurns('Comparing credit limits', find, ({ organization_id }) =>
      this.background.inOrganization(organization_id, 'credit limits', async () => {
        await this.compare();
        return false;
      }),
    );
  }

  /** Keeps which accounts are beyond their limits; one that comes to be or is no more has what is due reckoned anew. */
  private async compare(): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`
      UPDATE billing_accounts a SET over_limit = NOT a.over_limit
      FROM billing_accounts b
      LEFT JOIN (${accountsWithLimits(organization_id)}) n ON n.id = b.id
      WHERE b.organization_id = ${organization_id} AND (b.credit_limit IS NOT NULL OR b.over_limit)
        AND b.over_limit <> coalesce(n.over_limit, false) AND a.organization_id = b.organization_id AND a.id = b.id`);
  }
}
