import { In } from '../../common/input/in';
import { RequiredWith } from '../../common/input/required-with';
import { counting } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import { CUSTOMER_TYPES, type CustomerType } from '../customers/customers';
import { CHARGE_KINDS, CHARGE_STATUSES, type ChargeKind, type ChargeStatus } from './charge-words';

export class ChargeQuery extends PageQuery {
  @In.text({ description: 'The whole number of the container', example: 'WHAU4142033' })
  container_number?: string | null;
  @In.id({ description: 'What this one of the visits of a container to the terminal was charged' })
  container_stay_id?: number | null;
  @In.text({ description: 'The whole number of the bill', example: 'WHA26110041' })
  bill_of_lading_number?: string | null;
  @In.text({
    description: 'The whole number of the booking of the stay or of the order',
    example: 'WHAB260071',
  })
  booking_number?: string | null;
  @In.text({
    description: 'The whole number of the voyage: its own charges and those of stays that came or left by it',
    example: 'WP2611',
  })
  voyage_number?: string | null;
  @In.id({ description: 'What was charged for this one, such as security' }) truck_visit_id?: number | null;
  @RequiredWith('customer')
  @In.oneOf(CUSTOMER_TYPES, { description: 'Which kind of company pays' })
  customer_type?: CustomerType | null;
  @In.text({ description: 'The name or the code of the customer; with `customer_type`' })
  customer?: string | null;
  @In.text({ description: 'What was sold, by its whole code', example: 'STOR' }) charge_code?: string | null;
  @In.oneOf(CHARGE_KINDS, { description: 'Charges, adjustments or waivers alone' }) kind?: ChargeKind | null;
  @In.oneOf(CHARGE_STATUSES, { description: 'How far they have come' }) status?: ChargeStatus | null;
  @In.date({ description: 'Occurred on this day or later' }) occurred_from?: string | null;
  @In.date({ description: 'Occurred on this day or earlier' }) occurred_until?: string | null;
  @In.text({ description: 'The whole number of the invoice or draft', example: 'INV-2026-000001' })
  invoice_number?: string | null;
  @In.id({ description: 'What was charged by this one' }) billing_run_id?: number | null;
  @In.text({ description: 'Three capitals (ISO 4217)', example: 'EUR' }) currency?: string | null;
}

/** What charges are counted by. */
export const CHARGE_GROUPS = {
  status: 'How far it has come',
  charge_code: 'The code of what was sold',
  customer: 'The name of who pays',
};

export class ChargeCountQuery extends counting(ChargeQuery, CHARGE_GROUPS) {}

export class WaiveCharge {
  @In.note({
    required: true,
    min: 1,
    trim: true,
    description: 'Why it is let off',
    example: 'Crane was down',
  })
  reason: string;
  @In.number({
    min: 0.000001,
    max: 999_999_999,
    description: 'How much of its quantity; all that is left unless given',
    example: 2,
  })
  quantity?: number | null;
}
