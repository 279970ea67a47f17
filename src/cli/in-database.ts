import type { DataSource } from 'typeorm';
import { IdentityIssuersService } from '../common/auth/issuers/identity-issuers.service';
import { IssuerKeys } from '../common/auth/issuers/issuer-keys';
import { IssuerTests } from '../common/auth/issuers/issuer-tests';
import { KnownTokens } from '../common/auth/known-tokens';
import { requireActive, TokensService } from '../common/auth/tokens.service';
import { User } from '../common/auth/user.kind';
import { Config, loadConfig } from '../common/config/config';
import { connect, Connection, databaseNamed } from '../common/database/pool/connect';
import { Db } from '../common/database/db';
import { NotFound, Refused } from '../common/errors/errors';
import type { Role } from '../common/tenancy/actor';
import { OrganizationsService } from '../common/tenancy/organizations.service';
import type { PartyInput } from '../common/party-wall/party-reference';
import { COMMON } from '../common/errors/codes';
import { EdiPartner } from '../parties/edi-partners/edi-partner.kind';
import type { Io } from './io';

/** Options of a new token. Absent ones have the defaults of `TokensService.create`. */
interface TokenOptions {
  expires_at?: Date | null;
  domains?: string[];
  /** The EDI partner that it is bound to, by name or edi_id. */
  partner?: string;
  /** The parties to which it is limited. */
  parties?: PartyInput[];
}

/** The services for commands. */
export interface Workshop {
  dataSource: DataSource;
  /** The URL of the same database with the owner's role, which alone may delete traces. */
  migrationUrl: string;
  db: Db;
  organizations: OrganizationsService;
  tokens: TokensService;
  /** Runs work with the identity issuers of an organization, in one transaction. Throws NotFound. */
  issuersOf: <T>(organization: string, work: (issuers: IdentityIssuersService) => Promise<T>) => Promise<T>;
  /**
   * Creates a token for a user of an organization, and the user if new.
   * @throws NotFound, and Refused for a partner that several are called
   */
  createToken: (organization: string, email: string, role: Role, options: TokenOptions) => Promise<string>;
}

/**
 * Says which database is asked, runs a command with it, migrated, and disconnects.
 * @param command its name in traces, such as `wharfinger token create`
 * @param makes whether it makes a database where there is none
 */
export async function inDatabase(
  { env, stderr }: Io,
  command: string,
  makes: boolean,
  work: (workshop: Workshop) => Promise<void>,
): Promise<void> {
  // No statement timeout: nobody else waits for a command, and an export of millions of records takes long.
  const config = { ...loadConfig(env), database_statement_timeout_ms: 0 };
  sayDatabase(stderr, config);
  const database = await connect(config, { migrated: true, makes, program: command });
  try {
    await work(workshopOf(database, config));
  } finally {
    await database.close();
  }
}

/** Says which database a command asks, where its output does not go. */
export function sayDatabase(to: Io['stderr'], config: Config): void {
  to.write(`Database: ${databaseNamed(config)}\n`);
}

/** Constructs the services for commands without the rest of the application. */
function workshopOf({ dataSource, migrationUrl }: Connection, config: Config): Workshop {
  const db = new Db(dataSource);
  const organizations = new OrganizationsService(dataSource.manager);
  const tokens = new TokensService(db);
  // who has the command line may keep them always
  const keeping = { ...config, issuers_by: 'admin' };
  const keys = new IssuerKeys(config.issuer_allow_private);
  const issuers = new IdentityIssuersService(db, new KnownTokens(), keys, new IssuerTests(), keeping);
  return {
    dataSource,
    migrationUrl,
    db,
    organizations,
    tokens,
    async issuersOf(name, work) {
      const actor = organizations.actorFor(await organizations.find(name));
      return db.transaction(actor, '', () => work(issuers));
    },
    async createToken(name, email, role, { expires_at, domains, partner, parties }) {
      const actor = organizations.actorFor(await organizations.find(name));
      return db.transaction(actor, '', async () => {
        const user = await db.find(User, { email });
        if (user) requireActive(user);
        const user_id = user?.id ?? (await db.insert(User, { email }));
        const edi_partner_id = partner === undefined ? null : await partnerCalled(db, partner);
        const { token } = await tokens.create(user_id, {
          role,
          expires_at,
          domains,
          edi_partner_id,
          parties,
        });
        return token;
      });
    },
  };
}

/** The id of the EDI partner of a name, else of an edi_id. */
async function partnerCalled(db: Db, called: string): Promise<number> {
  const named = await db.findAll(EdiPartner, { name: called });
  const found = named.length ? named : await db.findAll(EdiPartner, { edi_id: called });
  if (!found.length) throw new NotFound('The EDI partner', called);
  if (found.length > 1)
    throw new Refused({
      code: COMMON.ambiguous_reference,
      sentence: `Several EDI partners are called '${called}': name one by its edi_id.`,
    });
  return found[0]!.id;
}
