import { In } from '../../common/input/in';
import { HistoryQuery } from '../../common/pagination/page-query';
import { CustomerKey } from '../customers/customer-key';
import { RUN_STATUSES } from './billing-run.entity';

export class CreateBillingRun {
  @In.date({ description: 'The last day that is charged, not after today; yesterday unless given' })
  until?: string | null;
  @In.bool({
    notNull: true,
    description:
      'Whether what is counted is charged through `until` while a stay goes on; else it waits until the stay has ended',
  })
  interim?: boolean;
  @In.bool({ notNull: true, description: 'Whether drafts are made of what is open; true unless given' })
  invoice?: boolean;
  @In.date({ description: 'Charges everything since this day anew, changed or not' })
  recalculate_from?: string | null;
  @In.text({ description: 'Only stays and orders of this shipping line, by its code', example: 'WHA' })
  shipping_line?: string | null;
  @In.text({
    description: 'Only this voyage and what came or leaves by it, by its number',
    example: 'WP2611',
  })
  voyage?: string | null;
  @In.texts({ description: 'Only these charge codes', example: ['STOR'] }) charge_codes?: string[] | null;
  @In.object(() => CustomerKey, { description: 'Drafts only for this customer; everything is charged' })
  customer?: CustomerKey | null;
}

export class BillingRunQuery extends HistoryQuery {
  @In.oneOf(RUN_STATUSES, { description: 'Only runs of this status' }) status?: string;
}

export class BillingProblemQuery extends HistoryQuery {
  @In.bool({ description: 'Only problems that still stand, or only those that do not' }) open?:
    boolean | null;
}
