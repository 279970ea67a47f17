import { ApiProperty } from '@nestjs/swagger';
import { InvoiceItem } from '../invoices/invoice.view';

/** What else has to be paid of what was requested. */
export class AlsoDue {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', description: 'What it is known by', example: 'INV-2026-000001' })
  number: string;
  @ApiProperty({ type: 'string', description: 'What is due, with taxes', example: '60.50' }) total: string;
}

/** Drafts that were made on demand. */
export class InvoiceDrafts {
  @ApiProperty({ type: () => InvoiceItem, isArray: true }) invoices: InvoiceItem[];
  @ApiProperty({
    type: () => AlsoDue,
    isArray: true,
    description: 'Other invoices and drafts of the same charges that are not paid',
  })
  also_due: AlsoDue[];
}
