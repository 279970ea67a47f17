import { minifySync } from '@swc/core';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { useService } from '../../setup/service';

const ROOT = join(__dirname, '../../..');
const CLIENT = join(ROOT, 'clients/typescript');
const DIST = join(CLIENT, 'dist');
const run = promisify(execFile);

/** What the client may weigh in a browser, as a bundler makes it small and compressed, in bytes. */
const MOST_BYTES = 9_500;

/** Where the sizes of what is made of the API document stand. */
const SAYS_SIZES = {
  'clients/typescript/README.md': /at run time it is [\d.]+ kB \([\d.]+ kB gzipped\)/,
  'docs/generators.md': /(?<=\| openapi-typescript +\| [\d.]+ +\| +[\d.]+ \|) +[\d,]+(?= \|)/,
};

/** The code of the client as a bundler writes it. */
function minified(): string {
  const files = readdirSync(DIST).filter((name) => name.endsWith('.js'));
  return files
    .map((name) => minifySync(readFileSync(join(DIST, name), 'utf8'), { module: true, mangle: true }).code)
    .join('\n');
}

describe('the TypeScript client', () => {
  const service = useService();
  beforeAll(() => {
    if (!existsSync(join(DIST, 'index.js'))) throw new Error('Build the client first: npm run client');
  });

  it('plays the story of the gate over a real connection', async () => {
    const client = await service.current.organization();
    const env = {
      ...process.env,
      BASE_URL: await service.current.listen(),
      TOKEN: client.tokens.admin,
    };
    await run(process.execPath, [join(CLIENT, 'test/gate-story.mjs')], { env });
  });

  it('reports failures, and retries safe requests', async () => {
    await run(process.execPath, [join(CLIENT, 'test/failures.mjs')]);
  });

  it('makes input of the fields of forms and the parameters of addresses', async () => {
    await run(process.execPath, [join(CLIENT, 'test/input.mjs')]);
  });

  it('is small, and needs no other package', () => {
    expect(gzipSync(minified()).length).toBeLessThan(MOST_BYTES);
    const { dependencies } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as {
      dependencies?: object;
    };
    expect(dependencies).toBeUndefined();
  });

  it('weighs what its README says, and its types what the page of generators says', () => {
    const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
    const code = minified();
    const kib = Math.round(statSync(join(CLIENT, 'src/schema.ts')).size / 1024).toLocaleString('en');
    const sizes = {
      'clients/typescript/README.md': `at run time it is ${kB(code.length)} (${kB(gzipSync(code).length)} gzipped)`,
      'docs/generators.md': kib.padStart(6),
    };
    for (const [name, size] of Object.entries(sizes)) {
      const file = join(ROOT, name);
      const text = readFileSync(file, 'utf8');
      const place = SAYS_SIZES[name as keyof typeof sizes];
      // what differs: UPDATE_SIZES=1 npx jest test/slow/contract/typescript-client
      if (process.env.UPDATE_SIZES) writeFileSync(file, text.replace(place, size));
      expect([name, place.exec(readFileSync(file, 'utf8'))?.[0]]).toEqual([name, size]);
    }
  });

  it('is packed with what its users need, and nothing else', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: CLIENT });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const others = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    const kinds = new Set(files.map(({ path }) => /^dist\/\w+(\.d\.ts|\.js)$/.exec(path)?.[1]));
    kinds.delete(undefined);
    expect([...kinds].sort()).toEqual(['.d.ts', '.js']);
  });
});
