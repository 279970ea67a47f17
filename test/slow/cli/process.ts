import { ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { DataSource } from 'typeorm';
import { run } from '../../../src/cli/commands';
import { loadConfig } from '../../../src/common/config/config';
import { dataSourceOptions } from '../../../src/common/database/pool/data-source';
import { databaseUrl, onServer, templateName } from '../../setup/database';
import { guard } from '../../wall/guard';

export const CLI = join(__dirname, '../../../scripts/wharfinger.mjs');
const BUILD = join(__dirname, '../../../dist/src/cli.js');

/** What a command left behind. */
export interface Done {
  code: number | null;
  stdout: string;
  /** Without the line that names the database. */
  stderr: string;
  /** The database that the command names as the one it asks. */
  database?: string;
}

/** The line that names the database is one of every command, and not what a test of one command is about. */
function withoutDatabase({ code, stdout, stderr }: Done): Done {
  const [line, database] = /^Database: (.*)\n/.exec(stderr) ?? [];
  if (!line) return { code, stdout, stderr };
  const done = { code, stdout, stderr: stderr.slice(line.length) };
  return Object.defineProperty(done, 'database', { value: database, enumerable: false });
}

function start(
  args: string[],
  env: Record<string, string>,
  cli = CLI,
): { child: ChildProcess; done: Promise<Done> } {
  if (!existsSync(BUILD)) throw new Error('Build first: npm run build');
  const child = spawn(cli, args, {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const done = new Promise<Done>((resolve) =>
    child.on('close', (code) => resolve(withoutDatabase({ code, stdout, stderr }))),
  );
  return { child, done };
}

/** Runs a command in this process, which saves loading the code again. */
export async function wharfinger(env: Record<string, string>, ...args: string[]): Promise<Done> {
  const stated = { stdout: '', stderr: '' };
  const into = (name: keyof typeof stated) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        stated[name] += text;
        done();
      },
    });
  const io = { env: { LOG_LEVEL: 'silent', ...env }, stdout: into('stdout'), stderr: into('stderr') };
  const code = await run(args, io);
  return withoutDatabase({ code, ...stated });
}

/** Starts the built command as a process of its own, which may be killed as a machine that goes down would. */
export function wharfingerCommand(
  env: Record<string, string>,
  ...args: string[]
): { done: Promise<Done>; kill: () => void } {
  const { child, done } = start(args, env);
  return { done, kill: () => void child.kill('SIGKILL') };
}

/** Runs the built command as a process of its own, to its end. */
export function wharfingerProcess(env: Record<string, string>, ...args: string[]): Promise<Done> {
  return wharfingerCommand(env, ...args).done;
}

/** Runs the command of another installation to its end. */
export function wharfingerOf(cli: string, env: Record<string, string>, ...args: string[]): Promise<Done> {
  return start(args, env, cli).done;
}

/** A service that runs as a process of its own, on a free port. */
export class Served {
  private constructor(
    readonly base: string,
    private readonly child: ChildProcess,
    readonly done: Promise<Done>,
  ) {}

  /**
   * Starts it and waits until it says that it listens.
   * @param cli the command of another installation, if it is not this one
   */
  static async start(env: Record<string, string>, cli?: string): Promise<Served> {
    const { child, done } = start(['serve'], { PORT: '0', ...env }, cli);
    const base = new Promise<string>((resolve, reject) => {
      let stated = '';
      child.stdout!.on('data', (chunk) => {
        stated += String(chunk);
        const [, address] = /listens at (\S+)\n/.exec(stated) ?? [];
        if (address) resolve(address);
      });
      void done.then(({ stderr }) => reject(new Error(`It did not start: ${stderr}`)));
    });
    return new Served(await base, child, done);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get(path: string, token: string): Promise<Response> {
    return fetch(`${this.base}/api/v1${path}`, { headers: { authorization: `Token token=${token}` } });
  }

  signal(name: NodeJS.Signals = 'SIGTERM'): void {
    this.child.kill(name);
  }

  /** Ends it as a machine that goes down would. */
  kill(): Promise<Done> {
    this.signal('SIGKILL');
    return this.done;
  }

  stop(): Promise<Done> {
    this.signal();
    return this.done;
  }
}

/** A database for the tests of a file: migrated, or with nothing in it. */
export function useDatabase({ migrated }: { migrated: boolean }): { env: { DATABASE_URL: string } } {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const database = { env: { DATABASE_URL: '' } };
  beforeAll(async () => {
    const template = migrated ? `TEMPLATE ${templateName()}` : '';
    await onServer((client) => client.query(`CREATE DATABASE ${name} ${template}`));
    database.env.DATABASE_URL = databaseUrl(name);
    if (!migrated) return;
    const dataSource = new DataSource(dataSourceOptions(databaseUrl(name), loadConfig({})));
    await guard(await dataSource.initialize());
    await dataSource.destroy();
  });
  afterAll(() => onServer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
  return database;
}
