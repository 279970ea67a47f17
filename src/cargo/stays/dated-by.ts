import { failureOf } from '../../common/errors/database-errors';
import { Failure, Refused } from '../../common/errors/errors';

/** The times that a movement gives its record and the stay of its container. */
const TIMES = ['moved_at', 'in_at', 'out_at'];

/**
 * Rethrows a refusal of the time of a movement or a stay as one of the field that dates the movement, and other errors
 * unchanged.
 */
export function datedBy(field: string): (error: unknown) => never {
  return (error) => {
    const failure = error instanceof Failure ? error : failureOf(error);
    if (!failure || !TIMES.some((time) => failure.errors?.[time])) throw error;
    const { code, sentence, records } = failure;
    throw new Refused({ code, sentence, records, field });
  };
}
