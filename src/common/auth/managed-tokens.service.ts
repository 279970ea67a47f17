import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../database/db';
import { idOrAmong } from '../database/sql/references';
import { COMMON } from '../errors/codes';
import { Conflict, Invalid, NotFound, Refused, Unknown } from '../errors/errors';
import { Json } from '../json';
import type { Page } from '../pagination/page';
import type { Columns } from '../schema/columns';
import { currentScope, runIn } from '../tenancy/scope';
import { KnownTokens } from './known-tokens';
import type { CreateToken, TokenQuery, UpdateToken } from './token.dto';
import { TokenParty } from '../party-wall/party.entity';
import { partyOf, PARTY } from '../party-wall/party-reference';
import { Token } from './token.entity';
import { TOKEN_STATES, TokenShow } from './token.view';
import { requireActive, TokensService } from './tokens.service';
import { User } from './user.kind';

/** How long a token that is made over HTTP is good at most, in milliseconds: two years, of which one may be a leap year. */
const LONGEST_MS = 731 * 86_400_000;

/** SQL: whether a token is in a state, as `TokenShow` tells it. */
const IN_STATE: Record<(typeof TOKEN_STATES)[number], Sql> = {
  revoked: sql`t.revoked_at IS NOT NULL`,
  expired: sql`t.revoked_at IS NULL AND t.expires_at <= now()`,
  user_inactive: sql`t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND ${userIs(sql`NOT u.active`)}`,
  valid: sql`t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND ${userIs(sql`u.active`)}`,
};

function userIs(so: Sql): Sql {
  return sql`EXISTS (SELECT FROM users u WHERE u.organization_id = t.organization_id AND u.id = t.user_id AND ${so})`;
}

/** The tokens of an organization, for those who manage them over HTTP. */
@Injectable()
export class ManagedTokensService {
  constructor(
    private readonly db: Db,
    private readonly tokens: TokensService,
    private readonly known: KnownTokens,
  ) {}

  list(query: TokenQuery): Promise<Page> {
    return this.db
      .read(TokenShow)
      .refersTo('user', idOrAmong('email'), query.user)
      .skewed(query.state, (state) => IN_STATE[state])
      .filter(
        query.party,
        (party) => sql`EXISTS (
          SELECT FROM token_parties x JOIN (${PARTY.find(this.db.actor.organization_id, [PARTY.keyOf(partyOf(party))])}) p ON p.id = x.party_id
          WHERE x.organization_id = t.organization_id AND x.token_id = t.id)`,
      )
      .skewed(query.expires_until, (until) => sql`t.expires_at <= ${until}::timestamptz`)
      .skewed(
        query.unused_since,
        (since) => sql`t.created_at < ${since}::timestamptz
          AND (t.last_used_at IS NULL OR t.last_used_at < date_trunc('hour', ${since}::timestamptz))`,
      )
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(TokenShow, id, 'Token');
  }

  /**
   * Makes a token and answers it, once.
   * @throws Unknown for the user or a party, Invalid for a time too far away, and Refused for an inactive user, a time that is over,
   * or too many tokens
   */
  async create({
    user: email,
    role,
    only,
    expires_at,
    description,
    limited,
    parties,
  }: CreateToken): Promise<Json> {
    if (expires_at) requireAhead(expires_at);
    const user = await this.db.find(User, { email });
    if (!user) throw new Unknown('User', email, 'user');
    requireActive(user);
    const { id, token } = await this.tokens.create(user.id, {
      role,
      domains: only ?? null,
      expires_at: expires_at ? new Date(expires_at) : undefined,
      description,
      parties: parties ?? (limited ? [] : undefined),
    });
    const { text } = await this.show(id);
    return new Json(`${text.slice(0, -1)},"token":${JSON.stringify(token)}}`);
  }

  /** Narrows a token, and describes it anew. Throws NotFound, and Refused for what would widen it. */
  async update(id: number, { description, expires_at, only, parties }: UpdateToken): Promise<Json> {
    const before = await this.lock(id);
    if (expires_at !== undefined) requireNarrower('expires_at', isNoLater(expires_at, before.expires_at));
    if (only !== undefined) requireNarrower('only', isWithin(only, before.domains));
    if (expires_at && isOther(expires_at, before.expires_at)) requireAhead(expires_at);
    this.known.forgetAfterwards();
    if (parties) await this.narrow(before, await this.tokens.partiesOf(before.user_id, before.role, parties));
    await this.db.update(Token, before, {
      limited: parties ? true : undefined,
      description,
      expires_at: expires_at && new Date(expires_at),
      domains: only,
    });
    return this.show(id);
  }

  /** Ends a token at once; one that was ended keeps its time. Throws NotFound. */
  async revoke(id: number): Promise<Json> {
    const before = await this.lock(id);
    this.known.forgetAfterwards();
    if (!before.revoked_at) await this.db.update(Token, before, { revoked_at: await this.db.now() });
    return this.show(id);
  }

  /** Ends the token of the running request. Throws Conflict for one of an identity provider. */
  async revokeOwn(): Promise<Json> {
    const { token_id } = this.db.actor;
    if (token_id === null)
      throw new Conflict({
        code: COMMON.token_of_issuer,
        sentence: 'This token is of an identity provider: sign out there.',
      });
    const { actor } = this.db;
    if (!actor.limited) return this.revoke(token_id);
    // tokens are the terminal's: who holds one may end it, and is not shown who made it
    const whole = { ...currentScope(), actor: { ...actor, limited: false, parties: [] } };
    const token = JSON.parse((await runIn(whole, () => this.revoke(token_id))).text) as object;
    return new Json(JSON.stringify({ ...token, created_by: null }));
  }

  /** Leaves a token these parties. Throws Refused for one that it has not. */
  private async narrow({ id, limited }: Columns<Token>, party_ids: number[]): Promise<void> {
    const held = await this.db.findAll(TokenParty, { token_id: id });
    const ids = new Set(held.map(({ party_id }) => party_id));
    requireNarrower('parties', !limited || party_ids.every((party_id) => ids.has(party_id)));
    await this.tokens.linkParties(id, party_ids);
  }

  private async lock(id: number): Promise<Columns<Token>> {
    const token = await this.db.find(Token, { id }, { lock: true });
    if (!token) throw new NotFound('Token', id);
    return token;
  }
}

/** @throws Refused for a time that is over, and Invalid for one that is more than two years away */
function requireAhead(expires_at: string): void {
  const ahead = Date.parse(expires_at) - Date.now();
  if (ahead <= 0)
    throw new Refused({
      code: COMMON.time_over,
      sentence: 'A token expires at a time to come: revoke one that is to end now.',
      field: 'expires_at',
    });
  if (ahead > LONGEST_MS) throw new Invalid({ expires_at: ['must be two years from now at most'] });
}

function requireNarrower(field: string, isNarrower: boolean): void {
  if (!isNarrower)
    throw new Refused({ code: COMMON.token_wider, sentence: 'A token can only be narrowed.', field });
}

/** Whether a time of expiry is not later than another one; null is never. */
function isNoLater(time: string | null, before: Date | null): boolean {
  if (before === null) return true;
  return time !== null && Date.parse(time) <= before.getTime();
}

function isOther(time: string, before: Date | null): boolean {
  return Date.parse(time) !== before?.getTime();
}

/** Whether domains are some of others; null is all of them. */
function isWithin(domains: string[] | null, before: string[] | null): boolean {
  if (before === null) return true;
  return domains?.every((each) => before.includes(each)) ?? false;
}
