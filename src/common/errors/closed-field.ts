import { COMMON } from './codes';
import type { Refusal } from './errors';

/** The refusal of a field that a token which is limited to parties cannot set. */
export const fieldNotOpen = (field: string): Refusal & { status: number } => ({
  code: COMMON.field_not_open,
  sentence: `${field} cannot be set by tokens that are limited to parties.`,
  status: 422,
});
