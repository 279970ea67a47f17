import { atEnd, databasePrefix, onServer } from './database';

export default async function globalTeardown(): Promise<void> {
  for (const end of atEnd) await end();
  await onServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });
  await (globalThis as { testServer?: { stop(): Promise<void> } }).testServer?.stop();
}
