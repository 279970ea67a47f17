import { Logger } from '@nestjs/common';
import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Io } from './cli/io';
import { ConfigError, loadConfig } from './common/config/config';
import { connect, type Connection, databaseNamed, databaseServer } from './common/database/pool/connect';
import { REQUESTS } from './common/database/pool/data-source';
import { migrate } from './common/database/migrate/migrate';
import { lacksMonths } from './common/database/migrate/months';
import { HOME } from './common/home';
import { Connections } from './common/http/connections';
import { letHeapGrow } from './common/heap';

/**
 * Starts the service: waits for the database, migrates it, loads the demonstration data into an empty database (not in
 * production) and listens. It shuts down gracefully on SIGTERM and SIGINT. Rejects with a sentence for the operator
 * when it cannot start.
 */
export async function serve({ env, stdout }: Io): Promise<void> {
  const config = loadConfig(env);
  if (config.production && !config.public_url)
    throw new ConfigError(
      'PUBLIC_URL must be set where NODE_ENV is production: the address that clients reach the service at, such as https://terminal.example.',
    );
  // The code loads while the embedded server starts.
  // Unlike a write to the stream, a Console does not fail when nobody reads.
  const to = new Console(stdout);
  const [server, { buildApp }, { loadDemoOnce }, { gatePageFinder }] = await Promise.all([
    step(to, 'Starting PostgreSQL', databaseServer(config)),
    import('./app'),
    import('./demo/demo'),
    import('./demo/only-demo'),
  ]);
  const patience = config.database_start_timeout_ms;
  const connecting = connect(config, { migrated: true, patience, program: REQUESTS }, server);
  const database = await step(to, 'Bringing the database up to date', connecting);
  try {
    await lookAhead(database);
    const token = config.production
      ? undefined
      : await step(to, 'Loading the demonstration', loadDemoOnce(database.dataSource));
    const app = await buildApp(config, database.dataSource);
    await app.listen(config.port, config.host).catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    letHeapGrow(true);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const stop = async () => {
      await app.get(Connections, { strict: false }).stop(config.shutdown_delay_ms);
      await app.close();
      await database.close();
    };
    stopOnSignal(config.shutdown_delay_ms + config.shutdown_timeout_ms, stop, () => database.release());
    announce(to, {
      base: config.public_url ?? `http://localhost:${port}`,
      database: databaseNamed(config),
      token,
      showsGate: await gatePageFinder(config, database.dataSource)(),
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** After how long a step of the start is said, in milliseconds. */
const LATE_MS = 2_000;

/** Says what the start waits for, once it takes long. */
async function step<T>(to: Console, what: string, work: Promise<T>): Promise<T> {
  const late = setTimeout(() => to.log(`${what} …`), LATE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(late);
  }
}

/** Tries of a lock before the service listens: months are made three ahead, so that there is time. */
const FEW_TRIES = 3;

/**
 * Makes the partitions of the coming months where the role may; else rows of those go where `wharfinger maintain` finds them.
 * Does not wait for another process that migrates, because nothing fails without them (decision 650).
 */
async function lookAhead({ dataSource, migrationUrl }: Connection): Promise<void> {
  const log = new Logger('Months');
  let reason = 'their rows wait in a default partition';
  if (await lacksMonths(dataSource))
    await migrate(migrationUrl, { phase: 'before', tries: FEW_TRIES, waits: false }).catch(
      (error: Error) => (reason = error.message),
    );
  if (await lacksMonths(dataSource))
    log.warn(`Coming months have no partitions yet: run wharfinger maintain (${reason})`);
}

interface Announced {
  base: string;
  database: string;
  token: string | undefined;
  /** Whether the page of the gate is served. */
  showsGate: boolean;
}

/** Says where everything is. */
function announce(to: Console, { base, database, token, showsGate }: Announced): void {
  to.log(`Wharfinger listens at ${base}`);
  to.log(`Database: ${database}`);
  to.log(`The API document: ${base}/docs, in Scalar: ${base}/scalar`);
  to.log(`Guides: ${base}/guides/`);
  if (showsGate) to.log(`The gate as it happens: ${base}/demo/gate`);
  // a package of the service has neither
  if (existsSync(join(HOME, 'examples'))) {
    to.log('A client in TypeScript: clients/typescript');
    to.log('Applications on it: examples/gate-kiosk, examples/planner, examples/haulier-portal');
  }
  if (token) to.log(`A token to try it with: ${token}`);
  else to.log('A token: npx wharfinger token create --organization <name> --user <email> --role write');
}

/**
 * Stops gracefully on a signal: requests under way may end within `timeout` milliseconds, and a second signal exits at
 * once. An uncaught error stops the service in the same way, because it may have left inconsistent state.
 */
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
  const begin = (code: number) => {
    stopping = true;
    setTimeout(() => exit(giveUp(), 1), timeout).unref();
    exit(stop(), code);
  };
  const onSignal = () => (stopping ? process.exit(1) : begin(0));
  const onError = (error: unknown) => {
    new Logger('Uncaught').fatal(error instanceof Error ? error.stack : String(error));
    if (!stopping) begin(1);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}
