import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, JsonColumn, LooseRow } from '../../common/schema/columns';
import type { InvoiceDocument } from './invoice-document';
import type { Invoice } from './invoice.entity';

/**
 * What an invoice stated when it was issued: the document that its files show for ever, whatever becomes of the seller, the
 * customer and the names of what is billed (Directive 2006/112/EC, article 233). The trigger `keep_document` writes it at
 * the end of the transaction that numbers, approves or pays the invoice.
 */
@Entity('invoice_documents')
@Unique(['organization_id', 'invoice_id'])
export class KeptDocument extends LooseRow {
  @BelongsTo('Invoice', { required: true, onDelete: 'CASCADE', unindexed: 'uq_invoice_documents_invoice_id' })
  invoice: Relation<Invoice>;
  invoice_id: number;
  @JsonColumn({ required: true }) document: InvoiceDocument;
}
