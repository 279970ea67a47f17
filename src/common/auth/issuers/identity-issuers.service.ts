import { Inject, Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Config } from '../../config/config';
import { CONFIG } from '../../config/config.module';
import { contains } from '../../database/sql/conditions';
import { Db } from '../../database/db';
import { COMMON } from '../../errors/codes';
import { Forbidden, Invalid, NotFound, Refused } from '../../errors/errors';
import { closedAddress } from '../../http/addresses';
import type { Json } from '../../json';
import type { Page } from '../../pagination/page';
import type { Columns, Values } from '../../schema/columns';
import { currentScope } from '../../tenancy/scope';
import { KnownTokens } from '../known-tokens';
import { idsOfParties } from '../../party-wall/party-ids';
import { adminOfParties } from '../tokens.service';
import { ALGORITHMS } from './access-token';
import type { Grant } from './grants';
import type {
  CreateIdentityIssuer,
  GrantInput,
  IdentityIssuerQuery,
  UpdateIdentityIssuer,
} from './identity-issuer.dto';
import { IdentityIssuer } from './identity-issuer.entity';
import { IdentityIssuerShow, type IdentityIssuerTest } from './identity-issuer.view';
import { IssuerKeys } from './issuer-keys';
import { noteFetch, shownKey } from './issuer-notes';
import { IssuerTests } from './issuer-tests';

/** The most issuers of an organization, and the most grants of one. */
const MOST_ISSUERS = 20;
const MOST_GRANTS = 100;

const NAME_CLAIMS = ['given_name', 'family_name'];

/** What represents all algorithms, and the usual claims. */
const DEFAULTS = { algorithms: null, name_claims: null };

const LABEL = 'Identity issuer';

type Found = Columns<IdentityIssuer> & Pick<IdentityIssuer, 'id'>;

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

  list(query: IdentityIssuerQuery): Promise<Page> {
    return this.db
      .read(IdentityIssuerShow)
      .filter(query.name, (name) => contains('t.name', name))
      .page(query.request());
  }

  /** All issuers of the organization, in the order of their ids. */
  all(): Promise<Columns<IdentityIssuer>[]> {
    return this.db.findAll(IdentityIssuer, {});
  }

  /** The issuer of a name. Throws NotFound. */
  async called(name: string): Promise<Found> {
    const issuer = await this.db.find(IdentityIssuer, { name });
    if (!issuer) throw new NotFound(LABEL, name);
    return issuer;
  }

  /** @throws NotFound */
  async show(idOrName: string): Promise<Json> {
    const shown = await this.db.readByIdOrKey(IdentityIssuerShow, 'name', idOrName.trim());
    if (!shown) throw new NotFound(LABEL, idOrName);
    return shown;
  }

  /** The row that a path names. Throws NotFound. */
  async find(idOrName: string, options?: { lock?: boolean }): Promise<Found> {
    const issuer = await this.db.findByIdOrKey(IdentityIssuer, 'name', idOrName.trim(), options);
    if (!issuer) throw new NotFound(LABEL, idOrName);
    return issuer;
  }

  /** @throws Refused for an address, algorithm, grant or name that is not taken, and for too many; Unknown for a party */
  async create(input: CreateIdentityIssuer): Promise<Json> {
    this.requireAdmins();
    await this.requireRoom();
    return this.read(await this.db.insert(IdentityIssuer, await this.columnsOf({ ...DEFAULTS, ...input })));
  }

  /** @throws NotFound, and as `create` does */
  async update(idOrName: string, input: UpdateIdentityIssuer): Promise<Json> {
    this.requireAdmins();
    const before = await this.find(idOrName, { lock: true });
    this.tokens.forgetAfterwards();
    await this.db.update(IdentityIssuer, before, await this.columnsOf(input));
    return this.read(before.id);
  }

  /** Removes an issuer with its identities. Throws NotFound. */
  async remove(idOrName: string): Promise<string> {
    this.requireAdmins();
    const { id } = await this.find(idOrName, { lock: true });
    this.tokens.forgetAfterwards();
    await this.db.remove(IdentityIssuer, id, LABEL);
    return `${LABEL} was successfully deleted.`;
  }

  /** Asks an issuer for its keys. Throws NotFound, TooManyAtOnce. */
  async test(idOrName: string): Promise<IdentityIssuerTest> {
    const { actor, base, deadline } = currentScope();
    // beside the transaction of the request, which then holds no connection to the database while the issuer takes its time
    const { issuer } = await this.db.reading(actor, base, () => this.find(idOrName), deadline);
    const keys = await this.tests.run(() =>
      this.keys.fetch(issuer).catch((error: unknown) => error as Error),
    );
    await noteFetch(this.db, issuer, keys);
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
      algorithms: algorithms === undefined ? undefined : [...new Set(algorithms ?? ALGORITHMS)],
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
    await this.use(grants.flatMap(({ party_ids }) => party_ids));
    return grants;
  }

  /** Has events shown to parties from now on, so that whoever signs in for one later finds what happened meanwhile. */
  private async use(party_ids: number[]): Promise<void> {
    if (!party_ids.length) return;
    await this.db.query(sql`
      UPDATE parties p SET used_since = now()
      WHERE p.organization_id = ${this.db.actor.organization_id} AND p.id = ANY(${party_ids}::bigint[])
        AND p.used_since IS NULL`);
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

  private read(id: number): Promise<Json> {
    return this.db.show(IdentityIssuerShow, id, LABEL);
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
  if (/\s/.test(text) || !URL.canParse(text))
    return 'Issuer must be an address, such as https://id.harbour.example/realms/port.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'Issuer must start with https://.';
  if (url.username || url.password) return 'Issuer must not have a user or a password in it.';
  if (/[?#]/.test(text)) return 'Issuer must have neither a query nor a fragment.';
  const closed = closedAddress(url, allowPrivate);
  return closed && `Issuer must not lead to ${closed}, which is not public.`;
}
