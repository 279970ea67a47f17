import type { Refusal } from '../../common/errors/errors';
import { naming } from '../../common/errors/errors';
import { meetsIso6346 } from '../../common/iso-6346';
import type { Actor } from '../../common/tenancy/actor';
import { CARGO } from '../cargo.codes';

/**
 * The refusal of a new container number without a valid check digit (ISO 6346), where the organization requires one
 * (decision 364). Gate, desk and set-up ask it; files and messages state what is.
 */
export function refusalOfCheckDigit(
  number: string,
  { check_digit_required }: Pick<Actor, 'check_digit_required'>,
): Refusal | undefined {
  if (!check_digit_required || meetsIso6346(number)) return undefined;
  return {
    code: CARGO.check_digit_wrong,
    sentence: `Container number '${number}' has no valid check digit (ISO 6346).`,
    records: naming('container', number),
  };
}
