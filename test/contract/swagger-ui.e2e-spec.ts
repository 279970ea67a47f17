import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { useService } from '../setup/service';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['no-sandbox', 'disable-gpu', 'no-first-run', 'disable-background-networking'];
const MORE_FLAGS = ['disable-component-update', 'disable-sync'];
const GROUPS = [
  'Places',
  'Parties',
  'Voyages',
  'Cargo',
  'Gate',
  'Holds',
  'Billing',
  'Events',
  'Organization',
  'Audit',
];
const inBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

inBrowser(`Swagger UI (skipped without a browser at ${CHROMIUM})`, () => {
  const service = useService();
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const args = [...FLAGS, ...MORE_FLAGS].map((flag) => `--${flag}`);
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
    page = await browser.newPage({ viewport: { width: 1200, height: 1400 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${await service.current.listen()}/docs`);
    await page
      .locator('.opblock-tag')
      .nth(GROUPS.length - 1)
      .waitFor();
  }, 150_000);
  afterAll(() => browser?.close());

  /** Opens an operation and sends its request, with another body than the example when one is given. */
  async function tryOut(id: string, body?: object): Promise<Locator> {
    const operation = page.locator(`[id$="-${id}"]`);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await operation.getByRole('button', { name: 'Execute' }).click();
    return operation.locator('.live-responses-table .response').first();
  }

  it('shows the groups in the order of the terminal, and tries out a creation and a list with a token', async () => {
    const groups = await page
      .locator('.opblock-tag')
      .evaluateAll((tags) => tags.map((tag) => tag.dataset.tag));
    expect(groups.slice(0, GROUPS.length)).toEqual(GROUPS);
    const client = await service.current.organization();
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.auth-container input').first().fill(client.tokens.write);
    await page.locator('.auth-container button.authorize').first().click();
    await page.locator('.auth-container .btn-done').first().click();
    await page.locator('.opblock-tag[data-tag="Parties"]').click();

    const created = await tryOut('createFreightForwarder', { name: 'Kestrel Forwarding' });
    await created.getByText('201').first().waitFor();
    const listed = await tryOut('listFreightForwarders');
    await listed.getByText('200').first().waitFor();
    expect(await listed.innerText()).toContain('Kestrel Forwarding');
  }, 300_000);
});
