import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { databasePrefix, databaseUrl, onServer, templateName } from '../../setup/database';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/extending.md'), 'utf8');
/** The part of the page that is walked. */
const WALK = PAGE.slice(0, PAGE.indexOf('\n## Where it differs'));
/** What is made from the sources, or not theirs. */
const LEFT_OUT = ['.git', 'node_modules', 'dist', '.wharfinger'];
/** The database of the running service, as the page names it. */
const OF_SERVICE = 'postgres:///wharfinger?user=wharfinger&host=$PWD/.wharfinger/cluster';
/** A step runs a compiler or tests of its own, on a machine that others use. */
const LONG = 900_000;

const blocks = [...WALK.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}));

/** The text in which a change was made; throws when the place of a part is not there, or there twice. */
function changed(text: string, change: string): string {
  const parts = change.split(/^@@/m).filter((part) => part.trim());
  return parts.reduce((before, part) => {
    if (part.startsWith(' end\n')) return before + part.slice(' end\n'.length).replace(/^\+/gm, '');
    const lines = part.replace(/^\n/, '').trimEnd().split('\n');
    const only = (signs: string) =>
      lines.flatMap((line) => (signs.includes(line.charAt(0)) ? `${line.slice(1)}\n` : [])).join('');
    const pieces = `\n${before}`.split(`\n${only(' -')}`);
    if (pieces.length !== 2) throw new Error(`${pieces.length - 1} places in the file are:\n${only(' -')}`);
    return pieces.join(`\n${only(' +')}`).slice(1);
  }, text);
}

describe('docs/extending.md', () => {
  let copy: string;
  let database: string;
  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), 'wharfinger-extending-'));
    cpSync(ROOT, copy, {
      recursive: true,
      filter: (source) => source === ROOT || !LEFT_OUT.includes(basename(source)),
    });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    database = `${databasePrefix()}extending`;
    await onServer((client) => client.query(`CREATE DATABASE ${database} TEMPLATE ${templateName()}`));
  }, LONG);
  afterAll(async () => {
    await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${templateName(copy)}`));
    rmSync(copy, { recursive: true });
  }, LONG);

  /** Runs a command of a shell in the copy; throws with what it printed. */
  async function sh(command: string): Promise<void> {
    // the tests of the copy are no part of this run
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(JEST|TEST)_/.test(name)),
    );
    try {
      await run('bash', ['-euc', command], { cwd: copy, env, maxBuffer: 2 ** 26 });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command}\n${stdout}\n${stderr}`, { cause: error });
    }
  }

  const steps = blocks.flatMap(({ language, text }): [string, () => void | Promise<void>][] => {
    const [first = '', ...rest] = text.split('\n');
    const path = /^(?:\/\/ )?([\w./-]+\.\w+)$/.exec(first)?.[1];
    const at = () => join(copy, path!);
    if (language === 'diff')
      return [
        [`changes ${path}`, () => writeFileSync(at(), changed(readFileSync(at(), 'utf8'), rest.join('\n')))],
      ];
    if (language === 'sh')
      return [[`runs ${text.trim()}`, () => sh(text.replace(OF_SERVICE, databaseUrl(database)))]];
    if (!path) return [];
    const write = () => {
      expect([path, existsSync(at())]).toEqual([path, false]);
      mkdirSync(dirname(at()), { recursive: true });
      writeFileSync(at(), rest.join('\n'));
    };
    return [[`writes ${path}`, write]];
  });

  it.each(steps)('%s', async (_step, play) => play(), LONG);

  it(
    'has code that the compiler, the formatter and the linter take',
    async () => {
      const written = steps.flatMap(([step]) => /^(?:writes|changes) (.*\.ts)$/.exec(step)?.[1] ?? []);
      await sh(`npx prettier --check ${written.join(' ')}`);
      await sh(`npx eslint --max-warnings 0 ${written.join(' ')}`);
      await sh('npx tsc --noEmit');
    },
    LONG,
  );

  it(
    'answers as step 9 says',
    async () => {
      // what it shows is a guide like the others
      const calls = blocks.filter(({ language }) => language === 'http');
      const folder = join(copy, 'docs/guides');
      for (const guide of readdirSync(folder)) rmSync(join(folder, guide));
      writeFileSync(
        join(folder, 'weighings.md'),
        calls.map(({ text }) => `\`\`\`http\n${text}\`\`\`\n`).join('\n'),
      );
      expect(calls.length).toBeGreaterThan(5);
      await sh('npx jest --runInBand test/contract/guides');
    },
    LONG,
  );

  it(
    'has its place among tables, lists, roles and exports',
    async () => {
      const specs =
        'test/slow/common/migrations.e2e test/slow/common/csv-lists test/contract/roles test/transfer/round-trip';
      const meant = ['the entities declare', '/weighings: ', 'named for each', 'into an empty organization'];
      await sh(`npx jest --runInBand ${specs} -t '${meant.join('|')}'`);
    },
    LONG,
  );

  it('names files that are there', () => {
    const named = [...PAGE.matchAll(/`((?:src|test|scripts|migrations|docs)\/[\w./-]+\.\w+)`/g)].map(
      ([, path]) => path!,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(copy, path)) && !existsSync(join(ROOT, path)))).toEqual(
      [],
    );
  });
});
