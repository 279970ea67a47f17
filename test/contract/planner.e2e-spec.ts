import type { Page } from 'playwright-core';
import { aContainer, aYardArea } from '../factories/cargo';
import { aHold, lift } from '../factories/holds';
import { aShippingLine } from '../factories/parties';
import { aTally, broughtBy, count } from '../factories/quay';
import { aBerthArea, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { inBrowser } from './browser';
import { SCREENS, useExample } from './example-page';

const BOXES = ['WHAU4142033', 'WHAU4119542', 'WHAU4128307'];
/** More than one page of them. */
const OTHERS = 20;

inBrowser("the example of a planner's screen", () => {
  const { service, open } = useExample('planner');
  let client: Client;

  /** A voyage at its berth with one of three containers counted, one that is expected, and one that was cancelled. */
  async function threeVoyages() {
    const { id: assigned_berth_area_id } = await aBerthArea(client, { name: 'Berth 2' });
    const { id: assigned_yard_area_id } = await aYardArea(client, { name: 'Block A' });
    const at_of_berth = '2026-01-17T07:25:00Z';
    const berthed = await aVoyage(client, {
      number: 'AT-BERTH',
      assigned_berth_area_id,
      assigned_yard_area_id,
      at_of_berth,
    });
    await broughtBy(client, berthed, BOXES, { container_status: 'full' });
    const tally = await aTally(client, berthed);
    await count(client, tally, { container_number: BOXES[0] });
    const receiving_cut_off_time = '2026-02-01T11:00:00Z';
    await aVoyage(client, {
      number: 'EXPECTED',
      et_of_berth: '2026-02-02T06:00:00Z',
      receiving_cut_off_time,
    });
    await client.patch(`/voyages/${(await aVoyage(client, { number: 'GIVEN-UP' })).number}`, {
      voyage: { cancelled: true },
    });
    return tally;
  }

  /** Containers of a line in the yard, which came after those of the voyage. */
  async function boxesOf(code: string) {
    const { code: shipping_line } = await aShippingLine(client, { code });
    const place = { current_location_type: 'YardArea', current_location: 'Block A' };
    for (let made = 0; made < OTHERS; made++) await aContainer(client, { shipping_line, ...place });
  }

  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  beforeEach(async () => (client = await service.current.organization()));

  it.each(SCREENS)(
    'shows voyages, the inventory and a container as they change: %s',
    async (_name, width, colorScheme) => {
      const tally = await threeVoyages();
      await boxesOf('TDK');
      const { page, takeRequests, shot, close } = await open(width, colorScheme);
      const filter = (label: string) => page.locator('form:visible').getByLabel(label);
      const show = () => page.getByRole('button', { name: 'Show' }).click();
      await page.getByLabel('Token').fill(client.tokens.read);
      await page.getByRole('button', { name: 'Sign in' }).click();

      // two requests, and one for the progress of the vessel at the berth
      await page.getByText('1 of 3').waitFor();
      const voyages = ['GET voyages', 'GET voyages', 'GET voyages/AT-BERTH/progress'];
      expect(takeRequests()).toEqual(voyages);
      await rowOf(page, 'AT-BERTH')
        .filter({ hasText: 'at the berth' })
        .filter({ hasText: 'Berth 2' })
        .waitFor();
      await rowOf(page, 'EXPECTED').filter({ hasText: '1 Feb 2026' }).waitFor();
      await rowOf(page, 'GIVEN-UP').filter({ hasText: 'cancelled' }).waitFor();
      await shot('voyages');
      await count(client, tally, { container_number: BOXES[1] });
      await page.getByText('2 of 3').waitFor();

      await filter('Calls').selectOption('Not cancelled');
      await filter('Order').selectOption('First arrival first');
      await show();
      await page.getByText('Page 1 of 1, 2 in all').waitFor();
      expect(takeRequests()).toEqual(voyages);
      expect(await page.locator('tbody tr').first().innerText()).toContain('AT-BERTH');

      // one request for a page of the inventory
      await page.getByRole('link', { name: 'Inventory' }).click();
      await page.getByText('Page 1 of 2, 22 in all').waitFor();
      expect(takeRequests()).toEqual(['GET container_stays']);
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('Page 2 of 2, 22 in all').waitFor();
      expect(takeRequests()).toEqual(['GET container_stays']);
      await filter('Line').fill('TDK');
      await show();
      await page.getByText('Page 1 of 1, 20 in all').waitFor();
      expect(takeRequests()).toEqual(['GET container_stays']);
      await filter('Line').fill('');
      await filter('Status').selectOption('full');
      await show();
      await page.getByText('Page 1 of 1, 2 in all').waitFor();
      expect(takeRequests()).toEqual(['GET container_stays']);

      // what somebody else does is seen at once, and the focus stays
      await page.getByRole('link', { name: BOXES[0]! }).focus();
      const { id, hold_type } = await aHold(client, BOXES[0]!);
      await rowOf(page, BOXES[0]!)
        .filter({ hasText: hold_type as string })
        .waitFor();
      expect(new Set(takeRequests())).toEqual(new Set(['GET container_stays']));
      expect(await page.evaluate('document.activeElement.id')).toBe(BOXES[0]);
      await shot('inventory');

      // two requests for a container
      await page.getByRole('link', { name: BOXES[0]! }).click();
      await page.getByText('Not free to collect').waitFor();
      const container = [`GET containers/${BOXES[0]}.json`, `GET containers/${BOXES[0]}/availability`];
      expect(takeRequests()).toEqual(container);
      await shot('container');
      await lift(client, BOXES[0]!, id as number);
      await page.getByRole('heading', { name: 'Free to collect', exact: true }).waitFor();

      // a filter that the service refuses is told at its field
      await page.goto(`${page.url().split('?')[0]}?screen=voyages&order=sideways`);
      await page.locator('form:visible small.wrong').waitFor();
      await close();
    },
    200_000,
  );

  it('asks for another token when its own has ended', async () => {
    const { page, close } = await open(1000, 'light');
    await page.getByLabel('Token').fill(client.tokens.read);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Page 1 of 1, 0 in all').waitFor();
    await service.current.query(`DELETE FROM tokens WHERE organization_id = $1 AND role = 'read'`, [
      client.organization_id,
    ]);
    await page.getByRole('status').getByText('token').waitFor();
    await page.getByLabel('Token').waitFor();
    await close();
  });
});
