import { loadConfig } from '../common/config/config';
import { connect } from '../common/database/connect';
import { migrate, pendingMigrations } from '../common/database/migrate';

/** Brings the database up to this version; with `check`, only says what is missing (exit code 1). */
export async function migrateCommand(check = false): Promise<void> {
  const database = await connect(loadConfig(process.env), { migrated: false });
  try {
    const names = check ? await pendingMigrations(database.dataSource) : await migrate(database.url);
    for (const name of names) console.log(name);
    if (check && names.length) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
