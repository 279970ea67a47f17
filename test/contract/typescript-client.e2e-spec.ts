import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { useService } from '../setup/service';

const CLIENT = join(__dirname, '../../clients/typescript');
const DIST = join(CLIENT, 'dist');
const run = promisify(execFile);

/** What the client may weigh in a browser, compressed, in bytes. */
const MOST_BYTES = 12_500;

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
    const files = readdirSync(DIST).filter((name) => name.endsWith('.js'));
    const text = files.map((name) => readFileSync(join(DIST, name), 'utf8')).join('\n');
    expect(gzipSync(text).length).toBeLessThan(MOST_BYTES);
    const { dependencies } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as {
      dependencies?: object;
    };
    expect(dependencies).toBeUndefined();
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
