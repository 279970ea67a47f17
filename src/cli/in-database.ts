import type { DataSource } from 'typeorm';
import { TokensService } from '../common/auth/tokens.service';
import { User } from '../common/auth/user.kind';
import { loadConfig } from '../common/config/config';
import { connect, Connection } from '../common/database/connect';
import { Db } from '../common/database/db';
import { Refused } from '../common/errors/errors';
import type { Role } from '../common/tenancy/actor';
import { OrganizationsService } from '../common/tenancy/organizations.service';
import { COMMON } from '../common/errors/codes';

/** What a token is made with; what is left out is as `TokensService.create` says. */
interface TokenOptions {
  expires_at?: Date | null;
  domains?: string[];
}

/** What commands work with. */
export interface Workshop {
  dataSource: DataSource;
  /** The same database as its owner, who alone removes traces. */
  migrationUrl: string;
  db: Db;
  organizations: OrganizationsService;
  tokens: TokensService;
  /** Makes a token for a user of an organization, and the user when new. Throws NotFound. */
  createToken: (organization: string, email: string, role: Role, options: TokenOptions) => Promise<string>;
}

/**
 * Runs a command on the migrated database, and lets go of it afterwards.
 * @param command `wharfinger token create`: what the traces of its writes name
 */
export async function inDatabase(
  env: NodeJS.ProcessEnv,
  command: string,
  work: (workshop: Workshop) => Promise<void>,
): Promise<void> {
  // nobody else waits for a command, and an export of millions takes its time
  const config = { ...loadConfig(env), database_statement_timeout_ms: 0 };
  const database = await connect(config, { migrated: true, program: command });
  try {
    await work(workshopOf(database));
  } finally {
    await database.close();
  }
}

/** The services that commands use, without the rest of the application. */
function workshopOf({ dataSource, migrationUrl }: Connection): Workshop {
  const db = new Db(dataSource);
  const organizations = new OrganizationsService(dataSource.manager);
  const tokens = new TokensService(db);
  return {
    dataSource,
    migrationUrl,
    db,
    organizations,
    tokens,
    async createToken(name, email, role, { expires_at, domains }) {
      const actor = organizations.actorFor(await organizations.find(name));
      return db.transaction(actor, '', async () => {
        const user = await db.find(User, { email });
        if (user && !user.active)
          throw new Refused({ code: COMMON.not_active, sentence: `The user '${email}' is not active.` });
        const user_id = user?.id ?? (await db.insert(User, { email }));
        return tokens.create(user_id, role, expires_at, domains);
      });
    },
  };
}
