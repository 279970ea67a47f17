import type { Page } from 'playwright-core';
import { aContainer, aYardArea } from '../../factories/cargo';
import { aHold, lift } from '../../factories/holds';
import { aShippingLine } from '../../factories/parties';
import { aTally, broughtBy, count } from '../../factories/quay';
import { aBerthArea, aVoyage } from '../../factories/voyages';
import type { Client } from '../../setup/client';
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

      // three requests, and one for the progress of the vessel at the berth
      await page.getByText('1 of 3').waitFor();
      const voyages = ['GET voyages', 'GET voyages', 'GET voyages', 'GET voyages/AT-BERTH/progress'];
      expect(takeRequests()).toEqual(voyages);
      await rowOf(page, 'AT-BERTH')
        .filter({ hasText: 'at the berth' })
        .filter({ hasText: 'Berth 2' })
        .waitFor();
      await rowOf(page, 'EXPECTED').filter({ hasText: '1 Feb 2026' }).waitFor();
      await rowOf(page, 'GIVEN-UP').filter({ hasText: 'cancelled' }).waitFor();
      await shot('voyages');
      // the vessel that came in January is still at its berth; the timeline of that week has the one that is expected, too
      const bar = (words: string) => page.locator('.bar').filter({ hasText: words });
      await bar('AT-BERTH').filter({ hasText: '33 % moved' }).waitFor();
      await count(client, tally, { container_number: BOXES[1] });
      await page.getByText('2 of 3').waitFor();
      await bar('AT-BERTH').filter({ hasText: '67 % moved' }).waitFor();
      expect(await page.locator('.timeline .now').count()).toBe(1);

      await filter('Calls').selectOption('Not cancelled');
      await filter('Order').selectOption('First arrival first');
      await show();
      await page.getByText('Page 1 of 1, 2 in all').waitFor();
      expect(takeRequests()).toEqual(voyages);
      expect(await page.locator('tbody tr').first().innerText()).toContain('AT-BERTH');
      // a title orders what is shown
      await page.getByRole('button', { name: 'Voyage', exact: true }).click();
      await page
        .getByRole('columnheader', { name: 'Voyage' })
        .and(page.locator('[aria-sort=ascending]'))
        .waitFor();
      await page.getByRole('button', { name: 'Voyage', exact: true }).press('Enter');
      expect(await page.locator('tbody tr').first().innerText()).toContain('EXPECTED');
      await filter('Timeline from').fill('2026-01-26');
      await show();
      await bar('EXPECTED').filter({ hasText: '2 Feb' }).waitFor();
      await page.getByRole('link', { name: 'A week earlier' }).click();
      await bar('EXPECTED').waitFor({ state: 'detached' });
      await page.locator('.timeline').or(page.getByText('Nothing is here in these days.')).first().waitFor();
      takeRequests();

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

      // seven requests for a container and its story
      await page.getByRole('link', { name: BOXES[0]! }).click();
      await page.getByText('Not free to collect').waitFor();
      const parts = ['/availability', '/charge_preview', '/holds', '/movements', '/stays', '.json'];
      expect(takeRequests()).toEqual(
        ['GET charges', ...parts.map((part) => `GET containers/${BOXES[0]}${part}`)].sort(),
      );
      const story = page.locator('.story');
      for (const chapter of ['Stay 1 begins', 'discharge', `Hold: ${hold_type}`])
        await story.getByText(chapter).waitFor();
      await shot('container');
      await lift(client, BOXES[0]!, id as number);
      await page.getByRole('heading', { name: 'Free to collect', exact: true }).waitFor();
      await story.getByText(`Lifted: ${hold_type}`).waitFor();

      // a filter that the service refuses is shown at its field
      await page.goto(`${page.url().split('?')[0]}?screen=voyages&order=sideways`);
      await page.locator('form:visible small.wrong').waitFor();
      await close();
    },
    200_000,
  );

  it.each(SCREENS)(
    'draws the yard, tells what is pointed at, and finds: %s',
    async (_name, width, colorScheme) => {
      await aYardArea(client, { name: 'Block A' });
      for (const [name, container] of [
        ['A1-01', BOXES[0]],
        ['A2-01', BOXES[1]],
      ]) {
        await client.create('/yard_slots', {
          name,
          yard_area: 'Block A',
          tiers: 3,
          bay: '01',
          row: name![1],
        });
        const place = { current_location_type: 'YardSlot', current_location: name };
        await aContainer(client, { number: container, container_status: 'full', ...place });
      }
      await aHold(client, BOXES[1]!);
      const { page, takeRequests, shot, close } = await open(width, colorScheme);
      await page.getByLabel('Token').fill(client.tokens.read);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Yard' }).click();
      const box = (number: string) => page.locator(`#box-${number}`);
      await box(BOXES[0]!).waitFor();
      expect(takeRequests()).toEqual(['GET yard_areas', 'GET yard_areas/Block%20A/stacks']);
      await box(BOXES[0]!).hover();
      const shown = page.locator('aside');
      await shown.getByText('A1-01, tier 1').waitFor();
      // one key enters the drawing, and the arrows go through it
      await box(BOXES[0]!).focus();
      await page.keyboard.press('ArrowRight');
      await shown.getByText('A2-01, tier 1').waitFor();
      await shot('yard');
      await page.getByLabel('Find').fill('held');
      await page.getByText('1 of 2 containers').waitFor();
      expect(await page.locator('.box.aside').getAttribute('id')).toBe(`box-${BOXES[0]}`);
      // what somebody else moves is seen at once, and what is looked for stays
      await client.create(`/containers/${BOXES[1]}/moves`, { to: { type: 'YardSlot', name: 'A1-01' } });
      await page.locator('.box', { hasText: `${BOXES[1]}, A1-01, tier 2` }).waitFor();
      await page.getByText('1 of 2 containers').waitFor();
      await page.locator('.box:not(.aside)').press('Enter');
      await page.getByRole('heading', { name: BOXES[1]! }).waitFor();
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
