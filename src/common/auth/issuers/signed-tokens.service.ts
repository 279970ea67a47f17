import { Injectable } from '@nestjs/common';
import type { JWK, JWTPayload } from 'jose';
import { Db } from '../../database/db';
import { Failure, IssuerUnreachable } from '../../errors/errors';
import type { PartyOfActor } from '../../party-wall/party-types';
import { SecurityEvents } from '../security-events';
import { isSuspended, keyOf, type Recognized } from '../tokens.service';
import { UseNotes } from '../use-notes';
import {
  type Claimed,
  claimedBy,
  clientOf,
  CLOCKS_DIFFER,
  keyFor,
  NotTaken,
  requireAlgorithm,
  verified,
} from './access-token';
import { FirstSignIns, noUser, type UserFound } from './first-sign-ins';
import { GrantedAccess } from './granted-access';
import { type IssuerOfToken, issuersOfToken } from './issuer-of-token';
import { IssuerAway, IssuerKeys } from './issuer-keys';

/** For how long a signature is remembered, in milliseconds, and the most of them. */
const REMEMBERED_MS = 5 * 60_000;
const MOST = 10_000;

/** What a refused access token is answered; why is in the log alone. */
export const NOT_ACCEPTED = 'The access token is not accepted.';

/** A token that its issuer signed. */
interface Signed {
  claims: JWTPayload;
  found: IssuerOfToken;
}

/** Recognizes the access tokens of identity providers. */
@Injectable()
export class SignedTokensService {
  /** The claims of tokens whose signature was right, with what it was right by. */
  private readonly signatures = new Map<string, { claims: JWTPayload; by: string; until: number }>();
  private readonly uses: UseNotes;

  constructor(
    private readonly db: Db,
    private readonly keys: IssuerKeys,
    private readonly firstSignIns: FirstSignIns,
    private readonly access: GrantedAccess,
    private readonly events: SecurityEvents,
  ) {
    this.uses = new UseNotes(db, 'user_identities');
  }

  /**
   * The actor behind an access token.
   * @throws NotTaken; Forbidden for somebody without a user, grant or party, and while the organization is suspended;
   *   IssuerUnreachable
   */
  async recognize(token: string): Promise<Recognized> {
    try {
      return (await this.recognized(token)) ?? (await this.recognized(token)) ?? refuse();
    } catch (error) {
      if (error instanceof Failure && COUNTED[error.code]) this.events.count(COUNTED[error.code]!);
      throw error;
    }
  }

  /** The actor behind an access token; undefined when its subject was linked with a user just now. */
  private async recognized(token: string): Promise<Recognized | undefined> {
    const { claims, found } = await this.signed(token);
    const { suspended, ...settings } = found.settings;
    if (suspended) throw isSuspended();
    const user = await this.userOf(found, claims);
    const access = await this.access.of(found, claims, user);
    const { rules, identity } = found;
    if (!identity) {
      await this.firstSignIns.link({ ...NOBODY, ...settings }, rules, claims);
      return undefined;
    }
    if (identity.unused) this.uses.note(settings.organization_id, identity.id);
    const signed_in = {
      identity_id: identity.id,
      client_id: clientOf(claims) ?? null,
      issued_at: claims.iat! * 1000,
      expires_at: claims.exp! * 1000,
      issuer_changed_at: rules.changed_at,
    };
    const actor = { ...NOBODY, ...settings, ...access, user_id: identity.user.id, signed_in };
    return { actor, ends_in: endOf(claims) - Date.now() };
  }

  /**
   * The claims of a token that a known issuer signed. Nothing is fetched for any other.
   * @param issuer_id the only issuer whose tokens are looked at; any unless given
   * @throws NotTaken; IssuerUnreachable
   */
  async signed(token: string, issuer_id?: number): Promise<Signed> {
    const claimed = claimedBy(token);
    const found = await this.find(claimed);
    const { rules } = found;
    if (issuer_id !== undefined && rules.issuer_id !== issuer_id)
      throw new NotTaken('its iss and aud are of another issuer');
    requireAlgorithm(claimed, rules);
    const key = keyFor(claimed, await this.keysOf(rules.issuer, claimed.kid));
    const id = keyOf(token);
    const by = JSON.stringify([rules.issuer_id, rules.changed_at, key]);
    const known = this.signatures.get(id);
    if (known?.by === by && Date.now() < known.until) return { claims: known.claims, found };
    const claims = await verified(token, claimed, key, rules);
    this.events.count('jwt_taken');
    this.remember(id, { claims, by, until: Math.min(Date.now() + REMEMBERED_MS, endOf(claims)) });
    return { claims, found };
  }

  private async keysOf(issuer: string, kid: string | undefined): Promise<JWK[]> {
    try {
      return await this.keys.of(issuer, kid);
    } catch (error) {
      throw error instanceof IssuerAway ? new IssuerUnreachable() : error;
    }
  }

  private remember(id: string, signature: { claims: JWTPayload; by: string; until: number }): void {
    this.signatures.delete(id);
    this.signatures.set(id, signature);
    if (this.signatures.size > MOST) this.signatures.delete(this.signatures.keys().next().value!);
  }

  /** The one active issuer that a token names. Throws NotTaken for none, and for several audiences that are known. */
  private async find(claimed: Claimed): Promise<IssuerOfToken> {
    const found = await this.db.queryAsService<IssuerOfToken>(issuersOfToken(claimed));
    if (!found.length) throw new NotTaken('its iss and aud are of no active issuer');
    if (found.length > 1) throw new NotTaken('its audiences are of several issuers');
    return found[0]!;
  }

  /** The user of a token; undefined when one is to be made. Throws Forbidden, and NotTaken after a sign-out. */
  async userOf(
    { rules, settings, identity }: IssuerOfToken,
    claims: JWTPayload,
  ): Promise<UserFound | undefined> {
    const user = identity?.user ?? (await this.firstSignIns.userFor(settings.organization_id, rules, claims));
    if (!user) return undefined;
    if (!user.active) throw noUser();
    if (user.signed_out_at !== null && claims.iat! * 1000 <= user.signed_out_at)
      throw new NotTaken('its user was signed out since', true);
    return user;
  }
}

/** What is counted of refusals, by their codes. */
const COUNTED: Partial<Record<string, Parameters<SecurityEvents['count']>[0]>> = {
  no_user: 'jwt_no_user',
  no_grant: 'jwt_no_grant',
  no_party: 'jwt_no_party',
  issuer_away: 'jwt_issuer_away',
};

/** An actor without rights, user or request. */
const NOBODY = {
  user_id: null,
  token_id: null,
  request_id: null,
  operation: null,
  role: 'read' as const,
  domains: null,
  edi_partner_id: null,
  limited: false,
  parties: [] as PartyOfActor[],
};

/** For a subject that is not linked any more when it is looked up again. */
function refuse(): never {
  throw noUser();
}

/** When a token is refused for its age, in milliseconds. */
function endOf({ exp }: JWTPayload): number {
  return (exp! + CLOCKS_DIFFER) * 1000;
}
