import { loadConfig } from '../common/config/config';
import { connect, Connection, databaseServer } from '../common/database/pool/connect';
import { withLocks } from '../common/database/migrate/locks';
import { migrate, pendingOf, Phase } from '../common/database/migrate/migrate';
import { sayDatabase } from './in-database';
import type { Io } from './io';

/**
 * Runs the migrations of a phase, or of both.
 * @returns their names
 * @throws ConfigError and MigrationBlocked as `migrate` does
 */
export function migrateCommand(io: Io, phase?: Phase): Promise<string[]> {
  return onServer(io, true, ({ migrationUrl }) => migrate(migrationUrl, { phase }));
}

/** What `migrateCommand` would run: the name of each migration, with the tables that it locks. */
export function pendingCommand(io: Io, phase?: Phase): Promise<string[]> {
  return onServer(io, false, async ({ dataSource }) => withLocks(await pendingOf(dataSource, phase)));
}

async function onServer<T>(
  { env, stderr }: Io,
  makes: boolean,
  work: (database: Connection) => Promise<T>,
): Promise<T> {
  const config = loadConfig(env);
  sayDatabase(stderr, config);
  const server = await databaseServer(config, makes);
  const database = await connect(config, { migrated: false }, server);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
