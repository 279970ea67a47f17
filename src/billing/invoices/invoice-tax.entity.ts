import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Decimal, LooseRow, type Numeric } from '../../common/schema/columns';
import { Tax } from '../taxes/tax.kind';
import type { Invoice } from './invoice.entity';

/** The tax on the lines of an invoice that have the same tax and percentage, rounded once. */
@Entity('invoice_taxes')
@Unique(['organization_id', 'invoice_id', 'tax_id', 'percent'])
export class InvoiceTax extends LooseRow {
  @BelongsTo('Invoice', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_invoice_taxes_invoice_id_tax_id_percent',
  })
  invoice: Relation<Invoice>;
  invoice_id: number;
  @BelongsTo(() => Tax, { required: true }) tax: Relation<Tax>;
  tax_id: number;
  @Decimal({ required: true }) percent: Numeric;
  /** The total of the lines. */
  @Decimal({ precision: 14, scale: 2, required: true }) base: Numeric;
  @Decimal({ precision: 14, scale: 2, required: true }) amount: Numeric;
}
