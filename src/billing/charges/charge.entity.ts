import { Check, Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { User } from '../../common/auth/user.kind';
import {
  BelongsTo,
  CalendarDate,
  Decimal,
  Flag,
  Integer,
  JsonColumn,
  LooseRow,
  OneOf,
  Row,
  Text,
  type Numeric,
} from '../../common/schema/columns';
import { Subject } from '../../common/recording/subject';
import { Concerns } from '../../common/party-wall/concerns';
import { PARTY_TYPES } from '../../common/party-wall/party-types';
import { toldToCustomers } from '../invoices/invoice.entity';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { InvoiceLine } from '../invoices/invoice-line.entity';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { Tariff } from '../tariffs/tariff.kind';
import { ChargeSubject } from './charge-subject.entity';
import { CHARGE_KINDS, type ChargeKind } from './charge-words';

/**
 * What one payer is charged for one event or some neighbouring units of a subject. Charges are added only: a trigger
 * (`keep_charges`) refuses every change but that of the invoice line, and the first one of `settled_with_id`.
 */
@Subject({
  type: 'charge',
  path: (of) => `'/api/v1/charges/' || ${of('id')}`,
  concerns: {
    container_stay: (of) => `SELECT ${of('stay_id')} WHERE ${of('stay_id')} IS NOT NULL`,
  },
})
@Concerns({
  party: Object.fromEntries(PARTY_TYPES.map((customer) => [customer, `customer.${customer}`])),
  when: (alias) => `EXISTS (SELECT FROM invoice_lines l
    JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
    WHERE l.organization_id = ${alias}.organization_id AND l.id = ${alias}.invoice_line_id AND ${toldToCustomers('i')})`,
})
@Entity('charges')
@Unique(['organization_id', 'subject_id', 'number'])
@Check('ck_charges_event', 'num_nonnulls(event, first_unit) = 1')
@Check(
  'ck_charges_units',
  '(first_unit IS NULL) = (last_unit IS NULL) AND last_unit >= first_unit AND first_unit > 0',
)
@Check('ck_charges_amount', 'amount >= 0 AND quantity <> 0')
@Check('ck_charges_waiver', `(kind = 'waiver') = (waives_id IS NOT NULL)`)
@Check('ck_charges_currency', `currency ~ '^[A-Z]{3}$'`)
@Index(['organization_id', 'kind', 'id'])
@Index(['organization_id', 'currency', 'id'])
@Index(['organization_id', 'occurred_on', 'id'])
@Index(['organization_id', 'updated_at', 'id'])
@Index('ix_charges_open', ['organization_id', 'customer_id', 'id'], {
  where: 'invoice_line_id IS NULL AND settled_with_id IS NULL',
})
@Index('ix_charges_open_id', ['organization_id', 'id'], {
  where: 'invoice_line_id IS NULL AND settled_with_id IS NULL',
})
@Index('ix_charges_settled_id', ['organization_id', 'id'], { where: 'settled_with_id IS NOT NULL' })
export class Charge extends LooseRow {
  @BelongsTo(() => ChargeSubject, { required: true, unindexed: 'uq_charges_subject_id_number' })
  subject: Relation<ChargeSubject>;
  subject_id: number;
  /** Counts the charges of a subject from 1, so that two writers of one subject collide. */
  @Integer({ required: true }) number: number;
  @OneOf(CHARGE_KINDS, { required: true }) kind: ChargeKind;
  @BelongsTo(() => ChargeCode, { required: true, listed: true }) charge_code: Relation<ChargeCode>;
  charge_code_id: number;
  /** The container and its stay; of an order those that it is for. */
  @BelongsTo(() => Container, { listed: true, sparse: true }) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => ContainerStay, { listed: true, sparse: true }) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @BelongsTo(() => BillOfLading, { listed: true, sparse: true })
  bill_of_lading: Relation<BillOfLading> | null;
  bill_of_lading_id: number | null;
  /** What happened, such as `arrival` or `move:17`; null for units. */
  @Text() event: string | null;
  /** The numbers of the first and the last charged unit; null for an event. */
  @Integer() first_unit: number | null;
  @Integer() last_unit: number | null;
  /** The day of the event or of the first unit, by which taxes go. */
  @CalendarDate({ required: true }) occurred_on: string;
  @CalendarDate() period_from: string | null;
  @CalendarDate() period_until: string | null;
  /** All units together; less than nothing where something is taken back. */
  @Decimal({ required: true }) quantity: Numeric;
  @Text({ required: true }) billed_by: string;
  @Text({ required: true }) billed_per: string;
  @Decimal({ required: true }) amount: Numeric;
  /** Quantity times amount, rounded to the smallest unit of the currency. */
  @Decimal({ precision: 14, scale: 2, required: true }) total: Numeric;
  @Text({ required: true }) currency: string;
  @BelongsTo(() => BillingCustomer, { listed: true }) customer: Relation<BillingCustomer> | null;
  customer_id: number | null;
  @BelongsTo(() => Tariff) tariff: Relation<Tariff> | null;
  tariff_id: number | null;
  @Integer() rate_position: number | null;
  /** Whether it begins behind the day on which it was charged. */
  @Flag() ahead: boolean;
  /** How it was reckoned. */
  @JsonColumn() explanation: object | null;
  /** Why it was waived. */
  @Text() reason: string | null;
  /** The charge that a waiver waives. */
  @BelongsTo('Charge', { listed: true, sparse: true }) waives: Relation<Row> | null;
  waives_id: number | null;
  /** The charge with which this one and others net to nothing; never changed again. */
  @BelongsTo('Charge', { sparse: true }) settled_with: Relation<Row> | null;
  settled_with_id: number | null;
  @BelongsTo(() => InvoiceLine, { listed: true, sparse: true }) invoice_line: Relation<InvoiceLine> | null;
  invoice_line_id: number | null;
  @BelongsTo('BillingRun', { listed: true }) billing_run: Relation<Row> | null;
  billing_run_id: number | null;
  /** Who charged or waived it. */
  @BelongsTo(() => User, { sparse: true }) user: Relation<User> | null;
  user_id: number | null;
}
