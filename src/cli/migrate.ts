import { loadConfig } from '../common/config/config';
import { connect } from '../common/database/connect';
import { migrate, pendingMigrations } from '../common/database/migrate';

/** Brings the database up to this version; with `check`, changes nothing. Returns the names of what was missing. */
export async function migrateCommand(env: NodeJS.ProcessEnv, check: boolean): Promise<string[]> {
  const database = await connect(loadConfig(env), { migrated: false });
  try {
    return check ? await pendingMigrations(database.dataSource) : await migrate(database.migrationUrl);
  } finally {
    await database.close();
  }
}
