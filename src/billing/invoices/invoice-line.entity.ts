import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import {
  BelongsTo,
  CalendarDate,
  Decimal,
  LooseRow,
  type Row,
  Text,
  type Numeric,
} from '../../common/schema/columns';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { Tax } from '../taxes/tax.kind';
import type { Invoice } from './invoice.entity';

/** A line of an invoice, in order of the ids. */
@Entity('invoice_lines')
@Index(['organization_id', 'tariff_id', 'invoice_id'])
@Index('ix_invoice_lines_description_part', { synchronize: false })
export class InvoiceLine extends LooseRow {
  @BelongsTo('Invoice', { required: true, onDelete: 'CASCADE' }) invoice: Relation<Invoice>;
  invoice_id: number;

  @Text() description: string | null;
  @Decimal({ required: true }) quantity: Numeric;
  @Text() currency: string | null;
  /** The unit price, with the decimals that were agreed. */
  @Decimal({ required: true }) amount: Numeric;
  /** Quantity times amount, rounded to hundredths. */
  @Decimal({ precision: 14, scale: 2, required: true }) total: Numeric;
  @Text() billed_by: string | null;
  @Text() billed_per: string | null;
  @Text() item: string | null;
  @Text() tariff_name: string | null;
  @Text() tariff_general_ledger_id: string | null;
  @Text() tariff_id: string | null;

  @BelongsTo(() => Container, { sparse: true }) container: Relation<Container> | null;
  container_id: number | null;
  /** The stay that the line is for; lines of before the calculation of charges have none. */
  @BelongsTo(() => ContainerStay, { sparse: true }) stay: Relation<ContainerStay> | null;
  stay_id: number | null;

  @BelongsTo(() => ChargeCode, { listed: true, sparse: true }) charge_code: Relation<ChargeCode> | null;
  charge_code_id: number | null;
  @BelongsTo(() => Tax, { sparse: true }) tax: Relation<Tax> | null;
  tax_id: number | null;
  @Decimal() tax_percent: Numeric | null;
  @CalendarDate() period_from: string | null;
  @CalendarDate() period_until: string | null;
  /** The line of an invoice that a line of a credit note credits. */
  @BelongsTo('InvoiceLine', { sparse: true }) credits_line: Relation<Row> | null;
  credits_line_id: number | null;
}
