import { Injectable, Logger } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../database/conditions';
import { Db } from '../../database/db';
import { COMMON } from '../../errors/codes';
import { Failure, Forbidden, IssuerUnreachable, NotFound } from '../../errors/errors';
import type { Actor, Role } from '../../tenancy/actor';
import { currentScope } from '../../tenancy/scope';
import type { PartyOfActor } from '../../tenancy/parties';
import { MOST_PARTIES } from '../parties/party.entity';
import { PARTIES_OF_ACTOR, partiesById, partyOf, PARTY, type PartyShow } from '../parties/party-reference';
import { SecurityEvents } from '../security-events';
import { isSuspended, keyOf, type Recognized, SETTINGS } from '../tokens.service';
import { userName } from '../../view/view';
import {
  type Claimed,
  claimedBy,
  clientOf,
  CLOCKS_DIFFER,
  isText,
  keyFor,
  NotTaken,
  requireAlgorithm,
  type Rules,
  verified,
} from './access-token';
import { FirstSignIns, noUser, type SignInRules, USER_FOUND, type UserFound } from './first-sign-ins';
import { type Grant, matching, textsAt } from './grants';
import type { TokenExplained } from './identity-issuer.view';
import { IssuerAway, IssuerKeys } from './issuer-keys';

/** For how long a signature is remembered, in milliseconds, and the most of them. */
const REMEMBERED_MS = 5 * 60_000;
const MOST = 10_000;

/** The most texts of a claim that are looked up as parties. */
const MOST_TEXTS = 100;

/** What a refused access token is answered; why stands in the log alone. */
export const NOT_ACCEPTED = 'The access token is not accepted.';

type Settings = Omit<
  Actor,
  | 'user_id'
  | 'token_id'
  | 'signed_in'
  | 'request_id'
  | 'operation'
  | 'role'
  | 'domains'
  | 'edi_partner_id'
  | 'limited'
  | 'parties'
>;

/** The issuer that a token names, and the user that its subject has there, if it was here before. */
interface Found {
  rules: Rules & SignInRules & { grants: Grant[]; changed_at: string };
  settings: Settings;
  suspended: boolean;
  identity: { id: number; unused: boolean; user: UserFound } | undefined;
}

type FoundRow = Found['rules'] &
  Settings & {
    suspended: boolean;
    identity_id: number | null;
    unused: boolean;
    user_id: number;
  } & Omit<UserFound, 'id'>;

function foundIn(row: FoundRow): Found {
  const { issuer_id, name, issuer, audience, client_ids, algorithms, require_at_jwt, ...others } = row;
  const { max_token_minutes, email_claim, name_claims, trusts_email, provision, grants, ...more } = others;
  const { changed_at, suspended, identity_id, unused, user_id, ...last } = more;
  const { active, limited, parties, signed_out_at, ...settings } = last;
  const user = { id: user_id, active, limited, parties, signed_out_at };
  return {
    rules: {
      issuer_id,
      name,
      issuer,
      audience,
      client_ids,
      algorithms,
      require_at_jwt,
      max_token_minutes,
      email_claim,
      name_claims,
      trusts_email,
      provision,
      grants,
      changed_at,
    },
    settings,
    suspended,
    identity: identity_id === null ? undefined : { id: identity_id, unused, user },
  };
}

/** What a token may do. */
interface Access {
  role: Role;
  domains: string[] | null;
  limited: boolean;
  parties: PartyOfActor[];
}

/** A token that its issuer signed. */
interface Signed {
  claimed: Claimed;
  claims: JWTPayload;
  found: Found;
}

/** Recognizes the access tokens of identity providers. */
@Injectable()
export class SignedTokensService {
  private readonly logger = new Logger('Sign-in');
  /** The claims of tokens whose signature was right, with what it was right by. */
  private readonly signatures = new Map<string, { claims: JWTPayload; by: string; until: number }>();
  private readonly noting = new Set<number>();

  constructor(
    private readonly db: Db,
    private readonly keys: IssuerKeys,
    private readonly firstSignIns: FirstSignIns,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * The actor behind an access token.
   * @throws NotTaken; Forbidden for somebody without a user, grant or party, and while the organization is suspended;
   *   IssuerUnreachable
   */
  async recognize(token: string): Promise<Recognized> {
    try {
      const { claimed, claims, found } = await this.signed(token);
      if (found.suspended) throw isSuspended();
      const user = await this.userOf(found, claims);
      const access = await this.accessOf(found, claims, user);
      if (found.identity) return this.recognized(found, claims, access);
      await this.firstSignIns.link({ ...NOBODY, ...found.settings }, found.rules, claims);
      return this.recognized(await this.find(claimed), claims, access);
    } catch (error) {
      if (error instanceof Failure && COUNTED[error.code]) this.events.count(COUNTED[error.code]!);
      throw error;
    }
  }

  /**
   * What would become of a token of an issuer of the running organization. It signs nobody in.
   * @throws NotFound for the issuer
   */
  async explain(issuer_id: number, token: string): Promise<TokenExplained> {
    const { actor, base, deadline } = currentScope();
    const explained: TokenExplained = { accepted: false, reason: null, grant: null, user: null, parties: [] };
    // beside the transaction of the request, which then holds no connection while the issuer is asked
    await this.db.reading(actor, base, () => this.explainInto(explained, issuer_id, token), deadline);
    return explained;
  }

  private async explainInto(explained: TokenExplained, issuer_id: number, token: string): Promise<void> {
    const { organization_id } = this.db.actor;
    const [issuer] = await this.db.query(
      sql`SELECT FROM identity_issuers WHERE organization_id = ${organization_id} AND id = ${issuer_id}`,
    );
    if (!issuer) throw new NotFound('Identity issuer', issuer_id);
    try {
      const { claims, found } = await this.signed(token);
      if (found.rules.issuer_id !== issuer_id) throw new NotTaken('it is of another issuer or audience');
      const place = matching(found.rules.grants, claims);
      explained.grant = place < 0 ? null : place;
      const user = await this.userOf(found, claims);
      explained.user = user ? await this.shown(user.id) : null;
      const { parties } = await this.accessOf(found, claims, user);
      const ids = parties.map(({ id }) => id);
      explained.parties = await this.db.query<PartyShow>(partiesById(organization_id, ids));
      explained.accepted = true;
    } catch (error) {
      if (!(error instanceof NotTaken || error instanceof Failure)) throw error;
      explained.reason = error.message;
    }
  }

  private async shown(user_id: number): Promise<{ id: number; name: string }> {
    const [user] = await this.db.query<{ id: number; name: string }>(sql`
      SELECT u.id, ${raw(userName((column) => `u.${column}`))} AS name FROM users u
      WHERE u.organization_id = ${this.db.actor.organization_id} AND u.id = ${user_id}`);
    return user!;
  }

  /** The claims of a token that a known issuer signed. Nothing is fetched for any other. Throws NotTaken, IssuerUnreachable. */
  private async signed(token: string): Promise<Signed> {
    const claimed = claimedBy(token);
    const found = await this.find(claimed);
    requireAlgorithm(claimed, found.rules);
    try {
      const key = keyFor(claimed, await this.keys.of(found.rules.issuer, claimed.kid));
      const id = keyOf(token);
      const by = JSON.stringify([found.rules.issuer_id, found.rules.changed_at, key]);
      const known = this.signatures.get(id);
      if (known?.by === by && Date.now() < known.until) return { claimed, claims: known.claims, found };
      const claims = await verified(token, claimed, key, found.rules);
      this.events.count('jwt_taken');
      this.remember(id, { claims, by, until: Math.min(Date.now() + REMEMBERED_MS, endOf(claims)) });
      return { claimed, claims, found };
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
  private async find({ issuer, audiences, subject }: Claimed): Promise<Found> {
    const rows = await this.db.queryAsService<FoundRow>(sql`
      SELECT s.id AS issuer_id, s.name, s.issuer, s.audience, s.client_ids, s.algorithms, s.require_at_jwt,
        s.max_token_minutes, s.email_claim, s.name_claims, s.trusts_email, s.provision, s.grants,
        s.updated_at::text AS changed_at, o.id AS organization_id, ${SETTINGS}, i.id AS identity_id,
        i.last_seen_at IS DISTINCT FROM date_trunc('hour', now()) AS unused, u.id AS user_id, ${USER_FOUND}
      FROM identity_issuers s
      JOIN organizations o ON o.id = s.organization_id
      LEFT JOIN user_identities i ON i.organization_id = s.organization_id AND i.issuer_id = s.id AND i.sub = ${subject}
      LEFT JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
      WHERE s.issuer = ${issuer} AND ${among('s.audience', [...new Set(audiences)], 'text')} AND s.active`);
    if (!rows.length) throw new NotTaken('its iss and aud are of no active issuer');
    if (rows.length > 1) throw new NotTaken('its audiences are of several issuers');
    return foundIn(rows[0]!);
  }

  /** The user of a token; undefined when one is to be made. Throws Forbidden, and NotTaken after a sign-out. */
  private async userOf(
    { rules, settings, identity }: Found,
    claims: JWTPayload,
  ): Promise<UserFound | undefined> {
    const user = identity?.user ?? (await this.firstSignIns.userFor(settings.organization_id, rules, claims));
    if (!user) return undefined;
    if (!user.active) throw noUser();
    if (user.signed_out_at !== null && claims.iat! * 1000 <= user.signed_out_at)
      throw new NotTaken('its user was signed out since', true);
    return user;
  }

  /** What the first grant that fits lets a token do, within the limits of its user. Throws Forbidden. */
  private async accessOf(
    { rules, settings }: Found,
    claims: JWTPayload,
    user: UserFound | undefined,
  ): Promise<Access> {
    const grant = rules.grants[matching(rules.grants, claims)];
    if (!grant)
      throw new Forbidden({ code: COMMON.no_grant, sentence: 'You are signed in, but have no role here.' });
    const { role, only: domains, limited } = grant;
    const parties = limited ? await this.partiesOf(settings.organization_id, grant, claims) : [];
    const access = within({ role, domains, limited, parties }, user);
    if (access.limited && !access.parties.length)
      throw new Forbidden({
        code: COMMON.no_party,
        sentence: 'You are signed in, but for no party that is known here.',
      });
    return access;
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

  private recognized({ settings, rules, identity }: Found, claims: JWTPayload, access: Access): Recognized {
    if (!identity) throw noUser();
    if (identity.unused) this.noteUse(settings.organization_id, identity.id);
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

  /** Writes the last use of an identity, once an hour, beside the request, which neither waits nor fails because of it. */
  private noteUse(organization_id: number, id: number): void {
    if (this.noting.has(id)) return;
    this.noting.add(id);
    this.db
      .queryAsService(
        sql`UPDATE user_identities SET last_seen_at = date_trunc('hour', now())
            WHERE organization_id = ${organization_id} AND id = ${id}
              AND last_seen_at IS DISTINCT FROM date_trunc('hour', now())`,
      )
      .catch((error: unknown) =>
        this.logger.warn(`The use of identity ${id} was not noted: ${String(error)}`),
      )
      .finally(() => this.noting.delete(id));
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

/** Rights within the limits of a user. Who is limited to parties is no admin. */
export function within(
  { role, domains, limited, parties }: Access,
  user: Pick<UserFound, 'limited' | 'parties'> | undefined,
): Access {
  if (user?.limited) {
    const own = new Set(user.parties.map(({ id }) => id));
    parties = limited ? parties.filter(({ id }) => own.has(id)) : user.parties;
  }
  limited ||= user?.limited ?? false;
  return { role: limited && role === 'admin' ? 'write' : role, domains, limited, parties };
}

/** When a token is refused for its age, in milliseconds. */
function endOf({ exp }: JWTPayload): number {
  return (exp! + CLOCKS_DIFFER) * 1000;
}
