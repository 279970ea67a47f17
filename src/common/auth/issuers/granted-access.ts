import { Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../database/db';
import { COMMON } from '../../errors/codes';
import { Forbidden } from '../../errors/errors';
import type { Actor } from '../../tenancy/actor';
import type { PartyOfActor } from '../../party-wall/party-types';
import { MOST_PARTIES } from '../../party-wall/party.entity';
import { PARTIES_OF_ACTOR, partyOf, PARTY } from '../../party-wall/party-reference';
import { isText } from './access-token';
import type { UserFound } from './first-sign-ins';
import { type Grant, matching, textsAt } from './grants';
import type { IssuerOfToken } from './issuer-of-token';

/** The most texts of a claim that are looked up as parties. */
const MOST_TEXTS = 100;

/** What a token may do. */
type Access = Pick<Actor, 'role' | 'domains' | 'limited' | 'parties'>;

/** Finds out what the tokens of identity providers may do. */
@Injectable()
export class GrantedAccess {
  constructor(private readonly db: Db) {}

  /**
   * What the first grant that fits lets a token do, within the limits of its user.
   * @throws Forbidden for no grant, and for no party
   */
  async of(
    { rules: { grants }, settings: { organization_id } }: IssuerOfToken,
    claims: JWTPayload,
    user: UserFound | undefined,
  ): Promise<Access> {
    const grant = grants[matching(grants, claims)];
    if (!grant)
      throw new Forbidden({ code: COMMON.no_grant, sentence: 'You are signed in, but have no role here.' });
    const { role, only: domains, limited } = grant;
    const parties = limited ? await this.partiesOf(organization_id, grant, claims) : [];
    return within({ role, domains, limited, parties }, user);
  }

  /** The parties of a grant, as it lists them or a claim names them. */
  private async partiesOf(
    organization_id: number,
    { party_ids, parties_claim }: Grant,
    claims: JWTPayload,
  ): Promise<PartyOfActor[]> {
    const ids =
      parties_claim === null
        ? party_ids
        : await this.idsNamed(organization_id, textsAt(claims, parties_claim));
    const [found] = await this.db.queryAsService<{ parties: PartyOfActor[] }>(sql`
      WITH used AS (
        UPDATE parties u SET used_since = now()
        WHERE u.organization_id = ${organization_id} AND u.id = ANY(${ids}::bigint[]) AND u.used_since IS NULL
      )
      SELECT ${raw(PARTIES_OF_ACTOR)} AS parties FROM parties p
      WHERE p.organization_id = ${organization_id} AND p.id = ANY(${ids}::bigint[])`);
    return found!.parties;
  }

  /** The ids of the parties that texts such as `trucking_company:EST` name; others are dropped. */
  private async idsNamed(organization_id: number, texts: string[]): Promise<number[]> {
    const keys = texts.slice(0, MOST_TEXTS).flatMap((text) => {
      const party = isText(text) ? partyOf(text) : undefined;
      return party ? [PARTY.keyOf(party)] : [];
    });
    if (!keys.length) return [];
    const found = await this.db.queryAsService<{ id: number }>(
      PARTY.find(organization_id, [...new Set(keys)]),
    );
    return found.map(({ id }) => id).slice(0, MOST_PARTIES);
  }
}

/**
 * Rights within the limits of a user. Who is limited to parties is no admin.
 * @throws Forbidden for no party
 */
export function within(
  { role, domains, limited, parties }: Access,
  user: Pick<UserFound, 'limited' | 'parties'> | undefined,
): Access {
  if (user?.limited) {
    const own = new Set(user.parties.map(({ id }) => id));
    parties = limited ? parties.filter(({ id }) => own.has(id)) : user.parties;
  }
  limited ||= user?.limited ?? false;
  if (limited && !parties.length)
    throw new Forbidden({
      code: COMMON.no_party,
      sentence: 'You are signed in, but for no party that is known here.',
    });
  return { role: limited && role === 'admin' ? 'write' : role, domains, limited, parties };
}
