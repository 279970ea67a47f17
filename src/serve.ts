import type { AddressInfo } from 'node:net';
import { loadConfig } from './common/config/config';
import { connect } from './common/database/connect';

/**
 * Migrates, loads the demonstration data into an empty database, listens, and stops gracefully on SIGTERM and
 * SIGINT. Rejects with a sentence for the operator when it cannot start.
 */
export async function serve(): Promise<void> {
  const config = loadConfig(process.env);
  // the code is loaded while the database answers
  const [database, { buildApp }, { loadDemoOnce }] = await Promise.all([
    connect(config, { migrated: true }),
    import('./app'),
    import('./demo/demo'),
  ]);
  try {
    const token = await loadDemoOnce(database.dataSource);
    const app = await buildApp(config, database.dataSource);
    await app.listen(config.port, config.host);
    const { port } = app.getHttpServer().address() as AddressInfo;
    stopOnSignal(
      config.shutdown_timeout_ms,
      async () => {
        await app.close();
        await database.close();
      },
      () => database.release(),
    );
    announce(config.public_url ?? `http://localhost:${port}`, token);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function announce(base: string, token: string | undefined): void {
  console.log(`Wharfinger listens at ${base}`);
  console.log(`The API document: ${base}/docs`);
  if (token) console.log(`A token to try it with: ${token}`);
  else console.log('A token: npx wharfinger token create --organization <name> --user <email> --role write');
}

/** Lets requests under way end, for a while; a second signal does not wait. */
function stopOnSignal(timeout: number, stop: () => Promise<void>, giveUp: () => Promise<void>): void {
  const exit = (work: Promise<void>, code: number) => {
    work.then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => exit(giveUp(), 1), timeout).unref();
    exit(stop(), 0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
