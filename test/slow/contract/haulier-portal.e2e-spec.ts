import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import { anInvoice } from '../../factories/billing';
import { aBill } from '../../factories/cargo';
import { aContainerInYard, anAppointmentPlan, aVisit, dropOff } from '../../factories/gate';
import { aHoldType } from '../../factories/holds';
import { PERSON, WITH_ISSUERS, withIssuer } from '../../factories/issuers';
import { aConsignee, aTruck, aTruckDriver, aTruckingCompany } from '../../factories/parties';
import type { Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { Issuer } from '../../setup/issuer';
import { inBrowser } from './browser';
import { SCREENS, useExample } from './example-page';

/** Stands in each text of what is the consignee's, or another haulier's. */
const MARK = 'FRGN';
const GRANTS = [{ claim: 'groups', value: 'hauliers', role: 'write', parties: { claim: 'parties' } }];
const [HELD, BOOKED, FOREIGN] = ['WHAU4142033', 'WHAU4119542', 'WHAU4128307'] as const;

inBrowser("the example of a haulier's portal", () => {
  const env: Record<string, string> = { ...WITH_ISSUERS };
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await Issuer.start();
    Object.assign(env, { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'portal', OIDC_SCOPES: 'openid email' });
  });
  afterAll(() => issuer.stop());
  const { service, open } = useExample('haulier-portal', env);
  let client: Client;
  let audiences = 0;

  /** A haulier with a truck, a driver, announcements and a visit, of which each text says whose it is. */
  async function aHaulier(mark: string): Promise<void> {
    await aTruckingCompany(client, { code: mark, name: `Haulage ${mark}` });
    await aTruck(client, { license_plate: `${mark}-1`, trucking_company: mark, make: `Make ${mark}` });
    const driver = { license_number: `DL-${mark}`, firstname: 'Jo', lastname: mark, remarks: mark };
    await aTruckDriver(client, { ...driver, trucking_company: mark });
    const cargo = { cargo_type: 'general cargo', goods: `Goods ${mark}` };
    const announced = {
      truck: `${mark}-1`,
      truck_driver: `DL-${mark}`,
      expected_at: DateTime.utc().plus({ days: 1 }).toISO(),
      purposes: [dropOff(cargo)],
    };
    await client.create('/pre_advices', { ...announced, advice_number: `PA-${mark}`, comments: mark });
    await client.create('/appointments', { ...announced, number: `AP-${mark}`, comment: mark });
    await aVisit(client, { truck: `${mark}-1`, comment: mark });
  }

  /** Three containers of a foreign consignee, each on a bill of its own; the first of them is held. */
  async function threeContainers(): Promise<void> {
    const { name: consignee } = await aConsignee(client, { name: `Consignee ${MARK}` });
    for (const number of [HELD, BOOKED, FOREIGN]) {
      const bill = { manifest: `${MARK}-${number}`, number: `BL-${number}` };
      await aBill(client, bill.manifest, { number: bill.number, consignee });
      const goods = { goods: `Goods ${MARK}`, consignee, bill_of_ladings: [bill] };
      await aContainerInYard(client, { number, ...goods });
    }
    const { id } = await aHoldType(client, { name: `Police ${MARK}` });
    await client.put(`/containers/${HELD}/holds/${id}/apply`, {
      hold: { notes: MARK, reference_number: MARK },
    });
  }

  /** Two slots of one place each, on a day of the next week that has not begun anywhere. */
  async function twoSlots(): Promise<string[]> {
    const { weekday } = DateTime.utc().plus({ days: 3 });
    await anAppointmentPlan(client, { weekday, until: '10:00', capacity: 1 });
    const { appointment_slots } = (await client.get('/appointment_slots')).body;
    return appointment_slots.map(({ starts_at }: { starts_at: string }) => starts_at);
  }

  /** Has each answer of the service kept, headers and body, before the page is given it. */
  async function answersTo(page: Page): Promise<string[]> {
    const heard: string[] = [];
    await page.route('**/api/v1/**', async (route) => {
      if (route.request().url().includes('/events/stream')) return route.continue(); // it has no end
      const response = await route.fetch();
      heard.push([JSON.stringify(response.headers()), await response.text()].join('\n'));
      await route.fulfill({ response });
    });
    return heard;
  }

  const signIn = async (page: Page) => page.getByRole('button', { name: 'Sign in' }).click();
  const say = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor();

  beforeEach(async () => {
    client = await service.current.organization({ party_pick_up: 'reference' });
    // an issuer and an audience are of one organization
    const audience = `wharfinger-${++audiences}`;
    issuer.person = { ...PERSON, groups: ['hauliers'], parties: ['trucking_company:OWNX'], aud: audience };
    issuer.asked.length = 0;
    await withIssuer(client, issuer, { audience, grants: GRANTS });
    await aHaulier('OWNX');
  });

  it.each(SCREENS)(
    'shows what is its own, announces, books and cancels, and is never told of others: %s',
    async (_name, width, colorScheme) => {
      await threeContainers();
      await aHaulier(MARK);
      const [first, second] = await twoSlots();
      const { page, takeRequests, shot, close } = await open(width, colorScheme);
      const heard = await answersTo(page);
      await shot('signed-out');
      await signIn(page);
      const rows = (id: string, text: string) => page.locator(`#${id}`).getByRole('row', { name: text });
      await rows('announcements', 'PA-OWNX').waitFor();
      await rows('announcements', 'AP-OWNX').waitFor();
      await page.locator('#containers').getByText('Nothing of yours is here.').waitFor();
      await page.locator('#visits').getByText('OWNX-1').waitFor();
      await rows('fleet', 'OWNX-1').waitFor();
      await rows('fleet', 'DL-OWNX').waitFor();
      await page.locator('header').getByText('Haulage OWNX').waitFor();
      expect(takeRequests()).toEqual([
        'GET appointment_slots',
        'GET appointments',
        'GET container_stays',
        'GET invoices',
        'GET me',
        'GET pre_advices',
        'GET receipts',
        'GET truck_drivers',
        'GET truck_visits',
        'GET trucks',
      ]);

      const requested = issuer.asked.filter((url) => url.startsWith('/authorize'));
      const { searchParams } = new URL(requested[0]!, issuer.url);
      expect(requested).toHaveLength(1);
      expect([searchParams.get('response_type'), searchParams.get('code_challenge_method')]).toEqual([
        'code',
        'S256',
      ]);
      const stored =
        'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href])';
      expect(await page.evaluate(stored)).not.toMatch(/eyJ|code=/);

      // what cannot be collected is at the container, which has the focus
      const announce = page.locator('#announce');
      // a sentence about it is a part of its label
      const container = announce.locator('[name="purposes.0.cargo.container_number"]');
      await container.fill(FOREIGN);
      await announce.getByLabel('Bill of lading').fill(`BL-${HELD}`);
      await announce.getByRole('button', { name: 'Announce' }).click();
      await announce.getByText(`Container '${FOREIGN}' cannot be collected with what you named.`).waitFor();
      expect(await container.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
      expect(await container.getAttribute('aria-invalid')).toBe('true');
      await shot('refused');

      await container.fill(HELD);
      await announce.getByRole('button', { name: 'Announce' }).click();
      await say(page, 'Announced: the driver says PA');
      await rows('containers', HELD).getByText(`Container ${HELD} is held.`).waitFor();
      await rows('announcements', `pick up ${HELD}`).waitFor();

      // any container may be requested, with what keeps it
      await page.getByLabel('Containers', { exact: true }).fill(`${HELD}, ${FOREIGN.toLowerCase()}`);
      await page.getByRole('button', { name: 'Ask' }).click();
      const answers = page.locator('#answers article');
      await answers.filter({ hasText: HELD }).getByText(`Container ${HELD} is held.`).waitFor();
      await answers.filter({ hasText: FOREIGN }).getByText(`Container ${FOREIGN} is unknown.`).waitFor();
      await shot('answers');

      // a slot is taken, and no longer offered
      const free = announce.locator('.slots').getByRole('button', { name: '1 free' });
      expect(await free.count()).toBe(2);
      await free.first().focus();
      await page.keyboard.press('ArrowDown');
      expect(await free.nth(1).evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await announce.locator('[aria-pressed=true]').waitFor();
      await announce.getByLabel('Expected').waitFor({ state: 'hidden' });
      await container.fill(BOOKED);
      await announce.getByLabel('Bill of lading').fill(`BL-${BOOKED}`);
      await announce.getByRole('button', { name: 'Announce' }).click();
      await say(page, 'Announced: the driver says AP');
      await rows('containers', BOOKED).getByText('yes').waitFor();
      await announce.locator('.slots').getByRole('button', { name: 'full' }).waitFor();
      await free.nth(1).waitFor({ state: 'detached' });
      const [booked] = (await client.get(`/appointments?container_number=${BOOKED}`)).body.appointments;
      expect([booked.starts_at, booked.trucking_company.code]).toEqual([first, 'OWNX']);

      // another haulier is quicker
      await free.click();
      await client.create('/appointments', { starts_at: second, truck: `${MARK}-1` });
      await announce.getByRole('button', { name: 'Announce' }).click();
      await announce.getByText('is full').waitFor();
      await free.waitFor({ state: 'detached' });
      await shot('full');

      page.once('dialog', (dialog) => void dialog.accept('No driver'));
      const row = rows('announcements', `pick up ${BOOKED}`);
      await row.getByRole('button', { name: 'Cancel' }).click();
      await row.getByText('cancelled').waitFor();
      await rows('containers', BOOKED).waitFor({ state: 'detached' });
      await rows('announcements', 'PA-OWNX').getByRole('button', { name: 'Withdraw' }).click();
      await rows('announcements', 'PA-OWNX').waitFor({ state: 'detached' });

      const [addTruck, addDriver] = [page.locator('#add-truck'), page.locator('#add-driver')];
      await page.getByText('Add a truck or a driver').click();
      await addTruck.getByLabel('License plate').fill(`${MARK}-1`);
      await addTruck.getByRole('button').click();
      await addTruck.getByText('This truck cannot be added: ask the terminal.').waitFor();
      await addTruck.getByLabel('License plate').fill('OWNX-2');
      await addTruck.getByRole('button').click();
      await say(page, 'OWNX-2 is added.');
      await rows('fleet', 'OWNX-2').waitFor();
      await addDriver.getByLabel('Driving license').fill('DL-NEW');
      await addDriver.getByRole('button').click();
      await rows('fleet', 'DL-NEW').waitFor();
      await announce.getByLabel('Truck').selectOption('OWNX-2');
      await shot('at-work');

      await page.unrouteAll({ behavior: 'wait' });
      for (const own of ['OWNX-1', 'OWNX-2', 'DL-OWNX', 'PA-OWNX', 'AP-OWNX', HELD, BOOKED])
        expect(heard.join('\n')).toContain(own);
      expect(heard.filter((answer) => answer.includes(MARK))).toEqual([]);
      expect(await page.locator('main').innerText()).not.toContain(MARK);

      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(issuer.asked.some((url) => url.startsWith('/logout'))).toBe(true);
      await close();
    },
    200_000,
  );

  it('asks for the bill where it has to be named, and brings an invoice as a file', async () => {
    await threeContainers();
    const customer = { customer_type: 'TruckingCompany', code: 'OWNX' };
    const { number } = await anInvoice(client, { customer, is_proforma: true });
    const { page, shot, close } = await open(390, 'dark');
    // as a service answers that says what is to be named
    await page.route('**/api/v1/availability?*', async (route) => {
      const { search } = new URL(route.request().url());
      const { body } = await client.get(`/availability${search}`);
      const needing = body.availabilities.map((each: object) => ({ ...each, needs: ['bill_of_lading'] }));
      await route.fulfill({ json: { ...body, availabilities: needing } });
    });
    await signIn(page);
    await page.getByLabel('Containers', { exact: true }).fill(FOREIGN);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('#answers').getByText('Its bill of lading, when you book').waitFor();
    await page.getByRole('button', { name: `Book a time for ${FOREIGN}` }).click();
    const bill = page.locator('#announce').getByLabel('Bill of lading');
    expect(await bill.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    expect(await bill.getAttribute('required')).not.toBeNull();
    await page.locator('#announce').getByRole('button', { name: 'Announce' }).click();
    expect(await page.locator('#announce :invalid').count()).toBe(1);
    await bill.fill(`BL-${FOREIGN}`);
    await page.locator('#announce').getByRole('button', { name: 'Announce' }).click();
    await say(page, 'Announced: the driver says PA');

    await shot('papers');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: `PDF of ${number}` }).click();
    expect((await file).suggestedFilename()).toBe(`${number}.pdf`);
    expect(readFileSync(await (await file).path(), 'latin1')).toMatch(/^%PDF-/);
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  }, 100_000);

  it('shows what happens as it happens', async () => {
    const { page, takeRequests, close } = await open(390, 'light');
    await signIn(page);
    const rows = (text: string) => page.locator('#announcements').getByRole('row', { name: text });
    await rows('PA-OWNX').waitFor();
    takeRequests();
    await aHaulier(MARK);
    await client.create('/pre_advices', {
      advice_number: 'PA-LATE',
      truck: 'OWNX-1',
      expected_at: DateTime.utc().plus({ days: 1 }).toISO(),
      purposes: [dropOff({ cargo_type: 'general cargo', goods: 'Goods' })],
    });
    await rows('PA-LATE').waitFor();
    expect((await client.delete('/pre_advices/PA-OWNX')).status).toBe(200);
    await rows('PA-OWNX').waitFor({ state: 'detached' });
    // the page was not loaded anew, which would have requested who it is
    expect(takeRequests()).not.toContain('GET me');
    expect(await page.locator('main').innerText()).not.toContain(MARK);
    await close();
  }, 100_000);

  it('says why somebody is not let in who has signed in', async () => {
    Object.assign(issuer.person, { parties: ['trucking_company:NOBODY'] });
    const { page, close } = await open(390, 'light');
    await signIn(page);
    await say(page, 'You are signed in, but for no party that is known here.');
    await close();
  }, 100_000);

  it('renews its token before it ends', async () => {
    issuer.seconds = 62;
    const { page, close } = await open(390, 'light');
    const used = new Set<string>();
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (request.url().includes('/api/v1/appointment_slots') && authorization) used.add(authorization);
    });
    await signIn(page);
    await page.locator('#announcements').getByText('PA-OWNX').waitFor();
    issuer.seconds = 300;
    await eventually('a second token', () => issuer.asked.filter((url) => url === '/token').length > 1);
    await eventually('that it is used', async () => {
      await page.locator('#purpose').selectOption('drop off');
      await page.locator('#purpose').selectOption('pick up');
      return used.size > 1;
    });
    await close();
  }, 100_000);
});
