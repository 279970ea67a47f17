import { ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { Service, useService } from '../../setup/service';
import { launch } from './browser';

/** Where screenshots are put, for who wants to look at them. */
const SCREENSHOTS = process.env.SCREENSHOTS;

/** The widths that a page is played in, in pixels, and the colours. */
export const SCREENS = [
  ['phone', 390, 'dark'],
  ['desk', 1280, 'light'],
] as const;

/** An application of `examples/` in a tab of a browser. */
export interface ExamplePage {
  page: Page;
  /**
   * The requests to the service since the page was loaded, or since this was called last, in order of their names,
   * without the stream of events.
   */
  takeRequests: () => string[];
  /** Checks that axe finds nothing, in light and in dark; takes a picture where `SCREENSHOTS` says. */
  shot: (name: string) => Promise<void>;
  /** Checks that the page is no wider than the screen, and that no error was thrown; closes it. */
  close: () => Promise<void>;
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page, each with the first element that has it. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run()',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}

const CONFIG = ['--config', '../shared/vite.config.ts'];
const VITE = join(__dirname, '../../../node_modules/vite/bin/vite.js');

/** Runs vite in a folder, to its end. */
export const build = (folder: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, [VITE, 'build'], { cwd: folder });

/** Serves what vite built in a folder, on a free port. */
export async function startPreview(
  folder: string,
  env: Record<string, string> = {},
  options: string[] = [],
): Promise<{ child: ChildProcess; address: string }> {
  const args = ['preview', ...options, '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, [VITE, ...args], {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  const address = await new Promise<string>((found, failed) => {
    let stated = '';
    child.on('exit', () => failed(new Error(`vite preview ended: ${stated}`)));
    child.stdout.on('data', (part) => {
      stated += String(part);
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(stated) ?? [];
      if (url) found(url);
    });
  });
  return { child, address };
}

/**
 * Serves an application that is built, hands its requests on to the service, and opens it in a browser.
 * @param env settings of a service of its own, as they are once the tests begin; the shared one unless given
 */
export function useExample(
  name: string,
  env?: Record<string, string>,
): {
  service: { current: Service };
  /** @param timezoneId where the browser is, if not where this machine is */
  open: (width: number, colorScheme: 'light' | 'dark', timezoneId?: string) => Promise<ExamplePage>;
} {
  const folder = join(__dirname, '../../../examples', name);
  const service = useService(env);
  let browser: Browser;
  let preview: ChildProcess;
  let address: string;

  beforeAll(async () => {
    if (!existsSync(join(folder, 'dist/index.html'))) throw new Error('Build it first: npm run client');
    const WHARFINGER_URL = await service.current.listen();
    ({ child: preview, address } = await startPreview(folder, { WHARFINGER_URL }, CONFIG));
    browser = await launch();
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    preview?.kill();
  });

  const open = async (
    width: number,
    colorScheme: 'light' | 'dark',
    timezoneId?: string,
  ): Promise<ExamplePage> => {
    const page = await browser.newPage({
      viewport: { width, height: 800 },
      colorScheme,
      ...(timezoneId && { timezoneId }),
    });
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    let requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const [, path] = /^\/api\/v1\/(.*)$/.exec(pathname) ?? [];
      if (path && path !== 'events/stream') requests.push(`${request.method()} ${path}`);
    });
    page.on('framenavigated', () => (requests = []));
    await page.goto(address);
    return {
      page,
      takeRequests: () => {
        const taken = requests.sort();
        requests = [];
        return taken;
      },
      shot: async (what) => {
        if (SCREENSHOTS)
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${what}.png`), fullPage: true });
        for (const scheme of colorScheme === 'light'
          ? (['dark', 'light'] as const)
          : (['light', 'dark'] as const)) {
          await page.emulateMedia({ colorScheme: scheme });
          expect({ what, scheme, found: await findings(page) }).toEqual({ what, scheme, found: [] });
        }
      },
      close: async () => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(complaints).toEqual([]);
        await page.close();
      },
    };
  };
  return { service, open };
}
