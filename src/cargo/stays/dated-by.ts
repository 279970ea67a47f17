import { failureOf } from '../../common/errors/database-errors';
import { Failure, Refused } from '../../common/errors/errors';

/**
 * Rethrows a refusal of the times of a stay as one of the field that dates the movement, and other errors unchanged.
 */
export function datedBy(field: string): (error: unknown) => never {
  return (error) => {
    const failure = error instanceof Failure ? error : failureOf(error);
    if (!failure?.errors?.in_at && !failure?.errors?.out_at) throw error;
    const { code, message: sentence, records } = failure;
    throw new Refused({ code, sentence, records, field });
  };
}
