import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../database/db';
import { Forbidden, NotFound, Refused } from '../errors/errors';
import type { Actor, Role } from '../tenancy/actor';
import { writeLinks } from '../write/links';
import { idsOfParties } from '../party-wall/party-ids';
import {
  PARTIES_OF_ACTOR,
  partiesOutside,
  type PartyInput,
  type PartyShow,
} from '../party-wall/party-reference';
import { Token } from './token.entity';
import { isUnused, UseNotes } from './use-notes';
import type { User } from './user.kind';
import { COMMON } from '../errors/codes';

/** The default lifetime of a token, in milliseconds. */
const YEAR_MS = 365 * 86_400_000;

/** SQL: the settings of the organization `o` of an actor, and whether it is suspended. */
export const SETTINGS = raw(`o.time_zone, o.weight_unit,
             o.dimension_unit, o.pre_advice_truck_required, o.validates_bills, o.other_terminal, o.check_digit_required,
             o.release_needs_charges, o.personal_data, o.release_needs_nomination, o.holds_full_imports,
             o.party_pick_up, o.vgm_required, o.vgm_tolerance, o.damage_hold_type_id, o.inspection_required,
             o.dangerous_goods_check, o.direct_delivery_classes,
             o.suspended_at IS NOT NULL AS suspended`);

/** SQL: whether a token `k` of a user `u` is limited to parties. */
export const LIMITED = raw('(k.limited OR u.limited)');
/** SQL: the role of a token. One that is limited to parties is no admin, whatever it was made for. */
const ROLE = sql`CASE WHEN ${LIMITED} AND k.role = 'admin' THEN 'write' ELSE k.role END`;
/** SQL: the parties of a limited token: its own, those of its user, or those that both have where both are limited. */
export const PARTY_IDS = sql`CASE
  WHEN k.limited THEN ARRAY(
    SELECT t.party_id FROM token_parties t
    WHERE t.organization_id = k.organization_id AND t.token_id = k.id AND (NOT u.limited OR EXISTS (
      SELECT FROM user_parties p
      WHERE p.organization_id = t.organization_id AND p.user_id = u.id AND p.party_id = t.party_id))
    ORDER BY t.party_id)
  WHEN u.limited THEN ARRAY(
    SELECT p.party_id FROM user_parties p
    WHERE p.organization_id = u.organization_id AND p.user_id = u.id ORDER BY p.party_id)
  ELSE '{}' END`;
const PARTIES = sql`(SELECT ${raw(PARTIES_OF_ACTOR)} FROM parties p
  WHERE p.organization_id = k.organization_id AND p.id = ANY(${PARTY_IDS}))`;

/** What each token begins with, by which scanners of secrets know it, and how much of it is shown. */
const MARK = 'whf_';
const PREFIX_LENGTH = 8;

/** The most tokens that are neither expired nor revoked. */
const MOST_OF_USER = 200;
const MOST_OF_ORGANIZATION = 10_000;

/** What a new token may do. */
export interface NewToken {
  role: Role;
  /** A year from now unless given; null for one that never expires. */
  expires_at?: Date | null | undefined;
  /** The domains in which the role counts; null for all. */
  domains?: string[] | null | undefined;
  /** The EDI partner to which it is bound; null for none. */
  edi_partner_id?: number | null | undefined;
  description?: string | null | undefined;
  /** The parties to which it is limited; undefined for a token that is not. */
  parties?: PartyInput[] | undefined;
}

/** A token as `token list` shows it. */
interface ListedToken {
  id: number;
  organization: string;
  email: string;
  role: Role;
  state: string;
  scope: string;
  used: string;
}

/** The user of a token that was made, and its lifetime. */
export interface Recognized {
  actor: Actor;
  /** In how many milliseconds the token expires; Infinity when it never does. */
  ends_in: number;
}

/** Makes, lists, revokes and looks up tokens. */
@Injectable()
export class TokensService {
  private readonly uses: UseNotes;

  constructor(private readonly db: Db) {
    this.uses = new UseNotes(db, 'tokens');
  }

  /**
   * Makes a token for a user of the running organization and returns it; it cannot be read again.
   * @throws Refused when the user or the organization has as many as it may, for an admin of a limited user, and as `partiesOf` does
   */
  async create(
    user_id: number,
    { role, expires_at = new Date(Date.now() + YEAR_MS), parties, ...rights }: NewToken,
  ): Promise<{ id: number; token: string }> {
    await this.requireRoom(user_id);
    if (role === 'admin' && (await this.isLimited(user_id))) throw adminOfParties('role');
    const party_ids = parties && (await this.partiesOf(user_id, role, parties));
    const token = `${MARK}${randomBytes(32).toString('base64url')}`;
    const id = await this.db.insert(Token, {
      ...rights,
      user_id,
      role,
      expires_at,
      prefix: token.slice(0, PREFIX_LENGTH),
      created_by_id: this.db.actor.user_id,
      limited: party_ids !== undefined,
      hash: hashOf(token),
    });
    if (party_ids) await this.linkParties(id, party_ids);
    return { id, token };
  }

  /** Replaces the parties of a token. */
  linkParties(id: number, party_ids: number[]): Promise<void> {
    const links = { table: 'token_parties', from: 'token_id', to: 'party_id' };
    return writeLinks([{ id, others: party_ids }], links, { db: this.db });
  }

  private async isLimited(user_id: number): Promise<boolean> {
    const { organization_id } = this.db.actor;
    const [user] = await this.db.query<{ limited: boolean }>(
      sql`SELECT limited FROM users WHERE organization_id = ${organization_id} AND id = ${user_id}`,
    );
    return user!.limited;
  }

  /** Throws Refused when the user or the organization has as many tokens as it may; it makes no others meanwhile. */
  private async requireRoom(user_id: number): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.alone('tokens');
    const live = sql`organization_id = ${organization_id} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())`;
    const [counted] = await this.db.query<{ of_user: number; of_all: number }>(sql`
      SELECT (SELECT count(*) FROM tokens WHERE ${live} AND user_id = ${user_id}) AS of_user,
        (SELECT count(*) FROM tokens WHERE ${live}) AS of_all`);
    const { of_user, of_all } = counted!;
    if (of_user >= MOST_OF_USER) throw tooMany(`A user has at most ${MOST_OF_USER} tokens`);
    if (of_all >= MOST_OF_ORGANIZATION)
      throw tooMany(`An organization has at most ${MOST_OF_ORGANIZATION.toLocaleString('en')} tokens`);
  }

  /**
   * The ids of the parties that a token is to have.
   * @throws Refused for the role admin, too many parties, or one that is not of a limited user; Unknown
   */
  async partiesOf(user_id: number, role: Role, parties: PartyInput[]): Promise<number[]> {
    if (role === 'admin') throw adminOfParties('role');
    const ids = await idsOfParties(this.db, parties);
    if (!ids.length) return [];
    const [foreign] = await this.db.query<PartyShow>(
      partiesOutside(this.db.actor.organization_id, user_id, ids),
    );
    if (foreign)
      throw new Refused({
        code: COMMON.party_not_of_user,
        sentence: `${foreign.name} is not among the parties of this user.`,
        field: 'parties',
      });
    return ids;
  }

  /**
   * The actor behind a token; undefined when it is unknown, expired or revoked, or its user inactive.
   * @throws Forbidden while its organization is suspended
   */
  recognize(token: string): Promise<Recognized | undefined> {
    return this.recognizeBy(sql`k.hash = ${hashOf(token)}`);
  }

  /** `recognize` for any SQL that selects a token `k`. */
  async recognizeBy(condition: Sql): Promise<Recognized | undefined> {
    const [found] = await this.db.queryAsService<
      Actor & { suspended: boolean; unused: boolean; ends_in: number | null }
    >(sql`
      SELECT k.organization_id, k.user_id, k.id AS token_id, ${ROLE} AS role, k.domains,
             k.edi_partner_id, ${LIMITED} AS limited, ${PARTIES} AS parties, ${SETTINGS},
             (extract(epoch FROM k.expires_at - now()) * 1000)::float8 AS ends_in,
             ${isUnused(raw('k.last_used_at'))} AS unused
      FROM tokens k
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      JOIN organizations o ON o.id = k.organization_id
      WHERE ${condition} AND k.revoked_at IS NULL AND u.active
        AND (k.expires_at IS NULL OR k.expires_at > now())`);
    if (!found) return undefined;
    const { suspended, unused, ends_in, ...actor } = found;
    if (suspended) throw isSuspended();
    if (unused) this.uses.note(actor.organization_id, actor.token_id!);
    return { actor, ends_in: ends_in ?? Infinity };
  }

  /** Every token of every organization, oldest first. */
  list(): Promise<ListedToken[]> {
    return this.db.queryAsService(sql`
      SELECT k.id, o.name AS organization, u.email, k.role,
             CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired'
                  WHEN NOT u.active THEN 'user inactive' WHEN o.suspended_at IS NOT NULL THEN 'organization suspended'
                  WHEN k.expires_at IS NOT NULL THEN 'until ' || k.expires_at::date ELSE 'valid' END AS state,
             coalesce('only ' || array_to_string(k.domains, ','), 'everywhere')
               || coalesce(' of EDI partner ' || k.edi_partner_id, '')
               || CASE WHEN ${LIMITED} THEN ', limited to parties: ' || cardinality(${PARTY_IDS}) ELSE '' END AS scope,
             coalesce('used ' || to_char(k.last_used_at, 'YYYY-MM-DD HH24:MI'), 'never used') AS used
      FROM tokens k
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      JOIN organizations o ON o.id = k.organization_id
      ORDER BY k.id`);
  }

  /** Revokes a token at once; a revoked one keeps its time. Throws NotFound for an unknown id. */
  async revoke(id: number): Promise<void> {
    const revoked = await this.db.queryAsService(
      sql`UPDATE tokens SET revoked_at = coalesce(revoked_at, now()), updated_at = now() WHERE id = ${id} RETURNING id`,
    );
    if (!revoked.length) throw new NotFound('A token with the id', id);
  }
}

/** The failure for an `admin` that would be limited to parties. */
export function adminOfParties(field: string): Refused {
  return new Refused({
    code: COMMON.party_admin,
    sentence: 'A token that is limited to parties has the role read or write.',
    field,
  });
}

/** The failure for an organization that is suspended. */
export function isSuspended(): Forbidden {
  return new Forbidden({
    code: COMMON.organization_suspended,
    sentence: 'This organization is suspended.',
  });
}

/** Throws Refused for a user who is not active, and for whom no token is made. */
export function requireActive({ email, active }: Pick<User, 'email' | 'active'>): void {
  if (!active)
    throw new Refused({
      code: COMMON.not_active,
      sentence: `The user '${email}' is not active.`,
      field: 'user',
    });
}

function tooMany(which: string): Refused {
  return new Refused({
    code: COMMON.too_many,
    sentence: `${which} that are neither expired nor revoked: revoke one that is not needed.`,
    status: 422,
  });
}

/** The SHA-256 of a token or ticket, as it is stored. */
export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The SHA-256 of a token as text, the key of the cache. */
export function keyOf(token: string): string {
  return hashOf(token).toString('latin1');
}
