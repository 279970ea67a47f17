import type { Client } from 'pg';
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';
import { DataSource, Logger, MigrationExecutor } from 'typeorm';
import { guard } from '../../../src/common/database/migrate/grants';
import { MIGRATIONS } from '../../../src/common/database/migrate/tables';
import { traceAnyColumns } from '../../../src/common/database/migrate/traces';

/**
 * A file holds the database of a release: a statement with its values a line, as JSON, compressed. First those that its
 * migrations ran, since they make the schema; then its rows.
 */
type Line = [statement: string, values: unknown[]];

/** The most rows of a table that a file keeps, and of a statement. */
const ROWS = { most: 2_000, ofStatement: 200 };

/** Migrates an empty database, and returns the statements that did it. */
export async function migrateAnew(url: string): Promise<Line[]> {
  const lines: Line[] = [];
  const logQuery = (statement: string, values: unknown[] = []) => void lines.push([statement, values]);
  const silent = () => undefined;
  const logger: Logger = {
    logQuery,
    logQueryError: silent,
    logQuerySlow: silent,
    logSchemaBuild: silent,
    logMigration: silent,
    log: silent,
  };
  const dataSource = await new DataSource({
    type: 'postgres',
    url,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    installExtensions: false,
    logging: ['query'],
    logger,
  }).initialize();
  try {
    const executor = new MigrationExecutor(dataSource);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
    await traceAnyColumns(dataSource);
    await guard(dataSource);
    return lines.filter(([statement]) => !/^\s*(SELECT|SHOW)\b(?! (keep|make|count|set)_)/i.test(statement));
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The rows of a database, as statements that insert them.
 * @param most the most of each table, its last ones
 */
export async function rowsOf(client: Client, most = ROWS.most): Promise<Line[]> {
  const { rows: tables } = await client.query<{ table: string; columns: string; sequence: string | null }>(`
    SELECT c.relname AS table, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns,
      max(pg_get_serial_sequence(quote_ident(c.relname), a.attname)) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> 'migrations'
    GROUP BY c.relname ORDER BY c.relname`);
  const lines: Line[] = [];
  for (const { table, columns, sequence } of tables) {
    const { rows } = await client.query<{ row: object }>(
      `SELECT to_json(t) AS row FROM (SELECT ${columns} FROM "${table}" ORDER BY ctid DESC LIMIT ${most}) t`,
    );
    for (let at = 0; at < rows.length; at += ROWS.ofStatement)
      lines.push([
        `INSERT INTO "${table}" (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
        [JSON.stringify(rows.slice(at, at + ROWS.ofStatement).map(({ row }) => row))],
      ]);
    if (sequence && rows.length)
      lines.push([`SELECT setval('${sequence}', (SELECT max(id) FROM "${table}"))`, []]);
  }
  return lines;
}

export function keep(file: string, schema: Line[], rows: Line[]): void {
  const lines = [...schema, ['SET session_replication_role = replica', []], ...rows];
  writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 9 }));
}

/** Makes the database of a file, in an empty one. */
export async function load(file: string, client: Client): Promise<void> {
  const input = createReadStream(file).pipe(createGunzip());
  for await (const text of createInterface({ input })) {
    const [statement, values] = JSON.parse(text) as Line;
    await client.query(statement, values.length ? values : undefined);
  }
}
