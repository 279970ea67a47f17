import '../app.module';
import type { Config } from '../common/config/config';
import { describedDataSource } from '../common/database/pool/described';
import { sqlOfViews } from '../common/view/view-sql';

/** Generates the SQL of every view, without a database. */
export async function generateSql(config: Config): Promise<string> {
  return sqlOfViews(await describedDataSource(config));
}
