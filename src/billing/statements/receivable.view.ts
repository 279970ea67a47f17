import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import { CustomerShow } from '../customers/customer-reference';
import { Ages } from './ages';

const text = { type: 'string' } as const;

class OldestOpen {
  @ApiProperty({ ...text, description: 'The number of the invoice', example: 'INV-2026-000001' })
  number: string;
  @ApiProperty({ ...text, format: 'date', nullable: true, description: 'The last day to pay it' })
  due_on: string | null;
  @ApiProperty({ ...INTEGER, description: 'How many days it is overdue; 0 where it is not', example: 12 })
  days: number;
}

/** What a customer owes in one currency. */
export class Receivable {
  @ApiProperty({ type: () => CustomerShow }) customer: CustomerShow;
  @ApiProperty({ ...text, nullable: true, description: 'null for invoices that name none', example: 'EUR' })
  currency: string | null;
  @ApiProperty({ ...text, description: 'What is open of its invoices', example: '120.00' }) open: string;
  @ApiProperty({ type: () => Ages, description: 'The same by how long it is overdue, as of today' })
  ages: Ages;
  @ApiProperty({ type: () => OldestOpen, description: 'The open invoice that was to be paid first' })
  oldest: OldestOpen;
  @ApiProperty({
    ...text,
    nullable: true,
    description: 'How much its account lets it owe in this currency; null for no limit',
    example: '5000.00',
  })
  credit_limit: string | null;
  @ApiProperty({
    type: 'boolean',
    description: 'Whether what is open, with charges on no invoice yet, is more than the limit',
  })
  over_limit: boolean;
}

/** Who owes what, the most first. */
export class Receivables {
  @ApiProperty({ type: () => Receivable, isArray: true, description: 'Who owes nothing is left out' })
  receivables: Receivable[];
  @ApiProperty({ type: 'string', format: 'date-time', description: 'The instant that it is of' }) as_of: Date;
}

/** What became of reminders. */
export class Reminders {
  @ApiProperty({ ...INTEGER, description: 'How many mails were made', example: 3 }) mails: number;
  @ApiProperty({
    type: () => CustomerShow,
    isArray: true,
    description: 'The customers with something overdue and without an e-mail address',
  })
  without_email: CustomerShow[];
}
