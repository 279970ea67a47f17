import { aCalendar, aChargeCode, aRate, aTariff, aTax, aTaxRule } from '../../../factories/billing';
import type { Client } from '../../../setup/client';
import { FIRST, FREE, FREE_OF_LOTS, MORE, PRICES } from './reckon';

export const euros = (cents: number) => (cents / 100).toFixed(2);

/** The tariff of the month. */
export async function sellMonth(client: Client): Promise<void> {
  await aTaxRule(client, {
    tax_class: 'standard',
    treatment: 'domestic',
    tax: (await aTax(client, { code: 'NL21' })).code,
  });
  await aCalendar(client, { name: 'Weekends' });
  await client.patch('/billing_profile', { calendar: 'Weekends' });
  await aTariff(client, { name: 'Month', valid_from: '2026-01-01' });
  let position = 0;
  const sells = async (code: { code: string; measure: string; cargo?: string }, ...rates: object[]) => {
    await aChargeCode(client, code);
    for (const rate of rates)
      await aRate(client, { tariff: 'Month', charge_code: code.code, position: ++position, ...rate });
  };
  const empty = { container_statuses: ['empty'] };
  const gate = [{ ...empty, amount: euros(PRICES.gate.empty) }, { amount: euros(PRICES.gate.full) }];
  const days = {
    per: 'teu',
    counting: 'calendar_day',
    first_day: 'day_after_arrival',
    free_units: FREE,
    free_excludes_closed: true,
  };
  const { first, beyond } = PRICES.storage;
  const tiers = [
    { from: 1, amount: euros(first) },
    { from: FIRST + 1, amount: euros(beyond) },
  ];
  await sells(
    { code: 'DISC', measure: 'discharge' },
    ...([20, 40] as const).map((size) => ({ sizes: [size], amount: euros(PRICES.discharge[size]) })),
  );
  await sells({ code: 'LOAD', measure: 'load' }, { amount: euros(PRICES.load) });
  await sells({ code: 'GIN', measure: 'gate_in' }, ...gate);
  await sells({ code: 'GOUT', measure: 'gate_out' }, ...gate);
  await sells(
    { code: 'WHARF', measure: 'wharfage' },
    { event: 'arrival', per: 'tonne', amount: euros(PRICES.tonne) },
  );
  await sells(
    { code: 'STOR', measure: 'storage' },
    { ...days, ...empty, amount: euros(PRICES.storage.empty) },
    { ...days, tiers },
  );
  await sells(
    { code: 'POWER', measure: 'reefer_power' },
    { counting: 'period', period_hours: 1, amount: euros(PRICES.hour) },
  );
  await sells(
    { code: 'BDISC', measure: 'discharge', cargo: 'breakbulk' },
    { per: 'piece', amount: euros(PRICES.piece) },
  );
  await sells(
    { code: 'BSTOR', measure: 'storage', cargo: 'breakbulk' },
    { per: 'piece', counting: 'calendar_day', free_units: FREE_OF_LOTS, amount: euros(PRICES.piece_day) },
  );
  await client.post('/tariffs/Month/publish', { retroactive: true });
  await client.create('/free_time_agreements', {
    charge_code: 'STOR',
    extra_units: MORE,
    consignee: 'Agreed',
    reason: 'Yearly contract',
  });
}
