import { Logger } from '@nestjs/common';
import type { JWK } from 'jose';
import sql, { empty } from 'sql-template-tag';
import type { Db } from '../../database/db';
import { IssuerKeys } from './issuer-keys';

const logger = new Logger('Sign-in');

/** The keys of issuers, and notes of what came of fetching them, which whoever sets them up reads. */
export function keysWithNotes(db: Db, allowPrivate: boolean): IssuerKeys {
  return new IssuerKeys(allowPrivate, (issuer, found) => void noteFetch(db, issuer, found));
}

/** A key as it is shown. */
export function shownKey({ kid, kty, alg }: JWK): { kid: string | null; kty: string; alg: string | null } {
  return { kid: textOf(kid), kty: textOf(kty) ?? '', alg: textOf(alg) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 255) : null;
}

/** Notes what came of fetching the keys of an issuer, for whichever organizations take its tokens. It never fails. */
export async function noteFetch(db: Db, issuer: string, found: JWK[] | Error): Promise<void> {
  const isAway = found instanceof Error;
  // one that is away is queried once in a second, and fails in the same way for long
  const isNew = isAway ? sql` AND last_error IS DISTINCT FROM ${found.message}` : empty;
  const noted = isAway
    ? sql`last_error = ${found.message}`
    : sql`last_error = NULL, last_fetched_at = now(), keys = ${JSON.stringify(found.map(shownKey))}::jsonb`;
  try {
    const changed = await db.queryAsService(
      sql`UPDATE identity_issuers SET ${noted} WHERE issuer = ${issuer}${isNew} RETURNING id`,
    );
    if (isAway && changed.length) logger.warn(`The keys of ${issuer} cannot be fetched: ${found.message}`);
  } catch (error) {
    logger.warn(`What came of it was not noted: ${String(error)}`);
  }
}
