import { loadConfig } from '../common/config/config';
import { connect } from '../common/database/connect';
import { migrate, pendingMigrations } from '../common/database/migrate';

/** Migrates the database to this version, or only checks with `check`. Returns the names of the missing migrations. */
export async function migrateCommand(env: NodeJS.ProcessEnv, check: boolean): Promise<string[]> {
  const database = await connect(loadConfig(env), { migrated: false });
  try {
    return check ? await pendingMigrations(database.dataSource) : await migrate(database.migrationUrl);
  } finally {
    await database.close();
  }
}
