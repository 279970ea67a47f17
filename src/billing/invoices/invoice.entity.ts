import { Check, Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import {
  BelongsTo,
  BigInteger,
  CalendarDate,
  Decimal,
  Flag,
  JsonColumn,
  OneOf,
  Row,
  Text,
  Time,
  type Numeric,
} from '../../common/schema/columns';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { Agent } from '../../parties/setup/agent.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BilledContainer } from './billed-container.entity';
import { InvoiceLine } from './invoice-line.entity';
import { InvoiceTax } from './invoice-tax.entity';
import { Concerns } from '../../common/party-wall/concerns';
import { PARTY_TYPES } from '../../common/party-wall/party-types';
import { Subject } from '../../common/recording/subject';
import { Refuses } from '../../common/errors/constraints';

export const CREATION_METHODS = ['auto', 'manual'] as const;

/** What an invoice is: a credit note takes back what another one bills. */
export const DOCUMENT_TYPES = ['invoice', 'credit_note'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** An amount of money with two decimals, as text because a JavaScript number is not exact. */
const Amount = () => Decimal({ precision: 14, scale: 2, required: true, default: 0 });

/** SQL: a customer learns of pro-formas, and of what has its number, is approved or is paid: not of other drafts. */
export const toldToCustomers = (alias: string) =>
  `(${alias}.is_proforma OR ${alias}.approved OR ${alias}.paid OR ${alias}.numbered_at IS NOT NULL)`;

/**
 * A bill to one customer. Its sums are stored because the list filters by them and its lines never change. Each index
 * ends with the id, so that a page comes in order, however many invoices share the value.
 */
@Subject({
  type: 'invoice',
  key: (of) => of('number'),
  path: (of) => `'/api/v1/invoices/' || ${of('id')}`,
  concerns: {
    container: (of) => `SELECT b.container_id FROM billed_containers b
      WHERE b.organization_id = ${of('organization_id')} AND b.invoice_id = ${of('id')}
      UNION SELECT l.container_id FROM invoice_lines l
      WHERE l.organization_id = ${of('organization_id')} AND l.invoice_id = ${of('id')} AND l.container_id IS NOT NULL`,
    container_stay: (of) => `SELECT DISTINCT l.stay_id FROM invoice_lines l
      WHERE l.organization_id = ${of('organization_id')} AND l.invoice_id = ${of('id')} AND l.stay_id IS NOT NULL`,
    truck_driver: (of) => `SELECT v.truck_driver_id FROM truck_visits v
      WHERE v.organization_id = ${of('organization_id')} AND v.id = ${of('truck_visit_id')} AND v.truck_driver_id IS NOT NULL`,
  },
})
@Concerns({
  party: Object.fromEntries(PARTY_TYPES.map((customer) => [customer, customer])),
  when: toldToCustomers,
})
@Entity('invoices')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'number'])
@Check(
  'ck_invoices_customer',
  'num_nonnulls(shipping_line_id, consignee_id, agent_id, freight_forwarder_id, trucking_company_id) = 1',
)
@Check('ck_invoices_approved', 'approved = (approved_at IS NOT NULL)')
@Index(['organization_id', 'general_ledger_id', 'id'], { where: 'general_ledger_id IS NOT NULL' })
@Index('ix_invoices_missing_general_ledger_id', ['organization_id', 'id'], {
  where: `coalesce(general_ledger_id, '') = ''`,
})
@Index(['organization_id', 'currency', 'id'])
@Index(['organization_id', 'created_during', 'id'], { where: 'created_during IS NOT NULL' })
@Index(['organization_id', 'creation_method', 'id'], { where: 'creation_method IS NOT NULL' })
@Index(['organization_id', 'movement_id'], { where: 'movement_id IS NOT NULL' })
@Index(['organization_id', 'total', 'id'])
@Index(['organization_id', 'is_proforma', 'id'])
@Index(['organization_id', 'paid', 'id'])
@Index(['organization_id', 'approved', 'id'])
@Index(['organization_id', 'document_type', 'id'])
@Index(['organization_id', 'due_on', 'id'], { where: 'due_on IS NOT NULL' })
@Index('ix_invoices_numbered_at', ['organization_id', 'document_type', 'numbered_at'], {
  where: 'numbered_at IS NOT NULL',
})
@Check('ck_invoices_amount_open', 'amount_open BETWEEN least(total, 0) AND greatest(total, 0)')
@Refuses('ck_invoices_amount_open', 'Less than that is open of the invoice.', 'total')
@Index(['organization_id', 'paid_at', 'id'], { where: 'paid_at IS NOT NULL' })
@Index('ix_invoices_open', ['organization_id', 'due_on', 'id'], {
  where: 'amount_open <> 0 AND NOT is_proforma',
})
@Index('ix_invoices_run_drafts', ['organization_id', 'id'], {
  where: 'billing_run_id IS NOT NULL AND numbered_at IS NULL',
})
export class Invoice extends Row {
  @Text({ required: true }) number: string;
  @Text() general_ledger_id: string | null;
  @Text() currency: string | null;
  @Flag() is_proforma: boolean;
  @Flag() paid: boolean;
  @Flag() approved: boolean;
  @Time() approved_at: Date | null;
  @BelongsTo(() => User, { sparse: true }) approved_by: Relation<User> | null;
  approved_by_id: number | null;
  /** The token or identity that made it on demand (`callerOf`); null for all others. */
  @Text() drafted_by: string | null;
  @Time() invoiced_at: Date | null;
  @Text() created_during: string | null;
  @OneOf(CREATION_METHODS) creation_method: string | null;
  /** The movement that was billed, possibly one in another system. */
  @BigInteger() movement_id: number | null;

  @Amount() subtotal: Numeric;
  @Amount() taxes_and_fees: Numeric;
  @Amount() total: Numeric;
  /** What payments are allocated to it; below 0 where a credit note is paid out. */
  @Amount() amount_paid: Numeric;
  /** What credit notes are applied to it; of a credit note what is applied of it, below 0. */
  @Amount() amount_credited: Numeric;
  /** `total - amount_paid - amount_credited`, 0 of what is marked as settled. The trigger `keep_open` writes it. */
  @Amount() amount_open: Numeric;
  /** When its last allocation made it paid; the trigger `keep_open` clears it where it is not. */
  @Time() paid_at: Date | null;
  /** Whether it counts as paid without a payment, which only a total of 0 or below does (decision 866). */
  @Flag() marked: boolean;

  @BelongsTo(() => ShippingLine, { listed: true, sparse: true })
  shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Consignee, { listed: true, sparse: true })
  consignee: Relation<Consignee> | null;
  consignee_id: number | null;
  @BelongsTo(() => Agent, { listed: true, sparse: true }) agent: Relation<Agent> | null;
  agent_id: number | null;
  @BelongsTo(() => FreightForwarder, { listed: true, sparse: true })
  freight_forwarder: Relation<FreightForwarder> | null;
  freight_forwarder_id: number | null;
  @BelongsTo(() => TruckingCompany, { listed: true, sparse: true })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  /** The customer's name and address at approval or payment, set by a trigger; null before. */
  @JsonColumn() customer_kept: { name: string | null; address: string | null } | null;

  @BelongsTo(() => Voyage, { sparse: true }) voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @BelongsTo(() => TruckVisit, { sparse: true }) truck_visit: Relation<TruckVisit> | null;
  truck_visit_id: number | null;
  @BelongsTo(() => BillOfLading, { sparse: true }) bill_of_lading: Relation<BillOfLading> | null;
  bill_of_lading_id: number | null;

  @OneOf(DOCUMENT_TYPES, { required: true, default: 'invoice' }) document_type: DocumentType;
  /** The invoice that a credit note credits. */
  @BelongsTo('Invoice', { sparse: true }) credits: Relation<Invoice> | null;
  credits_id: number | null;
  /** Why a credit note credits it. */
  @Text() reason: string | null;
  /** When it got its number for good: at its approval or payment. */
  @Time() numbered_at: Date | null;
  /** The last day to pay it. */
  @CalendarDate() due_on: string | null;
  /** The run that made it. */
  @BelongsTo('BillingRun', { listed: true, sparse: true }) billing_run: Relation<Row> | null;
  billing_run_id: number | null;

  @OneToMany(() => InvoiceLine, (line) => line.invoice) line_items: Relation<InvoiceLine>[];
  @OneToMany(() => BilledContainer, (billed) => billed.invoice)
  billed_containers: Relation<BilledContainer>[];
  @OneToMany(() => InvoiceTax, (tax) => tax.invoice) taxes: Relation<InvoiceTax>[];
}
