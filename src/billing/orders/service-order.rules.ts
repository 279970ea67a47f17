import { Conflict, naming, type Refusal, Refused } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { COMMON } from '../../common/errors/codes';
import { BILLING } from '../billing.codes';

type Order = { number: string; status: string };

export const finalRefusal = ({ number, status }: Order): Refusal => ({
  code: BILLING.order_final,
  sentence: `Service order ${number} is ${status}.`,
  records: naming('service_order', number),
});

/** @throws Conflict for an order that is done or cancelled; Refused for a time to come */
export function requireCompletable(order: Order, done_at: string | null | undefined, now: Date): void {
  if (order.status !== 'requested') throw new Conflict(finalRefusal(order));
  if (done_at && isToCome(done_at, now))
    throw new Refused({
      code: COMMON.time_to_come,
      sentence: 'A service order is not done at a time to come.',
      field: 'done_at',
    });
}

/**
 * A done order may be cancelled too, which takes its charge back; by whoever is limited to parties it may not.
 * @throws Conflict for a cancelled one
 */
export function requireCancellable(order: Order, limited: boolean): void {
  if (order.status === 'cancelled' || (limited && order.status === 'done'))
    throw new Conflict(finalRefusal(order));
}
