/** Each character stands at the place of its value: letters count from 10 and leave out multiples of 11. */
const VALUES = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ';

/**
 * The form in which a container number is stored and looked up: upper case, without spaces (decision 39).
 * It may be no ISO 6346 number at all. Check the length afterwards: a few letters grow in upper case.
 */
export function normalizeContainerNumber(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/**
 * Whether a normalized container number is right by ISO 6346: an owner code of three letters, the equipment
 * category U, J or Z, a serial number of six digits and the check digit.
 */
export function meetsIso6346(number: string): boolean {
  return /^[A-Z]{3}[UJZ]\d{7}$/.test(number) && iso6346CheckDigit(number.slice(0, 10)) === Number(number[10]);
}

/**
 * The check digit of ISO 6346 for the ten characters before it: their values weighted by 1, 2, 4 … 512,
 * summed, modulo 11, where a remainder of 10 is written 0. Throws RangeError for other than four capital
 * letters and six digits.
 */
export function iso6346CheckDigit(first10: string): number {
  if (!/^[A-Z]{4}\d{6}$/.test(first10)) throw new RangeError('Not the first ten characters of ISO 6346');
  const sum = [...first10].reduce((total, character, i) => total + VALUES.indexOf(character) * 2 ** i, 0);
  return (sum % 11) % 10;
}
