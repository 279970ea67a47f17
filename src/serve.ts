import type { AddressInfo } from 'node:net';
import { ConfigError, loadConfig } from './common/config/config';
import { connect, databaseServer } from './common/database/connect';

/** How long open connections are served after the signal to stop: whoever sends on one does not know yet. */
const DRAIN_MS = 1000;

/**
 * Migrates, loads the demonstration data into an empty database (not in production), listens, and stops gracefully on SIGTERM and
 * SIGINT. Rejects with a sentence for the operator when it cannot start.
 */
export async function serve(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.production && !config.public_url)
    throw new ConfigError(
      'PUBLIC_URL must be set where NODE_ENV is production: the address that clients reach the service at, such as https://terminal.example.',
    );
  // the code is loaded while the embedded server starts
  const [server, { buildApp }, { loadDemoOnce }] = await Promise.all([
    databaseServer(config),
    import('./app'),
    import('./demo/demo'),
  ]);
  const database = await connect(config, { migrated: true }, server);
  try {
    const token = config.production ? undefined : await loadDemoOnce(database.dataSource);
    const app = await buildApp(config, database.dataSource);
    await app.listen(config.port, config.host);
    const { port } = app.getHttpServer().address() as AddressInfo;
    stopOnSignal(
      config.shutdown_timeout_ms,
      async () => {
        // a connection stays open after its last request: first for a request that is on its way
        const server = app.getHttpServer();
        let sweep: NodeJS.Timeout | undefined;
        const sweepIdle = () => (sweep = setInterval(() => server.closeIdleConnections(), 20));
        const grace = setTimeout(sweepIdle, DRAIN_MS);
        await app.close();
        clearTimeout(grace);
        clearInterval(sweep);
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
