import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER } from '../../common/schema/integers';
import { CustomerShow } from '../customers/customer-reference';
import { Ages } from './ages';
import { ENTRY_KINDS, type EntryKind } from './entries';

const text = { type: 'string' } as const;
const day = { type: 'string', format: 'date' } as const;
const amount = (description: string, example = '120.00') => ApiProperty({ ...text, description, example });

export class DocumentOfEntry {
  @ApiProperty({ ...text, enum: ['invoice', 'payment'], description: 'What it is, as in paths' })
  type: 'invoice' | 'payment';
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({
    ...text,
    nullable: true,
    description: 'null for payments from before they had numbers',
    example: 'INV-2026-000001',
  })
  number: string | null;
}

/** What changed what a customer owes. */
export class StatementRow {
  @ApiProperty({ ...day, description: 'The day of the number, of the payment, or of its reversal' })
  day: string;
  @ApiProperty({
    ...text,
    enum: [...ENTRY_KINDS],
    description:
      'A `refund` pays a credit note out, a `reversal` takes a payment back, a `settlement` is a mark without a payment',
  })
  kind: EntryKind;
  @ApiProperty({
    type: () => DocumentOfEntry,
    description: 'What it is about: an invoice, a credit note or a payment',
  })
  document: DocumentOfEntry;
  @ApiProperty({
    ...text,
    nullable: true,
    description: 'What the payer said of a payment; why it was reversed',
  })
  reference: string | null;
  @ApiProperty({ ...day, nullable: true, description: 'The last day to pay an invoice' }) due_on:
    string | null;
  @amount('What the customer owes more by it; below 0 where it owes less', '-100.00') amount: string;
  @amount('What the customer owes after it', '20.00') balance: string;
}

/** What a customer owes, and how that came about. */
export class Statement {
  @ApiProperty({ type: () => CustomerShow }) customer: CustomerShow;
  @ApiProperty({ ...text, nullable: true, description: 'null where nothing has one', example: 'EUR' })
  currency: string | null;
  @ApiProperty({ ...day, description: 'Its first day' }) from: string;
  @ApiProperty({ ...day, description: 'Its last day' }) until: string;
  @amount('What the customer owed before the first day') opening_balance: string;
  @ApiProperty({ type: () => StatementRow, isArray: true, description: 'By day, documents before payments' })
  rows: StatementRow[];
  @amount(
    'What the customer owes at the end of the last day: what is open of invoices, less what is open of credit notes and unallocated',
  )
  closing_balance: string;
  @amount('What is open of invoices then') open_invoices: string;
  @amount('What is open of credit notes then', '0.00') open_credit_notes: string;
  @amount('What of payments counts for no invoice then', '0.00') unallocated: string;
  @ApiProperty({ type: () => Ages, description: 'What is open of invoices, as of the last day' }) ages: Ages;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was made' }) as_of: Date;
}
