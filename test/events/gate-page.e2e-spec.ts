import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { aGate } from '../factories/gate';
import { aTruck } from '../factories/parties';
import { demoClient } from '../contract/play';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['no-sandbox', 'disable-gpu', 'no-first-run', 'disable-background-networking', 'disable-sync'];
const inBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

describe('the gate page', () => {
  // of its own: in one that is shared another file may have loaded the demonstration
  const service = useService({});

  it('is there only where the demonstration is', async () => {
    expect((await service.current.app.inject('/demo/gate')).statusCode).toBe(404);
    expect((await service.current.app.inject('/demo/gate/token')).statusCode).toBe(404);
  });
});

inBrowser(`the gate page (skipped without a browser at ${CHROMIUM})`, () => {
  const service = useService();
  let browser: Browser;
  let client: Client;
  let base: string;
  beforeAll(async () => {
    client = await demoClient(service.current);
    base = await service.current.listen();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.map((flag) => `--${flag}`) });
  }, 150_000);
  afterAll(() => browser?.close());

  it('shows a truck that comes and goes, without being loaded again, on a phone as well', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 }, colorScheme: 'dark' });
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${base}/demo/gate`);
    await page.getByText('Live', { exact: true }).waitFor();
    const { license_plate } = await aTruck(client, { license_plate: 'GT-123-X' });
    const { name: gate } = await aGate(client);
    await client.create('/truck_visits', { truck: license_plate, gate });
    await page.locator('#inside').getByText('GT-123-X').waitFor();
    await client.post(`/trucks/${license_plate}/gate_out`);
    await page.locator('#left').getByText('GT-123-X').waitFor();
    expect(await page.locator('#inside').innerText()).not.toContain('GT-123-X');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
    expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('light dark');
    expect(complaints).toEqual([]);
  }, 200_000);
});
