import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { useService } from '../../setup/service';
import { complaintsOf, inBrowser, launch } from './browser';

const GROUPS = [
  'Places',
  'Parties',
  'Voyages',
  'Cargo',
  'Quay',
  'Gate',
  'Yard',
  'Condition',
  'Holds',
  'Reports',
  'Billing',
  'EDI',
  'Events',
  'Mails',
  'Organization',
  'Audit',
];

const DOCUMENT = join(__dirname, '../../../docs/openapi.json');
/** The longest of each kind. */
const OPENED = ['listTrucks', 'showVoyageBill', 'createPreAdvice', 'updateVoyage', 'liftBillOfLadingHold'];
/** The height that a browser leaves of a screen of 1080 lines. */
const SCREEN = 940;

interface Operation {
  operationId: string;
  tags: string[];
  responses: object;
}

inBrowser('the pages of the document', () => {
  const service = useService();
  let browser: Browser;
  let address: string;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    browser = await launch();
    address = await service.current.listen();
  }, 60_000);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1200, height: 1400 } });
    page.setDefaultTimeout(60_000);
    complaints = complaintsOf(page, address);
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  /** Opens an operation and sends its request, with another body than the example when one is given. */
  async function tryOut(id: string, body?: object): Promise<Locator> {
    const operation = page.locator(`[id$="-${id}"]`);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await operation.getByRole('button', { name: 'Execute' }).click();
    return operation.locator('.live-responses-table .response').first();
  }

  it('Swagger UI shows the groups in the order of the terminal, and tries out a creation and a list with a token', async () => {
    await page.goto(`${address}/docs`);
    await page
      .locator('.opblock-tag')
      .nth(GROUPS.length - 1)
      .waitFor();
    const groups = await page
      .locator('.opblock-tag')
      .evaluateAll((tags) => tags.map((tag) => tag.dataset.tag));
    expect(groups.slice(0, GROUPS.length)).toEqual(GROUPS);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(GROUPS.length * 140);
    const client = await service.current.organization();
    // the dialog has one field, where the cursor is: pasted is what the service printed, or a whole header
    await page.locator('.auth-wrapper .authorize').first().click();
    const field = page.locator('.auth-container input');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.count()).toBe(1);
    await page.keyboard.insertText(` Authorization: Token token=${client.tokens.write} `);
    await page.locator('.auth-container button.authorize').first().click();
    await page.locator('.auth-container .btn-done').first().click();
    // groups are found by words of their names
    await page.locator('.filter input').fill('Parties');
    await page.locator('.opblock-tag[data-tag="Cargo"]').waitFor({ state: 'detached' });
    await page.locator('.opblock-tag[data-tag="Parties"]').click();

    const created = await tryOut('createFreightForwarder', { name: 'Kestrel Forwarding' });
    await created.getByText('201').first().waitFor();
    const listed = await tryOut('listFreightForwarders');
    await listed.getByText('200').first().waitFor();
    expect(await listed.innerText()).toContain('Kestrel Forwarding');
  }, 300_000);

  it('Swagger UI is dark where its reader wants it dark, also from one moment to the next', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${address}/docs`);
    await page.locator('html.dark-mode .opblock-tag').first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode) .opblock-tag').first().waitFor();
  });

  it('Swagger UI shows an opened operation on two screens: all that it may answer, and an example of what it does', async () => {
    await page.setViewportSize({ width: 1280, height: SCREEN });
    const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs));
    await page.goto(`${address}/docs`);
    for (const id of OPENED) {
      const { tags, responses } = operations.find(({ operationId }) => operationId === id)!;
      const group = page.locator(`.opblock-tag[data-tag="${tags[0]!}"]`);
      await group.click();
      const opened = page.locator(`#operations-${tags[0]!}-${id}`);
      await opened.locator('.opblock-summary-control').click();
      await opened.locator('.responses-table .microlight').first().waitFor();
      const lines = await opened.locator('.responses-table .response').count();
      const { height } = (await opened.boundingBox())!;
      expect([id, lines, height <= 2 * SCREEN || height]).toEqual([id, Object.keys(responses).length, true]);
      await opened.locator('.opblock-summary-control').click();
      await group.click();
    }
  }, 300_000);

  it('Scalar finds an operation and asks it with a token; nothing comes from elsewhere, and nothing is advertised', async () => {
    const client = await service.current.organization();
    await client.create('/freight_forwarders', { name: 'Kestrel Forwarding' });
    await page.goto(`${address}/scalar`);
    await page.locator('h1', { hasText: 'Wharfinger' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('List freight forwarders');
    await page.locator('[role=option]', { hasText: 'List freight forwarders' }).click();
    // by selectors: a role is looked for in all of the page, which is large
    await page.locator('button', { hasText: '(get /api/v1/freight_forwarders)' }).click();
    await page.locator('input[placeholder=Token]').last().fill(client.tokens.read);
    await page.locator('button.scalar-button-solid', { hasText: 'Send' }).click();
    await page.locator('.cm-line', { hasText: 'Kestrel Forwarding' }).waitFor();
    const advertised = await page
      .locator('a[href*="scalar.com"]')
      .evaluateAll((links) => links.filter((link) => link.checkVisibility()).length);
    expect(advertised).toBe(0);
  }, 300_000);

  it('Scalar finds operations by the words that people use', async () => {
    await page.goto(`${address}/scalar`);
    await page.locator('h1', { hasText: 'Wharfinger' }).waitFor();
    await page.keyboard.press('Control+k');
    for (const [words, summary] of [
      ['let a truck in', 'Gate a truck in'],
      ['truck in', 'Gate a truck in'],
      ['gate in', 'Gate a truck in'],
      ['check in', 'Gate a truck in'],
      ['why can it not leave', 'Tell why a truck could not leave now'],
      ['free to collect', 'Tell whether a container can be picked up'],
      ['unblock', 'Lift a hold of a container'],
      ['let empties go', 'Release empties of a booking'],
      ['how much does it cost', 'Show what a container costs'],
      ['where is my container', 'Show a container'],
      ['demurrage', 'Show what a container costs'],
    ] as const) {
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(words);
      await page.locator('[role=option]').first().filter({ hasText: summary }).waitFor();
    }
  }, 300_000);
});
