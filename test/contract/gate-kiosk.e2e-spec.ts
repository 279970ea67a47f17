import { aContainer } from '../factories/cargo';
import { aGate } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aTruck } from '../factories/parties';
import { aTerminal } from '../factories/voyages';
import type { Client } from '../setup/client';
import { inBrowser } from './browser';
import { SCREENS, useExample } from './example-page';

inBrowser('the example of a kiosk at the gate', () => {
  const { service, open } = useExample('gate-kiosk');
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it.each(SCREENS)(
    'lets a truck in, says what holds its container, and lets it out: %s',
    async (_name, width, colorScheme) => {
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

      const { page, shot, close } = await open(width, colorScheme);
      await page.getByLabel('Token').fill('unknown');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('status').getByText('token').waitFor();
      await shot('refused');
      await page.getByLabel('Token').fill(client.tokens.write);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Nobody.').waitFor();

      await page.getByLabel('Number of the pre-advice').fill('PA-unknown');
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByRole('status').getByText('PA-unknown').waitFor();

      await page.getByLabel('Number of the pre-advice').fill(advice_number as string);
      await page.getByLabel('Gate').selectOption(gate as string);
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText(`held by ${hold}`).waitFor();
      await shot('announced');
      await page.getByRole('button', { name: 'Let in' }).click();
      await page.getByRole('button', { name: 'Let out' }).click();
      await page.getByText('Truck Visit was not completed.').waitFor();
      await page.getByRole('button', { name: 'Lift' }).waitFor();
      await shot('held');
      await page.getByRole('button', { name: 'Lift' }).click();
      await page.getByText(`The hold on ${number} is lifted.`).waitFor();
      await page.getByRole('button', { name: 'Let out' }).click();
      await page.getByText(`${license_plate} is out.`).waitFor();
      await shot('out');
      await page.getByText('Nobody.').waitFor();

      await close();
      expect((await client.get(`/containers/${number}`)).body.container.current_location_type).not.toBe(
        'Terminal',
      );
    },
    200_000,
  );
});
