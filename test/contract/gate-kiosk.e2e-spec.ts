import { ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { aContainer } from '../factories/cargo';
import { aGate } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aTruck } from '../factories/parties';
import { aTerminal } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { inBrowser, launch } from './browser';

const KIOSK = join(__dirname, '../../examples/gate-kiosk');

/** Where screenshots are put, for who wants to look at them. */
const SCREENSHOTS = process.env.SCREENSHOTS;

inBrowser('the example of a kiosk at the gate', () => {
  const service = useService();
  let browser: Browser;
  let preview: ChildProcess;
  let address: string;
  let client: Client;

  beforeAll(async () => {
    if (!existsSync(join(KIOSK, 'dist/index.html'))) throw new Error('Build it first: npm run client');
    const env = { ...process.env, WHARFINGER_URL: await service.current.listen(), NO_COLOR: '1' };
    const vite = join(__dirname, '../../node_modules/vite/bin/vite.js');
    preview = spawn(process.execPath, [vite, 'preview', '--host', '127.0.0.1', '--port', '0'], {
      cwd: KIOSK,
      env,
    });
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
  beforeEach(async () => (client = await service.current.organization()));

  const shot = async (page: Page, name: string) => {
    if (!SCREENSHOTS) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${colorScheme}.png`), fullPage: true });
    }
  };

  it.each([
    ['phone', 360, 'dark'],
    ['desk', 1280, 'light'],
  ] as const)(
    'lets a truck in, says what holds its container, and lets it out: %s',
    async (name, width, colorScheme) => {
      const { name: gate } = await aGate(client);
      const { name: terminal } = await aTerminal(client);
      const { license_plate } = await aTruck(client);
      const { number } = await aContainer(client, {
        container_status: 'full',
        current_location_type: 'Terminal',
        current_location: terminal,
      });
      const { id, name: hold } = await aHoldType(client);
      await client.put(`/containers/${number}/holds/${id}/apply`);
      const cargo = { cargo_type: 'container', container_number: number, container_status: 'full' };
      const { advice_number } = await client.create('/pre_advices', {
        truck: license_plate,
        purposes: [{ purpose_type: 'pick up', cargo }],
      });

      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(address);
      await page.getByLabel('Token').fill('unknown');
      await page.getByRole('button', { name: 'Open the gate desk' }).click();
      await page.getByRole('status').getByText('token').waitFor();
      await shot(page, `${name}-refused`);
      await page.getByLabel('Token').fill(client.tokens.write);
      await page.getByRole('button', { name: 'Open the gate desk' }).click();
      await page.getByText('Nobody.').waitFor();

      await page.getByLabel('Number of the pre-advice').fill('PA-unknown');
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByRole('status').getByText('PA-unknown').waitFor();

      await page.getByLabel('Number of the pre-advice').fill(advice_number as string);
      await page.getByLabel('Gate').selectOption(gate as string);
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText(`held by ${hold}`).waitFor();
      await shot(page, `${name}-announced`);
      await page.getByRole('button', { name: 'Let in' }).click();
      await page.getByRole('button', { name: 'Let out' }).click();
      await page.getByText('Truck Visit was not completed.').waitFor();
      await page.getByRole('button', { name: 'Lift' }).waitFor();
      await shot(page, `${name}-held`);
      await page.getByRole('button', { name: 'Lift' }).click();
      await page.getByText(`The hold on ${number} is lifted.`).waitFor();
      await page.getByRole('button', { name: 'Let out' }).click();
      await page.getByText(`${license_plate} is out.`).waitFor();
      await shot(page, `${name}-out`);
      await page.getByText('Nobody.').waitFor();

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(complaints).toEqual([]);
      expect((await client.get(`/containers/${number}`)).body.container.current_location_type).not.toBe(
        'Terminal',
      );
      await page.close();
    },
    200_000,
  );
});
