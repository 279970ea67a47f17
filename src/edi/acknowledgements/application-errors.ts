import { CARGO } from '../../cargo/cargo.codes';
import { COMMON } from '../../common/errors/codes';
import { EDI } from '../edi.codes';

/**
 * What an APERAK codes a refusal as (9321), which the directory leaves to those who exchange it: by hundreds what a message
 * is about, its documents, its records, and what happened already.
 */
const CODES: Record<string, string> = {
  [EDI.message_unknown]: '101',
  [EDI.function_unknown]: '102',
  [EDI.no_flow]: '103',
  [EDI.directory_unknown]: '104',
  [EDI.missing]: '105',
  [COMMON.invalid]: '106',
  [EDI.older]: '201',
  [EDI.original_exists]: '202',
  [EDI.nothing_to_change]: '203',
  [COMMON.unknown_reference]: '301',
  [COMMON.ambiguous_reference]: '302',
  [EDI.line_not_in_flow]: '303',
  [EDI.voyage_unknown]: '304',
  [EDI.voyage_ambiguous]: '305',
  [EDI.voyage_over]: '306',
  [EDI.container_invalid]: '307',
  [EDI.type_unknown]: '308',
  [COMMON.taken]: '309',
  [COMMON.mismatch]: '310',
  [COMMON.happened_since]: '401',
  [CARGO.quantity_below_done]: '402',
};
/** Of every other rule. */
const OTHER = '999';

/** The code of a refusal in an APERAK. */
export const applicationErrorOf = (code: string): string =>
  Object.hasOwn(CODES, code) ? CODES[code]! : OTHER;
