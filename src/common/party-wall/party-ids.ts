import type { Db } from '../database/db';
import { COMMON } from '../errors/codes';
import { Refused, Unknown } from '../errors/errors';
import { MOST_PARTIES } from './party.entity';
import { PARTY, type PartyInput } from './party-reference';

/**
 * The ids of parties that a request names, once each.
 * @param what what has them, as the start of a sentence
 * @throws Unknown, and Refused for too many
 */
export async function idsOfParties(
  db: Db,
  parties: PartyInput[],
  { what = 'A token', field = 'parties' } = {},
): Promise<number[]> {
  if (parties.length > MOST_PARTIES)
    throw new Refused({
      code: COMMON.too_many,
      sentence: `${what} has at most ${MOST_PARTIES} parties.`,
      field,
    });
  if (!parties.length) return [];
  const keys = parties.map((party) => PARTY.keyOf(party));
  const found = await db.query<{ key: string; id: number }>(PARTY.find(db.actor.organization_id, keys));
  const ids = new Map(found.map(({ key, id }) => [key, id]));
  const unknown = keys.find((key) => !ids.has(key));
  if (unknown !== undefined) throw new Unknown('Party', PARTY.known!(unknown), field);
  return [...new Set(ids.values())];
}
