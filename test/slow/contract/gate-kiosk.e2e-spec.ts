import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import { aDamage, aDamageComponent, aDamageType } from '../../factories/condition';
import { aFile, aPicture } from '../../factories/files';
import { aContainerInYard, aGate, anAppointment, aVisitFor, dropOff, pickUp } from '../../factories/gate';
import { aHoldType } from '../../factories/holds';
import { aTruck } from '../../factories/parties';
import type { Client } from '../../setup/client';
import { inBrowser } from './browser';
import { SCREENS, useExample } from './example-page';

inBrowser('the example of a kiosk at the gate', () => {
  const { service, open } = useExample('gate-kiosk');
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const signIn = async (page: Page) => {
    await page.getByLabel('Token').fill(client.tokens.write);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Nobody is inside.').waitFor();
  };
  const lookUp = async (page: Page, word: string) => {
    await page.getByLabel('License plate, appointment or pre-advice').fill(word);
    await page.getByRole('button', { name: 'Look up' }).click();
  };
  const says = (page: Page, words: string) => page.locator('#said').getByText(words).waitFor();

  it.each(SCREENS)(
    'lets a truck in, says what holds its container, and lets it out: %s',
    async (_name, width, colorScheme) => {
      const { name: gate } = await aGate(client);
      const { license_plate } = await aTruck(client);
      const { number } = await aContainerInYard(client);
      const { id, name: hold } = await aHoldType(client);
      await client.put(`/containers/${number}/holds/${id}/apply`);
      const purposes = [pickUp(number)];
      const { advice_number } = await client.create('/pre_advices', { truck: license_plate, purposes });

      const { page, shot, close } = await open(width, colorScheme);
      await page.getByLabel('Token').fill('unknown');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await says(page, 'token');
      await shot('refused');
      await signIn(page);
      await shot('empty');
      await lookUp(page, 'PA-unknown');
      await says(page, 'No appointment, pre-advice or truck is called PA-unknown.');

      await lookUp(page, advice_number);
      await page.getByLabel('Gate').selectOption(gate as string);
      await page.locator('#found').getByText(`hold of the type ${hold}`).waitFor();
      await shot('announced');
      await page.getByRole('button', { name: 'Let in', exact: true }).click();
      await says(page, `${license_plate} is in.`);
      await page.locator('#inside').getByText(`fetches ${number}`).waitFor();
      await page.getByRole('button', { name: 'Let out' }).click();
      await says(page, 'Truck Visit was not completed.');
      await page.getByRole('button', { name: 'Lift' }).waitFor();
      await shot('held');
      await page.getByRole('button', { name: 'Lift' }).click();
      await says(page, `The hold on ${number} is lifted.`);
      await page.getByRole('button', { name: 'Let out' }).click();
      await says(page, `${license_plate} is out.`);
      await page.getByText('Nobody is inside.').waitFor();
      await close();
      expect((await client.get(`/containers/${number}`)).body.container.current_location_type).toBe('Other');
    },
    200_000,
  );

  it('finds by its plate what a truck has an appointment for, which is chosen from those expected, too', async () => {
    // where it is noon now, so that the day does not end meanwhile
    const behind = DateTime.utc().hour - 12;
    const time_zone = `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
    client = await service.current.organization({ time_zone });
    await aGate(client);
    const { license_plate: truck } = await aTruck(client);
    const cargo = { cargo_type: 'general cargo', goods: 'Goods' };
    const expected_at = DateTime.utc().toISO();
    const { number } = await anAppointment(client, { truck, expected_at, purposes: [dropOff(cargo)] });
    const { page, close } = await open(390, 'light', 'Pacific/Auckland');
    await signIn(page);
    await lookUp(page, truck as string);
    await page.locator('#found').getByText(`Appointment ${number}`).waitFor();
    await page.getByRole('button', { name: 'Let in unannounced' }).waitFor();
    // by the clock of the terminal, wherever the browser is
    expect(await page.locator('#expected time').innerText()).toMatch(/^12:/);
    await page.getByRole('button', { name: number as string }).click();
    await page.getByRole('button', { name: 'Let in unannounced' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Let in', exact: true }).click();
    await says(page, `${truck} is in.`);
    const [visit] = (await client.get('/truck_visits?inside=true')).body.truck_visits;
    expect(visit.appointment_number).toBe(number);
    expect(await page.locator('#inside time').innerText()).toMatch(/^1[23]:/);
    await close();
  }, 100_000);

  it('lets a truck in that nobody announced, and adds what it fetches', async () => {
    await aGate(client);
    const { license_plate } = await aTruck(client);
    const { number } = await aContainerInYard(client);
    const { page, shot, close } = await open(390, 'dark');
    await signIn(page);
    await lookUp(page, license_plate as string);
    await page.getByText('Nobody has announced it.').waitFor();
    await page.getByRole('button', { name: 'Let in unannounced' }).click();
    const dialog = page.getByRole('dialog', { name: `What ${license_plate} comes for` });
    await dialog.getByLabel('Container').fill('WHAU4142033');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.locator('small.wrong').waitFor();
    await shot('refused-cargo');
    await dialog.getByLabel('Container').fill(number as string);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await says(page, 'It is added.');
    await page.locator('#inside').getByText(`fetches ${number}`).waitFor();
    await close();
  }, 100_000);

  it.each(SCREENS)(
    'inspects what a truck fetches, with photos of its damages: %s',
    async (_name, width, colorScheme) => {
      await client.patch('/organization', { inspection_required: 'both' });
      const { number } = await aContainerInYard(client);
      const { code: dent } = await aDamageType(client, { name: 'Dented' });
      const { code: door } = await aDamageComponent(client, { name: 'Door panel' });
      const { id: picture } = await aFile(client);
      const notes = 'Seen last week';
      await aDamage(client, number as string, {
        damage_type: dent,
        component: door,
        file_ids: [picture],
        notes,
      });
      const visit = await aVisitFor(client, [pickUp(number as string)]);

      const { page, shot, close } = await open(width, colorScheme);
      await page.getByLabel('Token').fill(client.tokens.write);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Let out' }).click();
      const refusal = `Container '${number}' was not inspected.`;
      await says(page, refusal);
      const missing = page.locator('.obstacles').getByText(refusal);
      await missing.waitFor();
      await page.getByRole('button', { name: `Inspect ${number}` }).click();
      const dialog = page.getByRole('dialog', { name: `Inspection of ${number}` });
      await dialog.getByText(notes).waitFor();
      await isShown(page, 'Dented: Door panel, LB3N');

      await dialog.getByRole('button', { name: 'Add a damage' }).click();
      await dialog.getByRole('button', { name: 'Add a damage' }).click();
      await dialog.getByRole('group', { name: 'Damage 1' }).getByRole('button', { name: 'Remove' }).click();
      const damage = dialog.getByRole('group', { name: 'Damage 1' });
      await damage.getByLabel('What').selectOption(dent as string);
      await damage.getByLabel('Part').selectOption(door as string);
      await damage.getByLabel('Severity').selectOption('major');
      await damage.getByLabel('Where').fill('door');
      const photo = damage.getByLabel('Take a photo');
      await photo.setInputFiles({ name: 'none.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('text') });
      await dialog.getByText('This is no picture and no PDF.').waitFor();
      for (const name of ['left.jpg', 'near.jpg']) {
        await photo.setInputFiles({ name, mimeType: 'image/jpeg', buffer: await aPicture() });
        await isShown(page, name);
      }
      await dialog.getByRole('button', { name: 'Complete' }).click();
      await damage.getByText('must be 1 to 4 capitals or digits, such as LB3N').waitFor();
      await shot('inspection');
      expect(await tooSmall(page)).toEqual([]);
      await damage.getByLabel('Where').fill('LB3N');
      await dialog.getByRole('button', { name: 'Complete' }).click();
      await dialog.getByText('has an open damage').waitFor();
      await damage.getByLabel('One more').check();
      await dialog.getByRole('button', { name: 'Complete' }).click();
      await says(page, `${number} is inspected.`);
      await missing.waitFor({ state: 'detached' });

      const path = `/truck_visits/${visit.id}/interchanges/${visit.interchanges[0].id}/inspection`;
      expect((await client.get(path)).body.inspection).toMatchObject({
        condition: 'damaged',
        damages: [
          { severity: 'major', location: 'LB3N', files: [{ name: 'left.jpg' }, { name: 'near.jpg' }] },
        ],
        known: [{ damage_type: dent }],
      });
      await page.getByRole('button', { name: `Inspect ${number}` }).click();
      await dialog.getByText('Found').waitFor();
      await dialog.getByText(notes).waitFor();
      await shot('inspected');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Let out' }).click();
      await says(page, `${visit.truck.license_plate} is out.`);
      await close();
    },
    200_000,
  );
});

/** Waits until a picture with this name has been brought. */
const isShown = (page: Page, name: string) =>
  page.waitForFunction(
    `[...document.images].some(({ alt, naturalWidth }) => alt === ${JSON.stringify(name)} && naturalWidth > 0)`,
  );

/** What a finger misses: controls of the dialog that are less than 44 pixels high. */
const tooSmall = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('dialog[open] :is(button, select, label:has([type=checkbox]), label.photo, a, [name]:not([type=checkbox], [type=hidden]))')]
    .filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)`);
