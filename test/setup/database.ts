import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** Where the tests' own PostgreSQL keeps its data; it stays for the next run. */
export const TEST_DATA_DIR = join(tmpdir(), `wharfinger-test-${userInfo().username}`);

/** What is to be done at the end of a run by the process that began it. */
export const atEnd: (() => Promise<void>)[] = [];

/** What the names of this run's databases begin with. */
export const databasePrefix = () => `test_${process.env.TEST_RUN}_`;

/**
 * The migrated database that every test database is a clone of: a new one for each change of what makes it.
 * @param root the folder of the sources
 */
export function templateName(root = join(__dirname, '../..')): string {
  const folder = join(root, 'migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true }).map(String).sort())
    if (/\.(ts|sql)$/.test(file)) hash.update(readFileSync(join(folder, file)));
  for (const file of ['grants.ts', 'migrate.ts', 'months.ts', 'traces.ts'])
    hash.update(readFileSync(join(root, 'src/common/database/migrate', file)));
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

/** The address of another database on the same server. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${name}`;
  return url.href;
}

/** Works on the server, outside of any test database unless one is named. */
export async function onServer<T>(work: (client: Client) => Promise<T>, database?: string): Promise<T> {
  const address = database === undefined ? process.env.TEST_DATABASE_URL : databaseUrl(database);
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
