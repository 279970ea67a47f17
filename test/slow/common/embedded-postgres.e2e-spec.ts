import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres';

const SOURCE = join(__dirname, '../../../src/embedded-postgres/embedded-postgres.ts');

/** A process of its own that uses the server until it gets a message. */
const OTHER_PROCESS = `
  const { transformFileSync } = require('@swc/core');
  const options = { swcrc: false, module: { type: 'commonjs' }, jsc: { target: 'es2023', parser: { syntax: 'typescript' } } };
  require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
  const { startEmbeddedPostgres } = require(${JSON.stringify(SOURCE)});
  startEmbeddedPostgres({ dataDir: process.argv[1], durable: false }).then(({ url, stop }) => {
    process.once('message', () => stop().then(() => process.disconnect()));
    process.send(url);
  });
`;

describe('The embedded PostgreSQL', () => {
  const folders: string[] = [];
  const users: { stop(): Promise<void> }[] = [];
  let dataDir: string;

  beforeAll(() => (dataDir = newFolder()));
  afterEach(() => Promise.all(users.splice(0).map((user) => user.stop())));
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  function newFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'wharfinger-embedded-'));
    chmodSync(folder, 0o755); // for root's runs, where another OS user owns the cluster in it
    folders.push(folder);
    return folder;
  }

  async function start(durable?: boolean) {
    const server = await startEmbeddedPostgres({ dataDir, durable });
    users.push(server);
    return server;
  }

  async function startElsewhere(folder = dataDir) {
    const child = spawn(process.execPath, ['-e', OTHER_PROCESS, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const exited = once(child, 'exit');
    const end = async (act: () => unknown) => {
      if (child.connected) act();
      await exited;
    };
    const user = { stop: () => end(() => child.send('stop')), kill: () => end(() => child.kill('SIGKILL')) };
    users.push(user);
    // one that ends says nothing
    const url = await new Promise<unknown>((resolve) => child.once('message', resolve).once('exit', resolve));
    if (typeof url !== 'string') throw new Error('The other process ended without an address.');
    return { url, ...user };
  }

  const pidFile = () => join(dataDir, 'cluster/postmaster.pid');
  const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

  async function ask(url: string, sql: string): Promise<unknown> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ answer: unknown }>(`select ${sql} as answer`);
    await client.end();
    return rows[0]?.answer;
  }

  it('starts on an empty folder with an empty database, and stops', async () => {
    const { url, stop } = await start(false);
    expect(await ask(url, 'current_database()')).toBe('wharfinger');
    expect(await ask(url, `current_setting('server_encoding')`)).toBe('UTF8');
    expect(await ask(url, `current_setting('fsync')`)).toBe('off');
    await stop();
    expect(existsSync(pidFile())).toBe(false);
    await expect(ask(url, '1')).rejects.toThrow();
  });

  it('keeps the data, and is durable unless stated otherwise', async () => {
    const first = await start();
    await ask(first.url, `lo_from_bytea(4711, 'kept')`);
    await first.stop();
    const { url } = await start();
    expect(await ask(url, `convert_from(lo_get(4711), 'UTF8')`)).toBe('kept');
    expect(await ask(url, `current_setting('fsync')`)).toBe('on');
    expect(await ask(url, `current_setting('synchronous_commit')`)).toBe('on');
    expect(await ask(url, `current_setting('full_page_writes')`)).toBe('on');
  });

  it('is shared by processes, and stopped by the last of them', async () => {
    const other = await startElsewhere();
    const pid = serverPid();
    const { url, stop } = await start(false);
    expect(url).toBe(other.url);
    expect(serverPid()).toBe(pid);
    await other.stop();
    expect(await ask(url, '1')).toBe(1);
    await stop();
    expect(existsSync(pidFile())).toBe(false);
  });

  it('survives a killed process, for the next one', async () => {
    const other = await startElsewhere();
    const pid = serverPid();
    await other.kill();
    const { url, stop } = await start(false);
    expect(serverPid()).toBe(pid);
    // the server notices only after a moment that the other process is gone
    const users = `(SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'wharfinger: in use')`;
    while ((await ask(url, users)) !== 1);
    await stop();
    expect(existsSync(pidFile())).toBe(false);
  });

  it.each([
    ['a process that is gone', '4194305\n'],
    ['another program', `${process.pid}\n`],
  ])('starts over the pid file of a lost server that names %s', async (_case, pid) => {
    const lost = `${pid}${dataDir}/cluster\n1700000000\n5432\n${dataDir}/cluster\n\n  1234 1\nready   \n`;
    writeFileSync(pidFile(), lost);
    writeFileSync(join(dataDir, 'cluster/.s.PGSQL.5432.lock'), lost);
    const { url } = await start(false);
    expect(await ask(url, '1')).toBe(1);
  });

  it('starts once for two processes that start on one empty folder', async () => {
    const folder = newFolder();
    const [one, two] = await Promise.all([startElsewhere(folder), startElsewhere(folder)]);
    const started = 'pg_postmaster_start_time()';
    expect(await ask(one.url, started)).toEqual(await ask(two.url, started));
    expect(readdirSync(folder).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('says what is wrong with a folder it cannot use', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    const impossible = startEmbeddedPostgres({ dataDir: join(dataDir, 'file/data') });
    await expect(impossible).rejects.toThrow(/choose another folder in WHARFINGER_DATA_DIR/);
  });
});
