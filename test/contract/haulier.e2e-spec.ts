import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import { aContainerInYard, aNewContainer, anAppointmentPlan, pickUp } from '../factories/gate';
import { aHold } from '../factories/holds';
import { aTruck } from '../factories/parties';
import type { Client } from '../setup/client';
import { inBrowser } from './browser';
import { SCREENS, useExample } from './example-page';

const SLOTS = 'GET appointment_slots';
const LIST = 'GET appointments';

inBrowser("the example of a haulier's portal", () => {
  const { service, open } = useExample('haulier');
  let client: Client;

  /** Three slots of one place each, on a day of the next week that has not begun anywhere. */
  async function threeSlots(): Promise<string[]> {
    const { weekday } = DateTime.utc().plus({ days: 3 });
    await anAppointmentPlan(client, { weekday, until: '11:00', capacity: 1 });
    const { appointment_slots } = (await client.get('/appointment_slots')).body;
    return (appointment_slots as { starts_at: string }[]).map(({ starts_at }) => starts_at);
  }

  const say = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor();

  beforeEach(async () => (client = await service.current.organization()));

  it.each(SCREENS)(
    'says what is free to collect, books, cancels and announces: %s',
    async (_name, width, colorScheme) => {
      const [held, free] = [await aContainerInYard(client), await aContainerInYard(client)];
      const { hold_type } = await aHold(client, held.number);
      const { license_plate } = await aTruck(client);
      const rival = await aTruck(client);
      const [, second] = await threeSlots();
      const { page, takeRequests, shot, close } = await open(width, colorScheme);
      const [book, announce] = [page.locator('#book'), page.locator('#announce')];
      const options = book.getByLabel('Slot').locator('option');
      await page.getByLabel('Token').fill(client.tokens.write);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await options.nth(2).waitFor({ state: 'attached' });
      await page.getByText('None.').waitFor();
      expect(takeRequests()).toEqual([SLOTS, LIST, 'GET me']);

      await page.getByLabel('Container numbers').fill(`${held.number}, ${free.number}\nXYZU1234565`);
      await page.getByRole('button', { name: 'Ask' }).click();
      const answers = page.locator('#answers').getByRole('row');
      await answers.filter({ hasText: held.number }).filter({ hasText: hold_type }).waitFor();
      await answers.filter({ hasText: free.number }).filter({ hasText: 'yes' }).waitFor();
      await answers.filter({ hasText: 'XYZU1234565 is unknown.' }).waitFor();
      expect(takeRequests()).toEqual(['GET availability']);

      // what is refused stands at its field, which has the focus
      await book.getByLabel('Slot').selectOption({ index: 0 });
      await book.getByLabel('Container').fill(free.number);
      await book.getByLabel('Truck').fill('NOBODYS');
      await book.getByRole('button', { name: 'Book' }).click();
      await book.getByText("Truck 'NOBODYS' is unknown.").waitFor();
      const truck = book.getByLabel('Truck');
      expect(await truck.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
      expect(await truck.getAttribute('aria-invalid')).toBe('true');
      await shot('refused');
      expect(takeRequests()).toEqual(['POST appointments']);
      await truck.fill(license_plate);
      await book.getByRole('button', { name: 'Book' }).click();
      await say(page, 'Booked: the driver says AP');
      const mine = page.locator('#appointments').getByRole('row').filter({ hasText: free.number });
      await mine.getByRole('button', { name: 'Cancel' }).waitFor();
      expect(await book.getByText('is unknown').count()).toBe(0);
      // the slot is no longer offered
      await options.nth(2).waitFor({ state: 'detached' });
      expect(new Set(takeRequests())).toEqual(new Set(['POST appointments', SLOTS, LIST]));

      // another haulier is quicker: the portal is told, and offers what is left
      let goOn = () => {};
      const paused = new Promise<void>((resolve) => (goOn = resolve));
      await page.route('**/api/v1/appointment_slots*', async (route) => {
        await paused;
        await route.continue();
      });
      await book.getByLabel('Slot').selectOption({ index: 0 });
      await book.getByLabel('Container').fill(held.number);
      await client.create('/appointments', {
        starts_at: second,
        truck: rival.license_plate,
        purposes: [pickUp((await aContainerInYard(client)).number)],
      });
      await book.getByRole('button', { name: 'Book' }).click();
      await book.getByText('is full; the next free one begins at').waitFor();
      goOn();
      await options.nth(1).waitFor({ state: 'detached' });
      expect(await options.count()).toBe(1);
      await shot('full');

      page.once('dialog', (dialog) => void dialog.accept('No driver'));
      await mine.getByRole('button', { name: 'Cancel' }).click();
      await mine.getByText('cancelled').waitFor();
      const { appointments } = (await client.get(`/appointments?container_number=${free.number}`)).body;
      expect(appointments[0]).toMatchObject({ status: 'cancelled', cancel_reason: 'No driver' });
      await options.nth(1).waitFor({ state: 'attached' });
      await shot('cancelled');

      takeRequests();
      const { container_number, container_type, shipping_line } = await aNewContainer(client);
      await announce.getByLabel('Truck').fill(license_plate);
      await announce.getByLabel('Container').fill(container_number);
      await announce.getByLabel('Line').fill(shipping_line);
      await announce.getByRole('button', { name: 'Announce' }).click();
      await announce.getByText('is required for a new container').waitFor();
      await announce.getByLabel('Type').fill(container_type);
      await announce.getByRole('button', { name: 'Announce' }).click();
      await say(page, 'Announced: the driver says PA');
      expect(takeRequests()).toEqual(['POST pre_advices', 'POST pre_advices']);
      const { pre_advices } = (await client.get(`/pre_advices?truck=${license_plate}`)).body;
      expect(pre_advices).toHaveLength(1);
      await close();
    },
    200_000,
  );
});
