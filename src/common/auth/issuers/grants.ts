import type { JWTPayload } from 'jose';
import type { Role } from '../../tenancy/actor';

/** What whoever has a value in a claim may do, as an issuer keeps it. */
export interface Grant {
  /** The path of the claim, such as `realm_access.roles`. */
  claim: string;
  value: string;
  role: Role;
  /** The domains in which the role counts; null for all. */
  only: string[] | null;
  /** Whether it is limited to parties: those of the list, or those that a claim names. */
  limited: boolean;
  party_ids: number[];
  parties_claim: string | null;
}

/** Claims that are words in one text (RFC 8693, 4.2; `scp` is Entra ID's). */
const OF_WORDS = ['scope', 'scp'];

/** The place of the first grant that a token matches, which counts alone; -1 for none. */
export function matching(grants: Grant[], claims: JWTPayload): number {
  return grants.findIndex(({ claim, value }) => textsAt(claims, claim).includes(value));
}

/** The texts of a claim: one, several in a list, or the words of a scope. Empty where it is not there. */
export function textsAt(claims: JWTPayload, path: string): string[] {
  const found = valueAt(claims, path);
  if (typeof found === 'string' && OF_WORDS.includes(path)) return found.split(' ');
  return [found].flat().filter((each) => typeof each === 'string');
}

/** The value at a path. A name may have dots in it, as `https://port.example/roles` has: the longest one counts. */
function valueAt(object: object, path: string): unknown {
  if (Object.hasOwn(object, path)) return object[path as keyof object];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const [name, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    const inner: unknown = Object.hasOwn(object, name) && object[name as keyof object];
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) return valueAt(inner, rest);
  }
  return undefined;
}
