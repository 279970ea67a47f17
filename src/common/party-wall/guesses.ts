import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../database/db';
import { COMMON } from '../errors/codes';
import { type Failure, TooManyGuesses } from '../errors/errors';
import type { Actor } from '../tenancy/actor';

/** So many names that are not its own a party may send in an hour. */
const MOST_GUESSES = 10;
const HOUR = sql`interval '1 hour'`;

/** Records whose numbers open something: whoever names one that is not there may be guessing. */
const GUESSED = ['booking', 'delivery_order', 'chassis', 'bill_of_lading', 'party'];

/** The codes of names that others have, or that do not fit together. */
const OF_GUESSES: string[] = ['pick_up_not_allowed', 'drop_off_not_allowed', COMMON.taken];

/** How many names of a refused request may have been guessed. */
export function guessesIn(failure: Failure): number {
  if (failure.parts.length) return failure.parts.reduce((sum, part) => sum + guessesIn(part), 0);
  const isUnknown = failure.code === COMMON.unknown_reference;
  const isGuess =
    OF_GUESSES.includes(failure.code) ||
    (isUnknown && failure.records.some(({ type }) => GUESSED.includes(type)));
  return isGuess ? 1 : 0;
}

/** @throws TooManyGuesses while one of the actor's parties has guessed as often as it may */
export async function refuseGuessers(db: Db, { organization_id, parties }: Actor): Promise<void> {
  const ids = parties.map(({ id }) => id);
  const guessed = await db.queryAsService<Guessed>(sql`
    SELECT g.guesses, ${LEFT} AS seconds FROM party_guesses g
    WHERE g.organization_id = ${organization_id} AND g.party_id = ANY(${ids}::bigint[])
      AND g.since > now() - ${HOUR} AND g.guesses >= ${MOST_GUESSES}`);
  throwIfMore(guessed, MOST_GUESSES);
}

/**
 * Counts names for each of the actor's parties, for the hour that begins with the first.
 * @throws TooManyGuesses when they are more than a party may send
 */
export async function countGuesses(
  db: Db,
  { organization_id, parties }: Actor,
  count: number,
): Promise<void> {
  const ids = parties.map(({ id }) => id);
  const isOver = sql`g.since <= now() - ${HOUR}`;
  const guessed = await db.queryAsService<Guessed>(sql`
    INSERT INTO party_guesses AS g (organization_id, party_id, since, guesses)
    SELECT ${organization_id}, p.id, now(), ${count} FROM parties p
    WHERE p.organization_id = ${organization_id} AND p.id = ANY(${ids}::bigint[]) ORDER BY p.id
    ON CONFLICT (organization_id, party_id) DO UPDATE SET
      since = CASE WHEN ${isOver} THEN excluded.since ELSE g.since END,
      guesses = CASE WHEN ${isOver} THEN 0 ELSE g.guesses END + excluded.guesses
    RETURNING g.guesses, ${LEFT} AS seconds`);
  throwIfMore(guessed, MOST_GUESSES + 1);
}

interface Guessed {
  guesses: number;
  /** Until the hour is over. */
  seconds: number;
}

/** SQL: the seconds until the hour is over. */
const LEFT: Sql = sql`greatest(1, ceil(extract(epoch FROM g.since + ${HOUR} - now())))::integer`;

function throwIfMore(guessed: Guessed[], many: number): void {
  const waits = guessed.flatMap(({ guesses, seconds }) => (guesses >= many ? seconds : []));
  if (waits.length) throw new TooManyGuesses(Math.max(...waits));
}
