import { ApiProperty } from '@nestjs/swagger';
import { userName, view } from '../../common/view/view';
import { compactJson } from '../../common/view/json-sql';
import { TillClosing } from './till-closing.entity';
import { ENTRIES } from './till-closing.rules';
import { WAYS } from './ways';

const amount = (description: string, example = '0.00') => ({ type: 'string', description, example }) as const;

/** Amounts by way, with two places. */
export class AmountsByWay {
  @ApiProperty(amount('Notes and coins, with the float', '400.00')) cash: string;
  @ApiProperty(amount('What the slips of the card terminal add up to', '121.00')) card: string;
  @ApiProperty(amount('What was paid by a bank at the desk')) transfer: string;
  @ApiProperty(amount('What the cheques are made out for')) cheque: string;
  @ApiProperty(amount('What was paid in ways of its own')) other: string;
}

/** What a till took or gave while it was open. */
export class EntryOfClosing {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The number of the payment',
    example: 'PAY-2026-000004',
  })
  number: string | null;
  @ApiProperty({ type: 'string', enum: [...WAYS], description: 'How it was paid' }) way: string;
  @ApiProperty({
    type: 'string',
    enum: [...ENTRIES],
    description: '`reversal`: of a payment that an earlier closing counts',
  })
  entry: string;
  @ApiProperty(amount('More than 0', '250.00')) amount: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'What the bank or the slip calls it' })
  reference: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The name of the customer' })
  customer: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was paid or reversed' })
  at: string;
  @ApiProperty({ type: 'boolean', description: 'Whether it was reversed by then' }) reversed: boolean;
}

const Out = view(TillClosing);

/** What a till was found to hold when it was closed, as it was then. */
export class TillClosingShow {
  @Out.id() id: number;
  @Out.text({ description: 'Of a series without gaps', example: 'TC-2026-000001' }) number: string;
  @Out.reference('till', 'name', { description: 'The till that was closed' })
  till: { id: number; name: string };
  @Out.text({ nullable: false, description: 'The currency of all amounts', example: 'EUR' }) currency: string;
  @Out.time({ description: 'When the till was opened' }) opened_at: string;
  @Out.sql((of) => userName(of, 'opened_by'), 'text', {
    description: 'The user who opened it: the name, or the e-mail when there is none',
    example: 'Tess Ter',
  })
  opened_by: string | null;
  @Out.time({ description: 'When it was counted and closed' }) closed_at: string;
  @Out.sql((of) => userName(of, 'closed_by'), 'text', {
    description: 'The user who closed it: the name, or the e-mail when there is none',
    example: 'Tess Ter',
  })
  closed_by: string | null;
  @Out.sql((of) => `${of('float')}::text`, 'text', {
    nullable: false,
    description: 'The cash that it was opened with',
    example: '150.00',
  })
  float: string;
  @Out.shaped((of) => compactJson(of('expected')), () => AmountsByWay, {
    nullable: false,
    description: 'The float and payments, less refunds and reversals, by way',
  })
  expected: AmountsByWay;
  @Out.shaped((of) => compactJson(of('counted')), () => AmountsByWay, {
    nullable: false,
    description: 'What was counted, by way',
  })
  counted: AmountsByWay;
  @Out.shaped((of) => compactJson(of('difference')), () => AmountsByWay, {
    nullable: false,
    description: 'What was counted less what was expected: below 0 where money is missing',
  })
  difference: AmountsByWay;
  @Out.shaped((of) => compactJson(of('payments')), () => EntryOfClosing, {
    isArray: true,
    description: 'What it took and gave since its opening, in order of time',
  })
  payments: EntryOfClosing[];
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
