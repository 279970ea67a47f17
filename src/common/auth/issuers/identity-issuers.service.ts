import { Inject, Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Config } from '../../config/config';
import { CONFIG } from '../../config/config.module';
import { Db } from '../../database/db';
import { COMMON } from '../../errors/codes';
import { Forbidden, Invalid, NotFound, Refused } from '../../errors/errors';
import { isPublic, literalOf } from '../../http/addresses';
import type { Json } from '../../json';
import type { Page } from '../../pagination/page';
import type { PageQuery } from '../../pagination/page-query';
import type { Columns, Values } from '../../schema/columns';
import { currentScope } from '../../tenancy/scope';
import { KnownTokens } from '../known-tokens';
import { idsOfParties } from '../party-ids';
import { adminOfParties } from '../tokens.service';
import { ALGORITHMS } from './access-token';
import type { Grant } from './grants';
import type { CreateIdentityIssuer, GrantInput, UpdateIdentityIssuer } from './identity-issuer.dto';
import { IdentityIssuer } from './identity-issuer.entity';
import { IdentityIssuerShow, type IdentityIssuerTest } from './identity-issuer.view';
import { IssuerKeys } from './issuer-keys';
import { noteFetch, shownKey } from './issuer-notes';
import { IssuerTests } from './issuer-tests';

/** The most issuers of an organization, and the most grants of one. */
const MOST_ISSUERS = 20;
const MOST_GRANTS = 100;

const NAME_CLAIMS = ['given_name', 'family_name'];

/** What stands for all algorithms, and for the usual claims. */
const DEFAULTS = { algorithms: null, name_claims: null };

/** The identity providers whose tokens an organization takes. */
@Injectable()
export class IdentityIssuersService {
  constructor(
    private readonly db: Db,
    private readonly tokens: KnownTokens,
    private readonly keys: IssuerKeys,
    private readonly tests: IssuerTests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(query: PageQuery): Promise<Page> {
    return this.db.read(IdentityIssuerShow).page(query.request());
  }

  /** All issuers of the organization, in the order of their ids. */
  all(): Promise<Columns<IdentityIssuer>[]> {
    return this.db.findAll(IdentityIssuer, {});
  }

  /** The issuer of a name. Throws NotFound. */
  async called(name: string): Promise<Columns<IdentityIssuer> & Pick<IdentityIssuer, 'id'>> {
    const issuer = await this.db.find(IdentityIssuer, { name });
    if (!issuer) throw new NotFound('Identity issuer', name);
    return issuer;
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(IdentityIssuerShow, id, 'Identity issuer');
  }

  /** @throws Refused for an address, algorithm, grant or name that is not taken, and for too many; Unknown for a party */
  async create(input: CreateIdentityIssuer): Promise<Json> {
    this.requireAdmins();
    await this.requireRoom();
    return this.show(await this.db.insert(IdentityIssuer, await this.columnsOf({ ...DEFAULTS, ...input })));
  }

  /** @throws NotFound, and as `create` does */
  async update(id: number, input: UpdateIdentityIssuer): Promise<Json> {
    this.requireAdmins();
    const before = await this.lock(id);
    this.tokens.forgetAfterwards();
    await this.db.update(IdentityIssuer, before, await this.columnsOf(input));
    return this.show(id);
  }

  /** Removes an issuer with its identities. Throws NotFound. */
  async remove(id: number): Promise<string> {
    this.requireAdmins();
    await this.lock(id);
    this.tokens.forgetAfterwards();
    await this.db.remove(IdentityIssuer, id, 'Identity issuer');
    return 'Identity issuer was successfully deleted.';
  }

  /** Asks an issuer for its keys. Throws NotFound, TooManyAtOnce. */
  async test(id: number): Promise<IdentityIssuerTest> {
    const { actor, base, deadline } = currentScope();
    // beside the transaction of the request, which then holds no connection to the database while the issuer takes its time
    const found = await this.db.reading(actor, base, () => this.db.find(IdentityIssuer, { id }), deadline);
    if (!found) throw new NotFound('Identity issuer', id);
    const keys = await this.tests.run(() =>
      this.keys.fetch(found.issuer).catch((error: unknown) => error as Error),
    );
    await noteFetch(this.db, found.issuer, keys);
    return keys instanceof Error
      ? { reached: false, keys: [], error: keys.message }
      : { reached: true, keys: keys.map(shownKey), error: null };
  }

  private async columnsOf({
    algorithms,
    name_claims,
    grants,
    ...fields
  }: UpdateIdentityIssuer): Promise<Values<IdentityIssuer>> {
    if (fields.issuer !== undefined) this.requireAddress(fields.issuer);
    if (algorithms) requireStrong(algorithms);
    return {
      ...fields,
      algorithms: algorithms === undefined ? undefined : (algorithms ?? [...ALGORITHMS]),
      name_claims: name_claims === undefined ? undefined : (name_claims ?? NAME_CLAIMS),
      grants: grants === undefined ? undefined : await this.grantsOf(grants ?? []),
    };
  }

  private async grantsOf(inputs: GrantInput[]): Promise<Grant[]> {
    if (inputs.length > MOST_GRANTS)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `An issuer has at most ${MOST_GRANTS} grants.`,
        field: 'grants',
        status: 422,
      });
    const grants: Grant[] = [];
    for (const [place, { claim, value, role, only = null, parties = null }] of inputs.entries()) {
      const limited = parties !== null;
      if (limited && role === 'admin') throw adminOfParties(`grants.${place}.role`);
      const named = { what: 'A grant', field: `grants.${place}.parties` };
      const party_ids = Array.isArray(parties) ? await idsOfParties(this.db, parties, named) : [];
      const parties_claim = parties && 'claim' in parties ? parties.claim : null;
      grants.push({ claim, value, role, only, limited, party_ids, parties_claim });
    }
    return grants;
  }

  /** Refuses an address that keys are not fetched from. Names are looked at when they are resolved. */
  private requireAddress(issuer: string): void {
    const sentence = reasonAgainst(issuer, this.config.issuer_allow_private);
    if (sentence) throw new Refused({ code: COMMON.issuer_address, sentence, field: 'issuer', status: 422 });
  }

  private requireAdmins(): void {
    if (this.config.issuers_by === 'operator')
      throw new Forbidden({
        code: COMMON.issuers_of_operator,
        sentence: 'Identity issuers are kept by the operator of this service.',
      });
  }

  private async requireRoom(): Promise<void> {
    await this.db.alone('identity issuers');
    const { organization_id } = this.db.actor;
    const [counted] = await this.db.query<{ count: number }>(
      sql`SELECT count(*) FROM identity_issuers WHERE organization_id = ${organization_id}`,
    );
    if (counted!.count >= MOST_ISSUERS)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `An organization has at most ${MOST_ISSUERS} identity issuers.`,
        status: 422,
      });
  }

  private async lock(id: number): Promise<Columns<IdentityIssuer>> {
    const issuer = await this.db.find(IdentityIssuer, { id }, { lock: true });
    if (!issuer) throw new NotFound('Identity issuer', id);
    return issuer;
  }
}

/** Throws Invalid for no algorithm, and Refused for one that is not taken. */
function requireStrong(algorithms: string[]): void {
  if (!algorithms.length) throw new Invalid({ algorithms: ['must have one at least'] });
  const weak = algorithms.find((each) => !(ALGORITHMS as readonly string[]).includes(each));
  if (weak !== undefined)
    throw new Refused({
      code: COMMON.algorithm_weak,
      sentence: `${weak} is not taken.`,
      field: 'algorithms',
      status: 422,
    });
}

/** The reason for which an issuer is not allowed; undefined when it is. */
function reasonAgainst(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text))
    return 'Issuer must be an address, such as https://id.harbour.example/realms/port.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'Issuer must start with https://.';
  if (url.username || url.password) return 'Issuer must not have a user or a password in it.';
  if (/[?#]/.test(text)) return 'Issuer must have neither a query nor a fragment.';
  const literal = literalOf(url);
  if (literal && !allowPrivate && !isPublic(literal))
    return `Issuer must not lead to ${literal}, which is not public.`;
  return undefined;
}
