/** A refused value. The reason completes a sentence whose subject is the field: "must be …". */
export class BadValue extends Error {
  override name = 'BadValue';

  constructor(readonly reason: string) {
    super(reason);
  }
}

/** The range of PostgreSQL's `integer`, made symmetric. */
export const INT4 = 2_147_483_647;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Takes a text as sent, without trimming or normalizing it. Lengths are in code points. Throws BadValue for anything but a
 * string, for a lone surrogate and for U+0000 (decision 11), because PostgreSQL alters the former and refuses the latter.
 */
export function toText(raw: unknown, limits: { min?: number; max: number }): string {
  const { min = 0, max } = limits;
  if (typeof raw !== 'string') throw new BadValue('must be text');
  // A code point takes at most two code units, so a huge text is refused before its code points are counted.
  const length = raw.length > 2 * max ? raw.length : [...raw].length;
  if (length > max) throw new BadValue(`must be at most ${characters(max)} long`);
  if (length < min) throw new BadValue(`must be at least ${characters(min)} long`);
  if (LONE_SURROGATE.test(raw)) throw new BadValue('must be well-formed Unicode text');
  if (raw.includes('\0')) throw new BadValue('must not contain the character U+0000');
  return raw;
}

/** Invisible characters, and those that look like a space: control, format and unassigned characters, separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\P{Zs} ]/u;

export const UNSEEN_REASON = 'must not have invisible characters';

/** Whether a text has an invisible character, or one that looks like a space. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/**
 * The form of an identifier: `visible` for any letters; `ascii` for identifiers that are ASCII everywhere, such as
 * container numbers; or an `email` address.
 */
export type Identifier = 'visible' | 'ascii' | 'email';

/** The patterns of identifiers, as the API document shows them. */
export const IDENTIFIERS = {
  visible: undefined,
  ascii: /^[ -~]*$/,
  email: /^([^\s@]+@[^\s@]+)?$/,
};

const MUST = { visible: '', ascii: 'must have ASCII characters only', email: 'must be an e-mail address' };

/**
 * Takes an identifier: two that look the same are the same (decision 105). Throws BadValue for invisible characters, and
 * for another form.
 */
export function toIdentifier(text: string, identifier: Identifier): string {
  if (hasUnseen(text)) throw new BadValue(UNSEEN_REASON);
  if (IDENTIFIERS[identifier]?.test(text) === false) throw new BadValue(MUST[identifier]);
  return text;
}

/**
 * Takes a whole number, or its plain decimal string such as "12" or "-3" (decision 10).
 * The range is that of int4 unless given, and never goes beyond what a JS number holds exactly.
 * Throws BadValue for another form and for a number out of range.
 */
export function toInteger(raw: unknown, limits: { min?: number; max?: number } = {}): number {
  const min = Math.max(limits.min ?? -INT4, Number.MIN_SAFE_INTEGER);
  const max = Math.min(limits.max ?? INT4, Number.MAX_SAFE_INTEGER);
  const value = typeof raw === 'string' && /^-?\d+$/.test(raw) ? Number(raw) : raw;
  // A string of hundreds of digits becomes Infinity, which the range check refuses.
  if (typeof value !== 'number' || (typeof raw === 'number' && !Number.isInteger(raw))) {
    throw new BadValue('must be a whole number');
  }
  return inRange(value, min, max);
}

/**
 * Takes a number, or its plain decimal string such as "12.5" or "-0.25" (decision 10).
 * Digits are limited to what `numeric(18,6)` stores unless given: 12 before the point and 6 after it, zeros
 * at the end included. A string has at most 15 significant digits, so that the answer shows it as it was sent.
 * Throws BadValue for another form, too many digits and a number out of range.
 */
export function toDecimal(
  raw: unknown,
  limits: { min?: number; max?: number; integerDigits?: number; fractionDigits?: number } = {},
): number {
  const { min = -Infinity, max = Infinity, integerDigits = 12, fractionDigits = 6 } = limits;
  const isNumber = typeof raw === 'number' && Number.isFinite(raw);
  const isDecimalString = typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw);
  if (!isNumber && !isDecimalString) throw new BadValue('must be a number');

  const text = String(raw);
  const value = Number(text);
  if (Math.abs(value) >= 10 ** integerDigits) {
    throw new BadValue(`must have at most ${integerDigits} digits before the decimal point`);
  }
  if (countFractionDigits(text) > fractionDigits) {
    throw new BadValue(`must have at most ${fractionDigits} digits after the decimal point`);
  }
  if (isDecimalString && text.replace(/[-.]/g, '').replace(/^0+/, '').length > 15) {
    throw new BadValue('must have at most 15 significant digits');
  }
  return inRange(value, min, max);
}

/** Takes true, false, 1, 0 and these four as strings (decision 10). Throws BadValue for anything else. */
export function toBoolean(raw: unknown): boolean {
  if (raw === true || raw === 1 || raw === 'true' || raw === '1') return true;
  if (raw === false || raw === 0 || raw === 'false' || raw === '0') return false;
  throw new BadValue('must be true or false');
}

/**
 * Takes one of the listed strings and returns it as the list has it.
 * Throws BadValue with the list for anything else.
 */
export function toOneOf<T extends string>(
  raw: unknown,
  values: readonly T[],
  options: { caseInsensitive?: boolean } = {},
): T {
  const fold = (text: string) => (options.caseInsensitive ? text.toLowerCase() : text);
  const found = typeof raw === 'string' && values.find((value) => fold(value) === fold(raw));
  if (found === false || found === undefined) throw new BadValue(`must be one of ${values.join(', ')}`);
  return found;
}

/** Returns the number, -0 as 0, or throws BadValue when it is below `min` or above `max`. */
function inRange(value: number, min: number, max: number): number {
  if (value < min) throw new BadValue(`must be at least ${min}`);
  if (value > max) throw new BadValue(`must be at most ${max}`);
  return value === 0 ? 0 : value;
}

/** Counts the digits after the point, also in exponential form: 2.5e-7 has 8. */
function countFractionDigits(text: string): number {
  const [mantissa = '', exponent = '0'] = text.split('e-');
  return (mantissa.split('.')[1] ?? '').length + Number(exponent);
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
