import { ApiProperty } from '@nestjs/swagger';
import { BIG_INTEGER, INTEGER } from '../../common/schema/integers';
import { jsonObject } from '../../common/view/json-sql';
import { BillReference } from '../../cargo/bills-of-lading/bill-reference';
import { OpenTo } from '../../common/party-wall/open-to';
import { type Of, userName, view } from '../../common/view/view';
import { CustomerShow, customerShown } from '../customers/customer-reference';
import { asAmount } from '../money-fields';
import { unitSql, unitsSql } from '../quantity-unit';
import { Charge } from './charge.entity';
import { invoiceOf, statusOf } from './charge-status';
import { CHARGE_KINDS } from './charge-words';
import { isSubjectTold, SubjectShow, subjectShown } from './subject-shown';

const id = { ...BIG_INTEGER, example: 1 };

class ChargedRecord {
  @ApiProperty(id) id: number;
  @ApiProperty({ type: 'string', description: 'The number that people know it by', example: 'WHAU4142033' })
  number: string;
}

class ChargedStay {
  @ApiProperty(id) id: number;
  @ApiProperty({ ...INTEGER, description: 'Counts the stays of the container', example: 1 }) number: number;
}

class RunOfCharge {
  @ApiProperty(id) id: number;
}

const Out = view(Charge);

/** SQL: a related record by its number; NULL for none. */
const numbered = (relation: string) => (of: Of) =>
  `CASE WHEN ${of(`${relation}_id`)} IS NOT NULL THEN ${jsonObject({ id: of(`${relation}_id`), number: of(`${relation}.number`) })} END`;

/** What a payer is charged for one event or for neighbouring units of a subject. */
@OpenTo.parties({
  fields: [
    'id',
    'number',
    'kind',
    'charge_code',
    'container',
    'stay',
    'bill_of_lading',
    'event',
    'first_unit',
    'last_unit',
    'occurred_on',
    'period_from',
    'period_until',
    'quantity',
    'unit',
    'units',
    'billed_by',
    'billed_per',
    'amount',
    'total',
    'currency',
    'customer',
    'tariff',
    'rate_position',
    'ahead',
    'explanation',
    'status',
    'invoice',
    'created_at',
  ],
  own: { subject: (of) => isSubjectTold(of('organization_id'), of('subject_id')) },
})
export class ChargeShow {
  @Out.id() id: number;
  @Out.int({ description: 'Counts the charges of its subject', example: 1 }) number: number;
  @Out.oneOf(CHARGE_KINDS, { description: 'An adjustment takes back, a waiver lets off' }) kind: string;
  @Out.sql((of) => of('charge_code.code'), 'text', {
    nullable: false,
    description: 'The code of what is sold',
    example: 'STOR',
  })
  charge_code: string;
  @Out.shaped((of) => subjectShown(of('organization_id'), of('subject_id')), () => SubjectShow, {
    nullable: false,
    description: 'The record that it is for',
  })
  subject: SubjectShow;
  @Out.shaped(numbered('container'), () => ChargedRecord, { nullable: true })
  container: ChargedRecord | null;
  @Out.shaped(numbered('stay'), () => ChargedStay, { nullable: true }) stay: ChargedStay | null;
  @Out.one('bill_of_lading', () => BillReference) bill_of_lading: BillReference | null;
  @Out.text({ description: 'What happened; null for counted units', example: 'departure' })
  event: string | null;
  @Out.int({ description: 'The number of the first charged unit; null for an event', example: 1 })
  first_unit: number | null;
  @Out.int({ description: 'The number of the last charged unit; null for an event', example: 5 })
  last_unit: number | null;
  @Out.date({ description: 'The day of the event or of the first unit' }) occurred_on: string;
  @Out.date({ description: 'The day of the first unit; null for an event' }) period_from: string | null;
  @Out.date({ description: 'The day of the last unit; null for an event' }) period_until: string | null;
  @Out.number({ description: 'Below 0 where something is taken back', example: 10 }) quantity: number;
  @Out.sql(unitSql, 'text', {
    nullable: false,
    description: 'What the quantity is of: `TEU × day` for 2 TEU of one day',
    example: 'TEU × day',
  })
  unit: string;
  @Out.sql(
    (of) =>
      unitsSql(
        of,
        `CASE WHEN ${of('kind')} <> 'waiver'
          THEN ((${of('last_unit')} - ${of('first_unit')} + 1) * sign(${of('quantity')}))::integer END`,
      ),
    'integer',
    {
      description:
        'How many days or periods it counts, below 0 as the quantity; null where nothing is counted, and of a waiver',
      example: 5,
    },
  )
  units: number | null;
  @Out.text({ example: 'day' }) billed_by: string;
  @Out.text({ example: 'teu' }) billed_per: string;
  @Out.sql((of) => asAmount(of('amount')), 'text', {
    nullable: false,
    description: 'The price of one, with two places to six',
    example: '25.00',
  })
  amount: string;
  @Out.sql((of) => `${of('total')}::text`, 'text', {
    nullable: false,
    description: 'Quantity times amount, with two places',
    example: '250.00',
  })
  total: string;
  @Out.text({ example: 'EUR' }) currency: string;
  @Out.shaped((of) => customerShown(of('organization_id'), of('customer_id')), () => CustomerShow, {
    nullable: true,
    description: 'Who pays; null while nobody is known',
  })
  customer: CustomerShow | null;
  @Out.sql((of) => of('tariff.name'), 'text', {
    description: 'The tariff of the price',
    example: 'Public 2026',
  })
  tariff: string | null;
  @Out.int({ description: 'The position of the rate in the tariff', example: 10 }) rate_position:
    number | null;
  @Out.bool({ description: 'Whether it begins behind the day on which it was charged' }) ahead: boolean;
  @Out.json({ description: 'How it was reckoned: days, agreements, and the day of the price' })
  explanation: object | null;
  @Out.text({ description: 'Why it was waived' }) reason: string | null;
  @Out.sql(statusOf, 'text', {
    nullable: false,
    description: 'How far it has come: `settled` nets to nothing with others',
    example: 'open',
  })
  status: string;
  @Out.shaped((of) => invoiceOf(of, jsonObject({ id: 'i.id', number: 'i.number' })), () => ChargedRecord, {
    nullable: true,
    description: 'The invoice or draft that it is on',
  })
  invoice: ChargedRecord | null;
  @Out.shaped(
    (of) =>
      `CASE WHEN ${of('billing_run_id')} IS NOT NULL THEN ${jsonObject({ id: of('billing_run_id') })} END`,
    () => RunOfCharge,
    { nullable: true, description: 'The run that charged it' },
  )
  billing_run: RunOfCharge | null;
  @Out.sql((of) => userName(of, 'user'), 'text', {
    description: 'Who charged or waived it: the name, or the e-mail when there is none',
    example: 'Tess Ter',
  })
  user: string | null;
  @Out.time() created_at: string;
}
