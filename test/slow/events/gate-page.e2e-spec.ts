import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { aContainerInYard, aGate, aVisit, pickUp } from '../../factories/gate';
import { aTruck } from '../../factories/parties';
import type { Client } from '../../setup/client';
import { useDemonstration } from '../../setup/demonstration';
import { allPublished } from '../../setup/events';
import { loadDemo } from '../../../src/demo/demo';
import { Service, useService } from '../../setup/service';
import { asTest } from '../../wall/guard';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['no-sandbox', 'disable-gpu', 'no-first-run', 'disable-background-networking', 'disable-sync'];
const inBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

describe('the gate page', () => {
  // of its own: in one that is shared another file may have loaded the demonstration
  const service = useService({});

  const statuses = async ({ app }: Service) => [
    (await app.inject('/demo/gate')).statusCode,
    (await app.inject('/demo/gate/token')).statusCode,
  ];
  const tokens = () => service.current.query(`SELECT id FROM tokens WHERE role = 'read'`);

  it('is there, with a token for anybody, only where the demonstration is alone, and not in production', async () => {
    expect(await statuses(service.current)).toEqual([404, 404]);
    await asTest(() => loadDemo(service.current.dataSource));
    const production = await Service.on(service.current.database, { NODE_ENV: 'production' });
    const pages = await Service.on(service.current.database, { NODE_ENV: 'production', DEMO_PAGES: 'true' });
    const demo = await Service.on(service.current.database);
    expect(await statuses(production)).toEqual([404, 404]);
    expect(await statuses(pages)).toEqual([200, 404]);
    expect(await tokens()).toEqual([]);

    const find = jest.spyOn(demo.dataSource.manager, 'find');
    const answers = await Promise.all([1, 2, 3].map(() => demo.app.inject('/demo/gate/token')));
    const [{ token }] = answers.map((answer) => answer.json<{ token: string }>()) as [{ token: string }];
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { token }]);
    expect((await demo.app.inject('/demo/gate/token')).json()).toEqual({ token });
    expect(await tokens()).toHaveLength(1);

    const authorization = `Token token=${token}`;
    const read = await demo.app.inject({ url: '/api/v1/truck_drivers?per=100', headers: { authorization } });
    const { truck_drivers } = read.json<{ truck_drivers: Record<string, unknown>[] }>();
    expect(truck_drivers).toHaveLength(22);
    for (const driver of truck_drivers)
      expect(driver).toMatchObject({ date_of_birth: null, telephone_number: null, email: null });

    // what was found is remembered for 5 seconds
    const requested = find.mock.calls.length;
    await service.current.organization();
    expect(await statuses(demo)).toEqual([200, 200]);
    expect(find.mock.calls.length).toBe(requested);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_000);
    expect(await statuses(demo)).toEqual([404, 404]);
    jest.restoreAllMocks();
    for (const other of [production, pages, demo]) await other.app.close();
  }, 120_000);
});

inBrowser(`the gate page (skipped without a browser at ${CHROMIUM})`, () => {
  let browser: Browser;
  // Before the service stops, because it waits for the connections of the browser.
  afterAll(() => browser?.close());
  // of its own, since the demonstration has to be the only organization
  const demonstration = useDemonstration();
  let client: Client;
  let base: string;
  beforeAll(async () => {
    client = demonstration.current;
    base = await client.service.listen();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.map((flag) => `--${flag}`) });
  }, 150_000);

  /** The page, once it hears what happens. */
  async function live(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(60_000);
    await page.goto(`${base}/demo/gate`);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  }

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
    expect(await page.locator('#left').innerText()).toMatch(/out at \d.*, was inside for 0 min/);
    expect(await page.locator('#clock').innerText()).toContain('Europe/Amsterdam');
    expect(await page.locator('#old').isVisible()).toBe(false);
    expect(await page.locator('#inside').innerText()).not.toContain('GT-123-X');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
    expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('light dark');
    expect(complaints).toEqual([]);
  }, 200_000);

  it('shows everybody inside, however many came since', async () => {
    const { license_plate } = await aTruck(client, { license_plate: 'GT-OLD-1' });
    await aVisit(client, { truck: license_plate });
    await client.service.query(
      `INSERT INTO truck_visits (organization_id, truck_id, gate_id, gated_in_at, gated_out_at)
       SELECT organization_id, truck_id, gate_id, gated_in_at, now()
       FROM truck_visits, generate_series(1, 310) WHERE organization_id = $1 AND gated_out_at IS NULL`,
      [client.organization_id],
    );
    for (let n = 0; n < 101; n++) await aVisit(client);
    const page = await live();
    expect(await page.locator('#inside').getByText('GT-OLD-1').count()).toBe(1);
    await page.close();
  }, 200_000);

  it('shows the last hour when it is opened, refusals too, and how long each truck is inside', async () => {
    await aTruck(client, { license_plate: 'GT-127-X' });
    await aVisit(client, { truck: 'GT-127-X' });
    await client.post('/truck_visits', { truck: 'GT-127-X', gate: (await aGate(client)).name });
    await aTruck(client, { license_plate: 'GT-128-X' });
    await aVisit(client, { truck: 'GT-128-X' });
    await client.post('/trucks/GT-128-X/gate_out');
    await allPublished(client);
    const page = await live({ timezoneId: 'Pacific/Auckland' });
    await page
      .locator('#refused li', { hasText: 'GT-127-X' })
      .getByText('Truck is already at the terminal.')
      .waitFor();
    await page.locator('#left').getByText('GT-128-X').waitFor();
    const visit = page.locator('#inside li', { hasText: 'GT-127-X' });
    const here = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'Europe/Amsterdam' });
    const { gated_in_at } = (await client.get('/truck_visits?inside=true&truck_id=GT-127-X')).body
      .truck_visits[0];
    const at = here.format(new Date(gated_in_at)).replace(/\s/g, ' ');
    expect((await visit.innerText()).replace(/\s/g, ' ')).toContain(at);
    expect(await visit.innerText()).toMatch(/inside for \d+ min/);
    expect(await page.locator('#none').isVisible()).toBe(false);
    await page.close();
  }, 200_000);

  it('shows added interchanges, and removes deleted ones', async () => {
    const page = await live();
    const { license_plate } = await aTruck(client, { license_plate: 'GT-124-X' });
    const { id } = await aVisit(client, { truck: license_plate });
    const { number } = await aContainerInYard(client, { container_status: 'full' });
    const visit = page.locator('#inside li', { hasText: 'GT-124-X' });
    await visit.waitFor();
    const { body } = await client.post(`/truck_visits/${id}/interchanges`, pickUp(number));
    await visit.getByText(`fetches ${number}`).waitFor();
    await client.delete(`/truck_visits/${id}/interchanges/${body.interchange.id}`);
    await visit.getByText(`fetches ${number}`).waitFor({ state: 'detached' });
    await page.close();
  }, 200_000);

  it('shows until when a fetched container is free, and whether charges are due', async () => {
    const charging = (on: boolean) =>
      client.as('admin').patch('/organization', { organization: { release_needs_charges: on } });
    expect((await charging(true)).status).toBe(200);
    const { containers } = (await client.get('/containers?usage=import&at_terminal=true&per=100')).body;
    const numbers = containers.map(({ number }: { number: string }) => `container_numbers[]=${number}`);
    const { availabilities } = (await client.get(`/availability?${numbers.join('&')}`)).body;
    const due = availabilities.find(
      ({ charges_due, last_free_day, reasons, announced }: Record<string, any>) =>
        charges_due && last_free_day && reasons.length === 1 && !announced,
    );
    await charging(false);
    const { license_plate } = await aTruck(client, { license_plate: 'GT-130-X' });
    const { id } = await aVisit(client, { truck: license_plate });
    const { number } = due.container;
    expect(await client.post(`/truck_visits/${id}/interchanges`, pickUp(number))).toMatchObject({
      status: 201,
    });
    await charging(true);
    const page = await live();
    const visit = page.locator('#inside li', { hasText: 'GT-130-X' });
    await visit.getByText(`${number}: free until ${due.last_free_day}, charges are due`).waitFor();
    await charging(false);
    await page.close();
  }, 200_000);

  it('reconnects when the service was away, and asks for another token when its own ended', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.route('**/truck_visits?*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), {
      times: 1,
    });
    await page.goto(`${base}/demo/gate`);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.locator('#ask').isVisible()).toBe(false);
    await page.goto(`${base}/demo/gate#token=nobody`);
    await page.reload();
    await page.locator('#ask').waitFor();
    await page.locator('#token').fill(client.tokens.read);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.locator('#ask').isVisible()).toBe(false);
    await page.close();
  }, 200_000);

  it('saves the list of dangerous goods for the fire brigade', async () => {
    const page = await live();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Dangerous goods (PDF)' }).click();
    expect((await saved).suggestedFilename()).toBe('dangerous-goods.pdf');
    await page.close();
  }, 200_000);

  it('goes on when the events behind its last one were pruned', async () => {
    const page = await live();
    await aVisit(client, { truck: (await aTruck(client, { license_plate: 'GT-125-X' })).license_plate });
    await page.locator('#inside').getByText('GT-125-X').waitFor();
    await page.context().setOffline(true);
    client.service.app.getHttpServer().closeAllConnections();
    await page.getByText('Connecting…').waitFor();
    await page.getByRole('alert').getByText('Old news: what is shown was so at').waitFor();
    await aTruck(client);
    await allPublished(client);
    await client.service.query(`UPDATE event_feeds SET pruned_id = last_id WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    await page.context().setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
    await aVisit(client, { truck: (await aTruck(client, { license_plate: 'GT-126-X' })).license_plate });
    await page.locator('#inside').getByText('GT-126-X').waitFor();
    await page.close();
  }, 200_000);
});
