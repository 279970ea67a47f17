import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Flag, Integer, OneOf, Row, Text } from '../../common/schema/columns';

/** How many days ahead drafts on demand charge, unless the organization says otherwise. */
export const CHARGE_AHEAD_DAYS = 60;

/** What the gate does about a customer beyond its credit limit: warn, or count its account as blocked. */
export const LIMIT_RULES = ['warn', 'refuse'] as const;
export type LimitRule = (typeof LIMIT_RULES)[number];

/** The seller on the invoices of an organization, and the calendar of its rates: one row at most. */
@Entity('billing_profiles')
@Unique(['organization_id'])
@Check('ck_billing_profiles_charge_ahead_days', 'charge_ahead_days BETWEEN 0 AND 365')
export class BillingProfile extends Row {
  @Text() name: string | null;
  @Text() street: string | null;
  @Text() city: string | null;
  @Text() postal_code: string | null;
  @Text() country: string | null;
  @Text() vat_number: string | null;
  @Text() registration_number: string | null;
  @Text() registration_scheme: string | null;
  @Text() email: string | null;
  @Text() phone: string | null;
  @Text() iban: string | null;
  @Text() bic: string | null;
  @Text() endpoint_scheme: string | null;
  @Text() endpoint_id: string | null;
  @Text() note: string | null;
  /** The calendar of rates that name none. */
  @BelongsTo('Calendar') calendar: Relation<Row> | null;
  calendar_id: number | null;
  /** Whether units that were charged ahead and not used are taken back. */
  @Flag(true) refunds_unused_units: boolean;
  /** How many days ahead drafts on demand charge. */
  @Integer({ required: true, default: CHARGE_AHEAD_DAYS }) charge_ahead_days: number;
  /** What the gate does about a customer beyond its credit limit (decision 873). */
  @OneOf(LIMIT_RULES, { required: true, default: 'refuse' }) credit_limit_reached: LimitRule;
}
