import { ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Service, useService } from '../setup/service';
import { launch } from './browser';

/** Where screenshots are put, for who wants to look at them. */
const SCREENSHOTS = process.env.SCREENSHOTS;

/** The widths that a page is played in, in pixels, and the colours. */
export const SCREENS = [
  ['phone', 390, 'dark'],
  ['desk', 1000, 'light'],
] as const;

/** An application of `examples/` in a tab of a browser. */
export interface ExamplePage {
  page: Page;
  /**
   * The requests to the service since the page was loaded, or since this was called last, in order of their names,
   * without the stream of events.
   */
  takeRequests: () => string[];
  /** Takes a picture where `SCREENSHOTS` says. */
  shot: (name: string) => Promise<void>;
  /** Checks that the page is no wider than the screen, and that no error was thrown; closes it. */
  close: () => Promise<void>;
}

/** Serves an application that is built, hands its requests on to the service, and opens it in a browser. */
export function useExample(name: string): {
  service: { current: Service };
  open: (width: number, colorScheme: 'light' | 'dark') => Promise<ExamplePage>;
} {
  const folder = join(__dirname, '../../examples', name);
  const service = useService();
  let browser: Browser;
  let preview: ChildProcess;
  let address: string;

  beforeAll(async () => {
    if (!existsSync(join(folder, 'dist/index.html'))) throw new Error('Build it first: npm run client');
    const env = { ...process.env, WHARFINGER_URL: await service.current.listen(), NO_COLOR: '1' };
    const vite = join(__dirname, '../../node_modules/vite/bin/vite.js');
    const args = ['preview', '--config', '../shared/vite.config.ts', '--host', '127.0.0.1', '--port', '0'];
    preview = spawn(process.execPath, [vite, ...args], { cwd: folder, env });
    address = await new Promise((found, failed) => {
      let said = '';
      preview.on('exit', () => failed(new Error(`vite preview ended: ${said}`)));
      preview.stdout!.on('data', (part) => {
        said += String(part);
        const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
        if (url) found(url);
      });
    });
    browser = await launch();
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    preview?.kill();
  });

  const open = async (width: number, colorScheme: 'light' | 'dark'): Promise<ExamplePage> => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
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
