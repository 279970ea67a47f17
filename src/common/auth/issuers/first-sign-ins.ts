import { Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../database/db';
import { COMMON } from '../../errors/codes';
import { Forbidden } from '../../errors/errors';
import { hasUnseen, IDENTIFIERS } from '../../input/values';
import { kindEvent, record } from '../../recording/record';
import { kindClasses } from '../../setup/kind-classes';
import { kindOf } from '../../setup/kind';
import type { Actor } from '../../tenancy/actor';
import type { PartyOfActor } from '../../party-wall/party-types';
import { PARTIES_OF_ACTOR } from '../../party-wall/party-reference';
import { User } from '../user.kind';
import { clientOf, isText } from './access-token';
import { UserIdentity } from './user-identity.entity';

/** What a sign-in asks of an issuer. */
export interface SignInRules {
  issuer_id: number;
  name: string;
  email_claim: string;
  name_claims: string[];
  trusts_email: boolean;
  provision: string;
}

/** A user as tokens of an identity provider find him. */
export interface UserFound {
  id: number;
  active: boolean;
  limited: boolean;
  parties: PartyOfActor[];
  /** Until when his tokens were ended, in milliseconds; null when they never were. */
  signed_out_at: number | null;
}

/** SQL: what `UserFound` has of a user `u` beside the id. */
export const USER_FOUND = sql`u.active, u.limited,
  (SELECT ${raw(PARTIES_OF_ACTOR)} FROM user_parties m
    JOIN parties p ON p.organization_id = m.organization_id AND p.id = m.party_id
    WHERE m.organization_id = u.organization_id AND m.user_id = u.id) AS parties,
  (extract(epoch FROM u.signed_out_at) * 1000)::float8 AS signed_out_at`;

/** The failure for somebody who has no user here, or an inactive one. */
export function noUser(): Forbidden {
  return new Forbidden({
    code: COMMON.no_user,
    sentence: 'You are signed in, but not known here: ask the terminal.',
  });
}

/** Finds the user of somebody who signs in for the first time, or makes one. */
@Injectable()
export class FirstSignIns {
  constructor(private readonly db: Db) {}

  /**
   * The user whom a first sign-in is of; undefined when one is to be made.
   * @throws Forbidden when nobody is known, and none is to be made
   */
  async userFor(
    organization_id: number,
    issuer: SignInRules,
    claims: JWTPayload,
  ): Promise<UserFound | undefined> {
    const name = nameOf(issuer, claims);
    if (!name) throw noUser();
    const [found] = await this.db.queryAsService<UserFound & { kind: string; is_taken: boolean }>(sql`
      SELECT u.id, ${USER_FOUND}, u.kind, EXISTS (
          SELECT FROM user_identities i WHERE i.organization_id = u.organization_id
            AND i.issuer_id = ${issuer.issuer_id} AND i.user_id = u.id AND i.sub <> ${claims.sub!}) AS is_taken
      FROM users u WHERE u.organization_id = ${organization_id} AND ${hasEmail(name.email)}`);
    // a user of another subject: the address of somebody who left was given to somebody else
    const isFit = found ? found.kind === name.kind && !found.is_taken : issuer.provision === 'create';
    if (!isFit) throw noUser();
    return found;
  }

  /** Links the subject of a token with its user, who is made where there is none. Of many at a time one does it. */
  async link(actor: Actor, issuer: SignInRules, claims: JWTPayload): Promise<void> {
    const { issuer_id } = issuer;
    const [name, sub] = [nameOf(issuer, claims)!, claims.sub!];
    await this.db.transaction({ ...actor, operation: 'wharfinger sign-in' }, '', async () => {
      await this.db.alone('first sign-ins');
      if (await this.db.find(UserIdentity, { issuer_id, sub })) return;
      const user_id = await this.userOf(name);
      if (await this.db.find(UserIdentity, { issuer_id, user_id })) throw noUser();
      await this.db.insert(UserIdentity, { issuer_id, sub, user_id });
    });
  }

  private async userOf(name: NewUser): Promise<number> {
    // first sign-ins go one by one, so that two that spell the address in other cases make one user
    const [known] = await this.db.query<{ id: number }>(sql`
      SELECT u.id FROM users u WHERE u.organization_id = ${this.db.actor.organization_id} AND ${hasEmail(name.email)}`);
    if (known) return known.id;
    const made = await this.db.insertUnlessTaken(User, { ...name }, 'email');
    if (made === undefined) return (await this.db.find(User, { email: name.email }))!.id;
    const kind = kindOf(User);
    await record(this.db, kindEvent(kind.singular, 'created'), kindClasses(kind).Show, made);
    return made;
  }
}

/**
 * SQL: the condition that the user `u` is the one with an e-mail address, however its letters are written; of several that
 * are the same but for that, the one that is written so, else the oldest.
 */
const hasEmail = (email: string) => sql`u.id = (SELECT k.id FROM users k
  WHERE k.organization_id = u.organization_id AND lower(k.email) = lower(${email})
  ORDER BY k.email = ${email} DESC, k.id LIMIT 1)`;

type NewUser = Pick<User, 'email' | 'firstname' | 'lastname' | 'kind'>;

/** Who a token is of: a person by a verified e-mail address, or a program by its client; undefined for neither. */
function nameOf(issuer: SignInRules, claims: JWTPayload): NewUser | undefined {
  const email = claims[issuer.email_claim];
  if (email === undefined) return programOf(issuer, claims);
  const isVerified = issuer.trusts_email || claims.email_verified === true;
  if (!isVerified || !isText(email) || hasUnseen(email) || !IDENTIFIERS.email.test(email)) return undefined;
  const [firstname = null, lastname = null] = issuer.name_claims.map((claim) => {
    const name = claims[claim];
    return isText(name) ? name : null;
  });
  return { email, firstname, lastname, kind: 'person' };
}

/** The user of a client that signs in for itself, by what providers say of such tokens. */
function programOf({ name }: SignInRules, claims: JWTPayload): NewUser | undefined {
  const client = clientOf(claims);
  if (client === undefined) return undefined;
  const isItself =
    claims.sub === client || // RFC 9068, 2.2
    claims.sub === `${client}@clients` || // Auth0
    claims.idtyp === 'app' || // Entra ID
    claims.preferred_username === `service-account-${client}`; // Keycloak
  if (!isItself) return undefined;
  return {
    email: `${slugOf(client)}@${slugOf(name)}.clients`,
    firstname: null,
    lastname: null,
    kind: 'service',
  };
}

function slugOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
}
