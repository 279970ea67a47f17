import { Check, Column, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import {
  BelongsTo,
  CalendarDate,
  Decimal,
  Flag,
  Integer,
  type Numeric,
  OneOf,
  Row,
} from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { amountInput, amountOutput } from '../money-fields';
import { BillingCustomer } from './billing-customer.entity';
import { customerInput, customerOutput } from './customer-reference';
import { INVOICE_LANGUAGES, type InvoiceLanguage } from '../../common/languages/invoice-languages';
import {
  countryFault,
  endpointSchemeFault,
  registrationSchemeFault,
  vatNumberFault,
} from '../profile/e-invoice.rules';

/** Whether a customer pays before its containers leave, or on account. */
export const TERMS = ['cash', 'credit'] as const;
/** What the invoices of a run put together. */
export const GROUP_BY = ['all', 'voyage', 'bill_of_lading', 'truck_visit'] as const;

/** The country of an address. */
export const COUNTRY = {
  pattern: /^([A-Z]{2})?$/,
  must: 'must be two capitals (ISO 3166-1)',
  fault: countryFault,
  example: 'NL',
} as const;
/** What the tax office knows a company by. */
export const VAT_NUMBER = {
  fault: vatNumberFault,
  description:
    'The VAT number, which begins with the code of its country (EL for Greece, XI for Northern Ireland)',
  example: 'NL123456789B01',
} as const;
/** The register that a registration number is of. */
export const REGISTRATION_SCHEME = {
  pattern: /^(\d{4})?$/,
  must: 'must be 4 digits',
  fault: registrationSchemeFault,
  description:
    'The register of the registration number (ICD list of ISO 6523): 0106 the Dutch chamber of commerce, 0190 the Dutch OIN',
  example: '0106',
} as const;
/** The scheme of an address for e-invoices. */
export const ENDPOINT_SCHEME = {
  pattern: /^(\d{4})?$/,
  must: 'must be 4 digits',
  fault: endpointSchemeFault,
  description: 'The scheme of the address for e-invoices (EAS)',
  example: '0106',
} as const;

/** The terms of a customer. One without an account has those that are given here by default. */
@Kind({ singular: 'billing_account', plural: 'billing_accounts', key: 'number' })
@Unique(['organization_id', 'customer_id'])
@Check(
  'ck_billing_accounts_credit_limit',
  'credit_limit >= 0 AND (credit_limit IS NULL) = (credit_currency IS NULL)',
)
@Refuses(
  'ck_billing_accounts_credit_limit',
  'A limit has a currency, and a currency a limit.',
  'credit_currency',
)
@Refuses('uq_billing_accounts_customer_id', 'The customer has an account already.', 'customer', COMMON.taken)
export class BillingAccount extends Row {
  @Field.key({ made: true, description: 'Made when left out: ACC and 6 digits', example: 'ACC000017' })
  number: string;
  @Field.custom(customerInput({ required: true }), customerOutput('customer', false))
  @BelongsTo(() => BillingCustomer, { required: true, unindexed: 'uq_billing_accounts_customer_id' })
  customer: Relation<BillingCustomer>;
  customer_id: number;
  @OneOf(TERMS, { required: true, default: 'cash' })
  @Field.customColumn(
    In.oneOf(TERMS, {
      notNull: true,
      description: '`cash` pays before a container leaves, `credit` later; `cash` unless given',
    }),
    (out) => out.oneOf(TERMS),
  )
  terms: (typeof TERMS)[number];
  @Integer({ required: true, default: 30 })
  @Field.customColumn(
    In.int({ notNull: true, min: 0, max: 365, description: 'Days until an invoice is due; 30 unless given' }),
    (out) => out.int(),
  )
  payment_days: number;
  @Column({ type: 'text', default: 'domestic' })
  @Field.customColumn(
    In.text({
      notNull: true,
      min: 1,
      identifier: 'visible',
      description: 'What tax rules go by; `domestic` unless given',
      example: 'domestic',
    }),
    (out) => out.text({ nullable: false }),
  )
  treatment: string;
  @OneOf(GROUP_BY, { required: true, default: 'all' })
  @Field.customColumn(
    In.oneOf(GROUP_BY, { notNull: true, description: 'What a run puts on one invoice; `all` unless given' }),
    (out) => out.oneOf(GROUP_BY),
  )
  group_by: (typeof GROUP_BY)[number];
  @Field.flag({ description: 'Whether containers do not leave on its account' }) blocked: boolean;
  @Decimal({ precision: 14, scale: 2 })
  @Field.customColumn(
    amountInput({ description: 'How much it may owe; no limit unless given', example: '5000.00' }),
    amountOutput('credit_limit', {
      description: 'How much it may owe; null for no limit',
      example: '5000.00',
    }),
  )
  credit_limit: Numeric | null;
  @Field.text({
    pattern: /^([A-Z]{3})?$/,
    must: 'must be three capitals (ISO 4217)',
    description: 'The currency of the limit, with which it is given and taken away',
    example: 'EUR',
  })
  credit_currency: string | null;
  /** Whether it was beyond its limit when that was compared last, for lists of what may leave (decision 874). */
  @Flag() over_limit: boolean;
  /** The day of the last event that a container left although the limit was reached. */
  @CalendarDate() limit_warned_on: string | null;
  @Field.text({ example: 'Kanaalkade 14' }) street: string | null;
  @Field.text({ example: 'Westhaven' }) city: string | null;
  @Field.text({ example: '4381 AA' }) postal_code: string | null;
  @Field.text(COUNTRY) country: string | null;
  @Field.text(VAT_NUMBER) vat_number: string | null;
  @Field.text({ example: '22001234' }) registration_number: string | null;
  @Field.text(REGISTRATION_SCHEME) registration_scheme: string | null;
  @Field.text(ENDPOINT_SCHEME) endpoint_scheme: string | null;
  @Field.text({ description: 'The address for e-invoices in its scheme', example: '22001234' })
  endpoint_id: string | null;
  @Field.text({ description: 'What the customer wants on its invoices' }) buyer_reference: string | null;
  @Field.text({ identifier: 'email' }) email: string | null;
  @Field.oneOf(INVOICE_LANGUAGES, {
    description: 'The language of its invoices as PDF, with days in its form; English without one',
    example: 'de',
  })
  language: InvoiceLanguage | null;
}
