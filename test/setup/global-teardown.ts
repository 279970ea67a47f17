import { atEnd, databasePrefix, onServer } from './database';

/**
 * Drops the databases of the run and ends its use of the server. A timer keeps the process meanwhile, because connections
 * do not: jest runs a spec file in this process when it is the only one, and `statements.ts` unrefs all connections.
 */
export default async function globalTeardown(): Promise<void> {
  const alive = setInterval(() => undefined, 1_000);
  for (const end of atEnd) await end();
  await onServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });
  await (globalThis as { testServer?: { stop(): Promise<void> } }).testServer?.stop();
  clearInterval(alive);
}
