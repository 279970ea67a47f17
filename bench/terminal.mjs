// A terminal to measure: a database with data, the service, and the servers that it is measured against.
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const require = createRequire(import.meta.url);
const START_MS = 120_000;

export class Terminal {
  /**
   * Brings up a terminal with so many containers. Whoever opens it closes it.
   * @param profiles the folder to leave a profile of the service in, if any
   * @param root the folder in which the service is built: another version has another database, and its own data
   */
  static async open(containers, { profiles, root = dirname(import.meta.dirname) } = {}) {
    const terminal = new Terminal();
    terminal.#profiles = profiles;
    terminal.#root = root;
    try {
      await terminal.#begin(containers);
      return terminal;
    } catch (error) {
      await terminal.close();
      throw error;
    }
  }

  #folder = mkdtempSync(join(tmpdir(), 'wharfinger-bench-'));
  #processes = [];
  dataDir = `${this.#folder}-data`;
  #ofStandby = `${this.#folder}-standby`;
  #server;
  #standby;
  #profiles;
  #root;

  /** Starts the server written by hand, which says its port. */
  async rival() {
    const child = fork(join(import.meta.dirname, 'rival/server.mjs'), {
      env: { ...process.env, DATABASE_URL: this.#server.serviceUrl },
    });
    this.#processes.push(child);
    const [{ port }] = await Promise.race([once(child, 'message'), failed(child)]);
    return { pid: child.pid, port };
  }

  /** Finds trucks that are outside, for scenes of the gate; these ask `helper` for what they need beforehand. */
  async findTrucks(helper) {
    const { rows } = await this.database.query(
      `SELECT license_plate FROM trucks k WHERE id > 1000 AND trucking_company_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM truck_visits v WHERE v.truck_id = k.id AND v.gated_out_at IS NULL) ORDER BY id LIMIT 300`,
    );
    this.trucks = rows.map(({ license_plate }) => license_plate);
    this.announced = 0;
    this.helper = helper;
  }

  async close() {
    for (const child of this.#processes) child.kill('SIGTERM');
    await Promise.all(
      this.#processes.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
    );
    await this.database?.end();
    await this.#standby?.stop();
    await this.#server?.stop();
    for (const folder of [this.#folder, this.dataDir, this.#ofStandby])
      rmSync(folder, { recursive: true, force: true });
  }

  /** Makes a standby. Processes of the service that are started from now on read from it, and the one from before ends. */
  async readFromStandby() {
    const [from, to] = [this.dataDir, this.#ofStandby].map((folder) => join(folder, 'cluster'));
    mkdirSync(this.#ofStandby);
    await this.database.query(`SELECT pg_backup_start('standby', true)`);
    spawnSync('cp', ['-a', from, to]); // files may go meanwhile: the log of the primary has what is missing
    const { rows } = await this.database.query('SELECT labelfile FROM pg_backup_stop(false)');
    for (const file of ['postmaster.pid', 'postmaster.opts', '.s.PGSQL.5432.lock', '.s.PGSQL.5432'])
      rmSync(join(to, file), { force: true });
    const { uid, gid } = statSync(from);
    for (const [name, text] of [
      ['backup_label', rows[0].labelfile],
      ['standby.signal', ''],
    ]) {
      writeFileSync(join(to, name), text);
      chownSync(join(to, name), uid, gid);
    }
    const sockets = decodeURIComponent(new URL(this.#server.url).hostname);
    appendFileSync(
      join(to, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${sockets} user=wharfinger'\n`,
    );
    this.#standby = await this.#startPostgres(this.#ofStandby);
    this.postmasterOfStandby = postmasterOf(this.#ofStandby);
    const [before] = this.#processes;
    before.kill('SIGTERM');
    await once(before, 'exit');
    this.service = await this.serve();
  }

  async #begin(containers) {
    this.#server = await this.#startPostgres(this.dataDir);
    this.postmaster = postmasterOf(this.dataDir);
    this.service = await this.serve();
    this.url = this.#server.url;
    this.database = new pg.Client({ connectionString: this.url });
    await this.database.connect();
    await this.database.query(`SET bench.containers = ${containers}`);
    await this.database.query(readFileSync(join(this.#root, 'bench/data.sql'), 'utf8'));
    await this.database.query('VACUUM ANALYZE');
    await this.database.query('CHECKPOINT');
  }

  #startPostgres(dataDir) {
    const { startEmbeddedPostgres } = require(
      join(this.#root, 'dist/src/embedded-postgres/embedded-postgres.js'),
    );
    return startEmbeddedPostgres({ dataDir });
  }

  /** Starts one more process of the service as it is delivered, with its log in a file. */
  async serve() {
    const port = await freePort();
    const log = join(this.#folder, `service-${port}.log`);
    const env = {
      ...process.env,
      EDI_ALLOW_PRIVATE: 'true',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ISSUER_ALLOW_PRIVATE: 'true',
      WHARFINGER_DATA_DIR: this.dataDir,
      ...(this.#standby && { DATABASE_READ_URL: this.#standby.serviceUrl }),
      PORT: String(port),
      HOST: '127.0.0.1',
    };
    const started = performance.now();
    const profiling = this.#profiles ? ['--cpu-prof', `--cpu-prof-dir=${this.#profiles}`] : [];
    const child = spawn(process.execPath, [...profiling, join(this.#root, 'dist/src/cli.js'), 'serve'], {
      env,
      stdio: ['ignore', openSync(log, 'w'), 'inherit'],
    });
    this.#processes.push(child);
    for (const end = Date.now() + START_MS; Date.now() < end && child.exitCode === null; await pause(50)) {
      const [told, token] = /A token(?: to try it with: (\S+))?/.exec(readFileSync(log, 'utf8')) ?? [];
      if (!told) continue;
      this.token ??= token;
      this.listening = performance.now() - started;
      return { pid: child.pid, port };
    }
    throw new Error(`The service did not start: ${readFileSync(log, 'utf8')}`);
  }
}

/** The process of the server of a data folder. */
const postmasterOf = (folder) => parseInt(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8'));

async function failed(child) {
  const [code] = await once(child, 'exit');
  throw new Error(`bench/rival/server.mjs ended with ${code}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
