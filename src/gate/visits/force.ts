import { In } from '../../common/input/in';
import { Invalid } from '../../common/errors/errors';

/** What a clerk passes over at the gate, with the reason for it. */
export class Force {
  @In.bool({
    description:
      'Takes a container that a voyage announced as another one: cancels that stay, and opens one of its own; with a force_reason',
  })
  force?: boolean | null;
  @In.note({ description: 'Why it is forced', example: 'The manifest has a wrong number' })
  force_reason?: string | null;
}

/**
 * Why a request forces; null when it does not.
 * @throws Invalid for `force` without a reason
 */
export function reasonOfForce({ force, force_reason }: Force): string | null {
  if (!force) return null;
  if (!force_reason?.trim()) throw new Invalid({ force_reason: ['is required with force'] });
  return force_reason;
}

/** The reasons of a visit that is forced again. */
export function andReason(before: string | null, reason: string): string {
  return before ? `${before}; ${reason}` : reason;
}
