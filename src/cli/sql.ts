import '../app.module';
import type { Config } from '../common/config/config';
import { describedDataSource } from '../common/database/described';
import { sqlOfViews } from '../common/view/view-sql';

/** Generates the SQL of every view, by name, without a database. */
export async function generateSql(config: Config): Promise<Map<string, string>> {
  return sqlOfViews(await describedDataSource(config));
}
