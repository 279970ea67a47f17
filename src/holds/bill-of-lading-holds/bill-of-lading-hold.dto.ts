import { PartialType } from '@nestjs/swagger';
import { In } from '../../common/input/in';
import { Lift, liftUntil } from '../applied-holds/lift';

export class LiftBillOfLadingHold implements Lift {
  @In.text({
    identifier: 'visible',
    required: true,
    description: 'The release that lifts it',
    example: 'CUS-2026-11-0417',
  })
  reference_number: string;
  @liftUntil() lift_until?: string | null;
  @In.note() notes?: string | null;
}

/** The same fields as query parameters, for a client that sends no body. */
export class LiftBillOfLadingHoldQuery extends PartialType(LiftBillOfLadingHold) {}

/** A lift in the body or in the query, because many clients send no body with DELETE (decision 9). */
export class LiftBillOfLadingHoldRequest {
  @In.object(() => LiftBillOfLadingHold, { description: 'Required: in the body, or else in the query' })
  hold?: LiftBillOfLadingHold | null;
}
