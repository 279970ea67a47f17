import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { In } from '../../common/input/in';
import { CustomerKey } from '../customers/customer-key';

/** What is invoiced at once: one of these fields is sent. */
export const DRAFTED = [
  'container_numbers',
  'bill_of_lading',
  'booking',
  'truck_visit_id',
  'voyage',
  'customer',
] as const;

/** For whom drafts are made. */
export const CUSTOMERS_ASKED = ['release', 'all'] as const;

export class CreateInvoiceDrafts {
  @In.texts({
    description: 'Up to 100 numbers of containers: the stay of each and the orders for it',
    example: ['WHAU4142033'],
  })
  container_numbers?: string[] | null;
  @In.object(() => BillKey, { description: 'A bill of lading: its containers, items and orders' })
  bill_of_lading?: BillKey | null;
  @In.text({ description: 'The number of a booking: its containers and orders' }) booking?: string | null;
  @In.id({ description: 'The visit of a truck whose own charges are invoiced' }) truck_visit_id?:
    number | null;
  @In.text({
    description: 'The number of a voyage: its own charges, and containers that came or leave by it',
  })
  voyage?: string | null;
  @In.object(() => CustomerKey, {
    description: 'All that this customer pays; beside one of the others only what it pays of that',
  })
  customer?: CustomerKey | null;
  @In.oneOf(CUSTOMERS_ASKED, {
    description:
      'For whom drafts of containers, bills and bookings are: who has to pay before they leave (`release`), or `all`; `release` unless given',
  })
  customers?: (typeof CUSTOMERS_ASKED)[number] | null;
  @In.date({ description: 'The last day that is charged; today unless given', example: '2026-03-14' })
  until?: string | null;
  @In.bool({ description: 'Whether containers are charged as if they left at the end of that day' })
  leaving?: boolean | null;
  @In.bool({ description: 'Whether it only shows what it would be: nothing is charged or settled' })
  is_proforma?: boolean | null;
}
