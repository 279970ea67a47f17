import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { TokensService } from '../common/auth/tokens.service';
import { User } from '../common/auth/user.kind';
import { Db } from '../common/database/db';
import { send } from '../common/database/statements';
import type { Organization } from '../common/tenancy/organization.entity';
import { OrganizationsService } from '../common/tenancy/organizations.service';
import { runIn, Scope } from '../common/tenancy/scope';
import type { ImportWatcher } from '../transfer/importer';

export const DEMO = { name: 'Harbour Demo', time_zone: 'Europe/Amsterdam' };
const DATA = join(__dirname, 'data');
/** The user in the data who gets the printed tokens. */
export const USER = 'femke.dijk@harbour.example';

/** The key of an advisory lock, the same in every process. Its holder checks for the demonstration and loads it. */
const LOCK = 7_263_116;

/**
 * Loads the demonstration organization if it is missing.
 * @returns a new token with the role admin
 */
export function loadDemo(dataSource: DataSource): Promise<string> {
  return inTurn(dataSource, async (manager) => {
    const known = (await new OrganizationsService(manager).list()).find(({ name }) => name === DEMO.name);
    return known ? newToken(dataSource, manager, known) : load(dataSource, manager);
  });
}

/**
 * Loads the demonstration organization into a database without organizations. When several processes start
 * concurrently, one of them loads it.
 * @returns a token with the role admin; undefined when the database has organizations
 */
export async function loadDemoOnce(dataSource: DataSource): Promise<string | undefined> {
  if (!(await new OrganizationsService(dataSource.manager).isEmpty())) return undefined;
  return inTurn(dataSource, async (manager) =>
    (await new OrganizationsService(manager).isEmpty()) ? load(dataSource, manager) : undefined,
  );
}

/** Runs work in a transaction under the advisory lock. */
function inTurn<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  return dataSource.transaction(async (manager) => {
    await manager.query(
      `SELECT pg_advisory_xact_lock(${LOCK}), set_config('wharfinger.operation', $1, true)`,
      ['wharfinger demo'],
    );
    return work(manager);
  });
}

async function load(dataSource: DataSource, manager: EntityManager): Promise<string> {
  // Loaded lazily, because a start that finds the data needs no import code.
  const [{ Importer }, { transferKinds }] = await Promise.all([
    import('../transfer/importer'),
    import('../transfer/kinds'),
  ]);
  const organizations = new OrganizationsService(manager);
  const organization = await organizations.create(DEMO);
  const actor = organizations.actorFor(organization);
  const importer = new Importer(new Db(dataSource), transferKinds());
  await runIn({ actor, send: sendBy(manager), base: '', deadline: Infinity, writes: true }, () =>
    importer.load(DATA, STRICT),
  );
  return newToken(dataSource, manager, organization);
}

async function newToken(
  dataSource: DataSource,
  manager: EntityManager,
  organization: Organization,
): Promise<string> {
  const actor = new OrganizationsService(manager).actorFor(organization);
  const db = new Db(dataSource);
  return runIn({ actor, send: sendBy(manager), base: '', deadline: Infinity, writes: true }, async () => {
    const user = await db.find(User, { email: USER });
    if (!user) throw new Error(`${USER} is gone from '${organization.name}': use wharfinger token create.`);
    return new TokensService(db).create(user.id, 'admin');
  });
}

/** Ignores progress and throws on a bad line, because that is a defect of our own data. */
const STRICT: ImportWatcher = {
  begin: () => undefined,
  advance: () => undefined,
  end: () => undefined,
  note: () => undefined,
  bad: (file, line, field, reason) => {
    throw new Error(`${file}:${line}: ${field}: ${reason}`);
  },
};

/** Sends statements on the connection of a manager's transaction. */
function sendBy({ queryRunner }: EntityManager): Scope['send'] {
  return async (statement, named) => send((await queryRunner!.connect()) as PoolClient, statement, named);
}
