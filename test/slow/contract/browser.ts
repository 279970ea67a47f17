import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  'no-sandbox',
  'disable-gpu',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
];

/** Describes what needs a browser: skipped where there is none at `CHROMIUM`. */
export function inBrowser(name: string, tests: () => void): void {
  // `describe` belongs to the spec file that runs, and this file is loaded once for several
  (existsSync(CHROMIUM) ? describe : describe.skip)(name, tests);
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS.map((flag) => `--${flag}`) });

/** What a page did that it should not: errors, and requests to other hosts than `address`. */
export function complaintsOf(page: Page, address: string): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith('data:')) complaints.push(url);
  });
  return complaints;
}
