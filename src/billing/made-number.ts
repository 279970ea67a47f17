import { randomInt } from 'node:crypto';
import type { FieldMap } from '../common/write/field-map';
import { generatedKey } from '../common/write/generated-key';

/** A number that may be left out: the letters and so many digits. */
export function madeNumber(letters: string, digits: number): FieldMap {
  const all = 10 ** digits;
  const number = (n: number) => `${letters}${String(n).padStart(digits, '0')}`;
  return generatedKey('number', {
    random: () => number(randomInt(all)),
    ofDigest: (digest) => number(digest.readUIntBE(0, 6) % all),
  });
}
