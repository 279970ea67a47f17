import { In } from '../../common/input/in';
import { ApiProperty } from '@nestjs/swagger';
import { CustomerShow } from '../customers/customer-reference';
import { DocumentOfEntry } from './statement.view';

/** What an amount of the ledger is booked to: what customers owe, what was earned, taxes, or money. */
export const LEDGER_ACCOUNTS = ['receivable', 'revenue', 'tax', 'money'] as const;

export class LedgerQuery {
  @In.date({
    description: 'Its first day; the first of the month of its last one unless given',
    example: '2026-03-01',
  })
  from?: string | null;
  @In.date({ description: 'Its last day; today unless given', example: '2026-03-31' }) until?: string | null;
  @In.text({ description: 'Three capitals (ISO 4217)', example: 'EUR' }) currency?: string | null;
}

const text = { type: 'string' } as const;

/** One side of a booking. */
export class LedgerRow {
  @ApiProperty({ ...text, format: 'date', description: 'The day of the document' }) day: string;
  @ApiProperty({
    type: () => DocumentOfEntry,
    description: 'What it is about: an invoice, a credit note or a payment',
  })
  document: DocumentOfEntry;
  @ApiProperty({ type: () => CustomerShow }) customer: CustomerShow;
  @ApiProperty({ ...text, enum: [...LEDGER_ACCOUNTS], description: 'What kind of account it is booked to' })
  account: (typeof LEDGER_ACCOUNTS)[number];
  @ApiProperty({
    ...text,
    nullable: true,
    description:
      'The account in the bookkeeping: of the customer, or of the tariff of lines; null where none is known',
    example: 'GL-12001',
  })
  general_ledger_id: string | null;
  @ApiProperty({ ...text, description: 'What the account receives', example: '120.00' }) debit: string;
  @ApiProperty({ ...text, description: 'What the account gives', example: '0.00' }) credit: string;
  @ApiProperty({ ...text, nullable: true, example: 'EUR', description: 'Three capitals (ISO 4217)' })
  currency: string | null;
}

/** The bookings of some days. */
export class Ledger {
  @ApiProperty({ ...text, format: 'date', description: 'The first day' }) from: string;
  @ApiProperty({ ...text, format: 'date', description: 'The last day' }) until: string;
  @ApiProperty({
    type: () => LedgerRow,
    isArray: true,
    description: 'By day and document; debits and credits of each document have one sum',
  })
  rows: LedgerRow[];
}
