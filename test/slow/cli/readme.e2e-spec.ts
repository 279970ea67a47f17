import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Served, useDatabase, wharfinger } from './process';

const ROOT = join(__dirname, '../../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const NEXT = '--- the next block ---';

interface Step {
  script: string;
  said: unknown[];
}

/** What a shell prints, and what the page shows of it: values of JSON, one a line or one alone. */
function valuesOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  }
}

/** The blocks of a section, each with the answers that are shown below it. */
function stepsOf(section: string): Step[] {
  const [, text] = new RegExp(`^## ${section}\\n([^]+?)^## `, 'm').exec(README)!;
  return [...text!.matchAll(/^```sh\n([^]+?)^```\n\n```json\n([^]+?)^```$/gm)].map(([, script, stated]) => ({
    script: script!,
    said: valuesOf(stated!),
  }));
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

describe('README.md', () => {
  const database = useDatabase({ migrated: false });
  let served: Served;
  let token: string;
  beforeAll(async () => {
    served = await Served.start(database.env);
    // what a service prints stays to be read
    token = (await wharfinger(database.env, 'demo')).stdout.trim();
  }, 150_000);
  afterAll(() => served?.stop());

  /** Pastes the tour into a shell, from its first to its last line. */
  async function tour(): Promise<unknown[][]> {
    const script = stepsOf('A truck goes through the gate')
      .map(({ script: block }) => `${block}echo '${NEXT}'\n`)
      .join('')
      .replace('TOKEN=…', `TOKEN=${token}`)
      .replaceAll('http://localhost:3000', served.base);
    const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script]);
    expect(stderr).toBe('');
    return stdout.split(`${NEXT}\n`).slice(0, -1).map(valuesOf);
  }

  it('has a tour that answers what it says, on a fresh demonstration and on one that is loaded anew', async () => {
    const steps = stepsOf('A truck goes through the gate');
    const calls = steps.flatMap(({ script }) => script.match(/\bapi ["\w]/g) ?? []);
    expect([steps.length, calls.length]).toEqual([4, 10]);
    const stated = steps.map((step) => step.said);
    expect(await tour()).toEqual(stated);
    const anew = await wharfinger(database.env, 'demo', '--fresh');
    expect(anew).toMatchObject({ code: 0, stderr: '' });
    token = anew.stdout.trim();
    expect(await tour()).toEqual(stated);
  }, 150_000);

  it('shows the gate as it happens where it says', async () => {
    for (const path of ['/docs', '/guides/', '/demo/gate', '/demo/gate/token'])
      expect([path, (await fetch(`${served.base}${path}`)).status]).toEqual([path, 200]);
  });

  it('is a page: at most 120 lines, whose links lead somewhere', () => {
    expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
    for (const [, target, anchor] of README.matchAll(/\]\((?!https?:)([^)#]+)(?:#([^)]+))?\)/g)) {
      const file = join(ROOT, target!);
      expect([target, existsSync(file)]).toEqual([target, true]);
      if (!anchor) continue;
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
        anchorOf(text!),
      );
      expect([target, headings]).toEqual([target, expect.arrayContaining([anchor])]);
    }
  });
});
