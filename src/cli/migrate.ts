import { loadConfig } from '../common/config/config';
import { connect, databaseServer } from '../common/database/connect';
import { migrate, pendingMigrations } from '../common/database/migrate';
import { sayDatabase } from './in-database';
import type { Io } from './io';

/** Migrates the database to this version, or only checks with `check`. Returns the names of the missing migrations. */
export async function migrateCommand({ env, stderr }: Io, check: boolean): Promise<string[]> {
  const config = loadConfig(env);
  sayDatabase(stderr, config);
  const server = await databaseServer(config, !check);
  const database = await connect(config, { migrated: false }, server);
  try {
    return check ? await pendingMigrations(database.dataSource) : await migrate(database.migrationUrl);
  } finally {
    await database.close();
  }
}
