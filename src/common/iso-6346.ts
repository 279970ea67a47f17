/** The index of a character is its value in ISO 6346: letters count from 10 and skip multiples of 11. */
const VALUES = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ';

/**
 * Normalizes a container number for storage and look-up: upper case, without spaces (decision 39, container numbers), and
 * without a separator before the check digit, which ISO 6346 shows apart from the number: `CSQU305440-6`. The result need not be a valid ISO 6346 number. Check the length afterwards: some letters become two in upper case.
 */
export function normalizeContainerNumber(text: string): string {
  return text
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/^([A-Z]{4}\d{6})[-./](?=\d$)/, '$1');
}

/**
 * Whether a normalized container number is valid by ISO 6346: an owner code of three letters, the equipment category U,
 * J or Z, a serial number of six digits and the check digit.
 */
export function meetsIso6346(number: string): boolean {
  return /^[A-Z]{3}[UJZ]\d{7}$/.test(number) && iso6346CheckDigit(number.slice(0, 10)) === Number(number[10]);
}

/**
 * Computes the check digit of ISO 6346 from the first ten characters: the sum of their values weighted by 1, 2, 4 …
 * 512, modulo 11, where a remainder of 10 becomes 0. Throws RangeError unless they are four capital letters and six
 * digits.
 */
export function iso6346CheckDigit(first10: string): number {
  if (!/^[A-Z]{4}\d{6}$/.test(first10)) throw new RangeError('Not the first ten characters of ISO 6346');
  const sum = [...first10].reduce((total, character, i) => total + VALUES.indexOf(character) * 2 ** i, 0);
  return (sum % 11) % 10;
}
