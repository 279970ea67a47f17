import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { migrate } from '../../src/common/database/migrate/migrate';
import { databaseUrl, onServer, templateName, TEST_DATA_DIR } from './database';

/** Starts PostgreSQL for the run (or joins it), and migrates the template database when it is not there yet. */
export default async function globalSetup(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: TEST_DATA_DIR, durable: false });
  (globalThis as { testServer?: typeof server }).testServer = server;
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_RUN = randomBytes(4).toString('hex');
  const template = templateName();
  await onServer(async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return;
    await client.query(`DROP DATABASE IF EXISTS ${template}_new`);
    await client.query(`CREATE DATABASE ${template}_new`);
    await migrate(databaseUrl(`${template}_new`));
    // PostgreSQL copies no database that somebody is connected to
    await client.query(`ALTER DATABASE ${template}_new ALLOW_CONNECTIONS false`);
    await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
  });
}
