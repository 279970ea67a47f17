import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CLI, Served, wharfingerOf } from '../cli/process';
import { FaultyDatabase } from './database';
import { Load, others } from './load';
import { aFreePort, haproxyBefore, isInstalled, Program } from './programs';

/** Where the release before is installed: npm pack it, unpack it, npm install --omit=dev in it. */
const BEFORE = process.env.FAULT_RELEASE;

/** How long HAProxy needs to know that an instance is there, in milliseconds. */
const NOTICED_MS = 2_000;

const suite = BEFORE && isInstalled('haproxy') ? describe : describe.skip;

suite('two instances that are replaced by those of this release', () => {
  const before = join(BEFORE ?? '', 'scripts/wharfinger.mjs');
  let database: FaultyDatabase;
  let ports: number[];
  let running: Served[];
  let proxy: Program;
  let token: string;

  const instance = (at: number, cli: string) =>
    Served.start(
      {
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '10',
        PORT: `${ports[at]}`,
        PUBLIC_URL: 'http://terminal.example', // so that their links are the same
        SHUTDOWN_DELAY_MS: '3000',
      },
      cli,
    );

  beforeAll(async () => {
    database = await FaultyDatabase.start({ migrated: false });
    const { code, stdout, stderr } = await wharfingerOf(before, { DATABASE_URL: database.url }, 'demo');
    expect([code, stderr]).toEqual([0, '']);
    token = stdout.trim().split('\n').at(-1)!;
    ports = await Promise.all([aFreePort(), aFreePort()]);
    running = await Promise.all(ports.map((_port, at) => instance(at, before)));
    proxy = await haproxyBefore(ports);
  });
  afterAll(async () => {
    Load.endAll();
    await proxy?.stop();
    await Promise.all((running ?? []).map((each) => each.stop()));
    await database?.stop();
  });

  it('fail nobody, and answer alike', async () => {
    const load = await new Load(
      () => `http://127.0.0.1:${proxy.port}`,
      await database.token('replaced'),
      8,
    ).connected();
    const migrated = await wharfingerOf(CLI, { DATABASE_URL: database.url }, 'migrate', '--before');
    expect([migrated.code, migrated.stderr]).toEqual([0, '']);
    await replace(0);
    const { compared, different } = await comparison();
    await replace(1);
    const ended = await wharfingerOf(CLI, { DATABASE_URL: database.url }, 'migrate', '--after');
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    await load.writes(100);
    const figures = await load.stop(database);
    console.log(`two instances replaced: ${JSON.stringify(figures)}, ${compared} lists and records compared`);
    expect(compared).toBeGreaterThan(100);
    expect(different).toEqual([]);
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    expect([others(figures.answers), figures.answers['503'] ?? 0]).toEqual([[], 0]);
  });

  async function replace(at: number): Promise<void> {
    expect((await running[at]!.stop()).code).toBe(0);
    running[at] = await instance(at, CLI);
    await pause(NOTICED_MS);
  }

  async function read(port: number, path: string): Promise<Told> {
    const headers = { authorization: `Token token=${token}` };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers });
    return new Told(answer.status, await answer.json().catch(() => null));
  }

  /** Each list that the release before has, and the first records of it, from the new instance and from the old one. */
  async function comparison() {
    const paths = listsOf(JSON.parse(readFileSync(join(BEFORE!, 'docs/openapi.json'), 'utf8')) as Document);
    const different: string[] = [];
    let compared = 0;
    for (const path of paths) {
      const [ours, theirs] = await Promise.all(ports.map((port) => read(port, path)));
      compared++;
      if (!theirs!.isIn(ours!)) different.push(path);
      for (const id of theirs!.ids) {
        const [our, their] = await Promise.all(ports.map((port) => read(port, `${path}/${id}`)));
        compared++;
        if (!their!.isIn(our!)) different.push(`${path}/${id}`);
      }
    }
    return { compared, different };
  }
});

interface Document {
  paths: Record<string, { get?: { parameters?: { required?: boolean }[] } }>;
}

/** The lists of a document that ask for nothing. */
function listsOf({ paths }: Document): string[] {
  return Object.entries(paths)
    .filter(([path, { get }]) => get && path.startsWith('/api/v1/') && !/[{]|stream|dcsa/.test(path))
    .filter(([, { get }]) => !get!.parameters?.some(({ required }) => required))
    .map(([path]) => path.slice('/api/v1'.length));
}

/** How many records of each list are compared. */
const RECORDS = 5;

class Told {
  readonly ids: (string | number)[];
  constructor(
    private readonly status: number,
    private readonly body: unknown,
  ) {
    const [records] = Object.values(body ?? {}).filter(Array.isArray) as { id?: number }[][];
    this.ids = (records ?? []).slice(0, RECORDS).flatMap(({ id }) => id ?? []);
  }

  /** Whether another one has all of this one's fields, which may have more. */
  isIn(other: Told): boolean {
    return this.status === other.status && isIn(this.body, other.body);
  }
}

/** The time at which an answer was made is no field of a record. */
const OF_THE_ANSWER = ['now', 'generated_at', 'age', 'last_used_at'];

function isIn(before: unknown, now: unknown): boolean {
  if (before === null || typeof before !== 'object') return before === now;
  if (now === null || typeof now !== 'object') return false;
  const others = now as Record<string, unknown>;
  return Object.entries(before).every(
    ([name, value]) => OF_THE_ANSWER.includes(name) || isIn(value, others[name]),
  );
}
