import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER } from '../../common/schema/integers';
import { DueSumShow } from '../../cargo/release/leaving.view';
import { RecordById } from '../../common/view/view';
import { CustomerShow } from '../customers/customer-reference';
import type { DueContainer, DueInvoice, DuePayer } from './visit-due.rules';

const text = { type: 'string' } as const;
const amount = (description: string, example = '43.56') => ApiProperty({ ...text, description, example });
const currency = () =>
  ApiProperty({
    ...text,
    nullable: true,
    description: 'Three capitals (ISO 4217); null for invoices that name none',
    example: 'EUR',
  });

class ContainerOfDue {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ ...text, description: 'What it is known by (ISO 6346)', example: 'WHAU4142033' })
  number: string;
}

class DueContainerShow implements DueContainer {
  @ApiProperty({ type: () => ContainerOfDue }) container: ContainerOfDue;
  @amount('What the payer has to pay for it before it leaves, with taxes') due: string;
}

class DueInvoiceShow implements DueInvoice {
  @ApiProperty({ ...BIG_INTEGER, example: 1 }) id: number;
  @ApiProperty({ ...text, example: 'INV-2026-000001' }) number: string;
  @amount('What is not paid of it') due: string;
}

class DuePayerShow implements DuePayer {
  @ApiProperty({
    type: () => CustomerShow,
    nullable: true,
    description: 'Who pays; null where nobody is known who does',
  })
  customer: CustomerShow | null;
  @currency() currency: string | null;
  @ApiProperty({ type: () => DueContainerShow, isArray: true }) containers: DueContainerShow[];
  @ApiProperty({
    type: () => DueInvoiceShow,
    isArray: true,
    description:
      'Invoices without charges that keep its containers where release needs payment; none otherwise',
  })
  invoices: DueInvoiceShow[];
  @amount('The sum of the containers and the invoices') due: string;
}

class ProblemOfDue {
  @ApiProperty({ type: () => ContainerOfDue }) container: ContainerOfDue;
  @ApiProperty({ ...text, nullable: true, description: 'null where it is about no code', example: 'STOR' })
  charge_code: string | null;
  @ApiProperty({ ...text, description: 'As in previews of charges', example: 'tax_missing' }) code: string;
  @ApiProperty({ ...text, example: 'There is no tax rule for standard and domestic.' }) sentence: string;
}

/** What has to be paid before a truck leaves. */
export class VisitDue {
  @ApiProperty({ type: () => RecordById }) truck_visit: RecordById;
  @ApiProperty({ type: () => DuePayerShow, isArray: true, description: 'Who has to pay something' })
  payers: DuePayerShow[];
  @ApiProperty({ type: () => DueSumShow, isArray: true, description: 'A sum for each currency' })
  totals: DueSumShow[];
  @ApiProperty({
    type: () => ProblemOfDue,
    isArray: true,
    description: 'What could not be reckoned, and is in no sum',
  })
  problems: ProblemOfDue[];
  @ApiProperty({ type: 'string', format: 'date-time', description: 'The instant that it was reckoned for' })
  as_of: Date;
}
