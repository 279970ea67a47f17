import type { Fault } from '../edifact/fault';

/** What is wrong with an interchange or message, as CONTRL codes it (0085). */
export const SYNTAX_ERRORS = {
  '2': 'the syntax version or level is not supported',
  '7': 'the interchange is for somebody else',
  '12': 'a value is invalid',
  '13': 'something is missing',
  '14': 'the value is not supported at this place',
  '15': 'it is not supported at this place',
  '16': 'there are too many constituents',
  '17': 'there is no agreement',
  '18': 'an error of no particular kind',
  '19': 'the decimal mark is invalid',
  '20': 'a character is invalid as service character',
  '21': 'there are invalid characters',
  '22': 'service characters are invalid',
  '23': 'the sender is unknown',
  '24': 'it is too old',
  '25': 'the test indicator is not supported',
  '26': 'it came before',
  '27': 'the security function is not supported',
  '28': 'references do not match',
  '29': 'a count does not match what came',
  '30': 'groups and messages are mixed',
  '31': 'there is more than one type of message in a group',
  '32': 'a lower level is empty',
  '33': 'it is outside of message and group',
  '34': 'the indicator is not allowed at this place',
  '35': 'there are too many repetitions',
  '36': 'there are too many repetitions of a group',
  '37': 'there are characters of the wrong kind',
  '38': 'there is no digit before the decimal mark',
  '39': 'a value is too long',
  '40': 'a value is too short',
} as const;
type SyntaxErrorCode = keyof typeof SYNTAX_ERRORS;

/** The code of our faults. Those that have none are of the terminal's rules, which CONTRL does not speak of. */
const CODES: Record<string, SyntaxErrorCode> = {
  character_set_unknown: '2',
  not_for_us: '7',
  invalid: '12',
  container_invalid: '12',
  function_unknown: '12',
  message_unknown: '12',
  cut_off: '13',
  too_large: '16',
  no_flow: '17',
  directory_unknown: '17',
  characters_invalid: '21',
  sender_unknown: '23',
  reference_reused: '26',
  not_edifact: '18',
  test_refused: '18',
};
/** The code of a trailer that counts (its first element) or names (its second) otherwise than its header. */
const OF_TRAILERS: Record<number, SyntaxErrorCode> = { 1: '29', 2: '28' };

/** The code of a fault for CONTRL; undefined for one of the terminal's rules. */
export function syntaxErrorOf({ code, segment, element }: Pick<Fault, 'code' | 'segment' | 'element'>) {
  if (code === 'envelope_mismatch') return OF_TRAILERS[element ?? 0] ?? '18';
  // what is missing has no place
  if (code === 'invalid' && segment === null) return '13';
  return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}
