import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { CUSTOMER_TYPES } from '../../billing/customers/customers';
import { In } from '../../common/input/in';
import { ByDay, ByMonth, ByOther, ByTerminal, Figure, Money } from '../frame/fields';
import { GroupBy } from '../frame/group-by';
import { ReportQuery } from '../frame/report-query.dto';
import { MoneyHead } from '../frame/report.view';
import { revenue } from './revenue.report';

export class RevenueQuery extends ReportQuery {
  @GroupBy(revenue) group_by?: string | null;
  @In.text({ description: 'Three capitals (ISO 4217); needed where there are several', example: 'EUR' })
  currency?: string | null;
}

/** What came in, net of tax. */
class RevenueTotals {
  @Money('What was charged for what occurred in the span, with adjustments and waivers') charged: string;
  @Figure('How much of it, in the units of its charge codes', 48) quantity: number;
  @Money('What of it is on no invoice with a number, as of now', '120.00') not_yet_invoiced: string;
  @Money('On invoices that got their number in the span', '980.00') invoiced: string;
  @Money('On credit notes that got their number in the span', '40.00') credited: string;
  @Money('The tax on these invoices, less that on the credit notes', '197.40') tax: string;
  @Money('What payments of the span count for, less what was paid out, in proportion without tax', '610.00')
  paid: string;
}

/** What the rows are by. */
class RevenueGroups {
  @ByDay() day?: string;
  @ByMonth() month?: string;
  @ByOther('charge_code', 'What was sold', 'STOR') charge_code?: string | null;
  @ByOther('shipping_line', 'The code of the line of the container, else of the line that pays', 'WHA')
  shipping_line?: string | null;
  @ByOther('customer', 'Who pays, by code or name', 'Harbour Foods') customer?: string | null;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    enum: [...CUSTOMER_TYPES, null],
    description: 'Which kind of company pays, `group_by=customer`; null where there is none',
    example: 'Consignee',
  })
  customer_type?: string | null;
  @ByTerminal() terminal?: string | null;
  @ByOther('general_ledger_id', 'The account of bookkeeping', 'GL-80050') general_ledger_id?: string | null;
}

/** What came in for a time, or of a group. */
class RevenueRow extends IntersectionType(RevenueGroups, RevenueTotals) {}

/** What was charged, invoiced, credited and paid. */
export class RevenueReport extends MoneyHead {
  @ApiProperty({ type: () => RevenueRow, isArray: true, description: 'In the order of what they are by' })
  rows: RevenueRow[];
  @ApiProperty({ type: () => RevenueTotals, description: 'The same of all rows' }) totals: RevenueTotals;
}
