import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { CUSTOMER_TYPES, type CustomerType } from '../../billing/customers/customers';
import { In } from '../../common/input/in';
import { RequiredWith, RequiredWithout } from '../../common/input/required-with';
import { ByMonth, Count, Figure, Money } from '../frame/fields';
import { ReportQuery } from '../frame/report-query.dto';
import { MoneyHead } from '../frame/report.view';

export class LineCostQuery extends ReportQuery {
  @In.oneOf(['month'], { description: 'Rows by month as well; of the whole span unless given' })
  group_by?: string | null;
  @RequiredWithout('customer')
  @In.text({ description: 'The code or the name of the line that pays', example: 'WHA' })
  shipping_line?: string | null;
  @RequiredWith('customer')
  @In.oneOf(CUSTOMER_TYPES, { description: 'Which kind of company pays' })
  customer_type?: CustomerType | null;
  @In.text({
    description: 'The name or the code of the customer; with `customer_type`',
    example: 'Harbour Foods',
  })
  customer?: string | null;
  @In.text({ description: 'Three capitals (ISO 4217); needed where there are several', example: 'EUR' })
  currency?: string | null;
}

/** What a customer was charged, net of tax. */
class LineCostTotals {
  @Figure('Below 0 where more was taken back', 48) quantity: number;
  @Count('How many containers it is for', 24) boxes: number;
  @Money('Quantity times amount, with adjustments and waivers') total: string;
  @Money('What of it is on invoices that have their number', '980.00') invoiced: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What of it is on no such invoice, as of now; null for tokens that are limited to parties',
    example: '120.00',
  })
  not_yet_invoiced: string | null;
}

/** What the rows are by. */
class LineCostGroups {
  @ByMonth() month?: string;
  @ApiProperty({ type: 'string', description: 'The code of what was sold', example: 'STOR' })
  charge_code: string;
  @ApiProperty({ type: 'string', description: 'The price of one, with two places to six', example: '25.00' })
  amount: string;
}

/** What a customer was charged at one price. */
class LineCostRow extends IntersectionType(LineCostGroups, LineCostTotals) {}

/** What a customer was charged, and why. */
export class LineCostReport extends MoneyHead {
  @ApiProperty({ type: () => LineCostRow, isArray: true, description: 'In the order of what they are by' })
  rows: LineCostRow[];
  @ApiProperty({ type: () => LineCostTotals, description: 'The same of all rows' }) totals: LineCostTotals;
}
