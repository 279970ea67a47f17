import { aChargeCode, anOrder, aRate, aTariff, aTax } from '../factories/billing';
import { broughtBy, count, aTally } from '../factories/quay';
import { aTallyMove, aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('what the call of a vessel costs', () => {
  const service = useService();
  let client: Client;
  let agent: number | null;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    agent = (await client.create('/agents', { name: 'Quay Agencies' })).agent.id;
    await aTariff(client, { name: 'Port', valid_from: '2026-01-01' });
    await aChargeCode(client, { code: 'CALL', measure: 'vessel_call' });
    await aRate(client, {
      tariff: 'Port',
      charge_code: 'CALL',
      position: 1,
      per: 'gross_tonnage',
      counting: 'period',
      tiers: [
        { from: 1, amount: '1.30' },
        { from: 2, amount: '0.80' },
      ],
    });
    await aChargeCode(client, { code: 'HATCH', measure: 'special_lift', lift_type: 'hatch cover' });
    await aRate(client, { tariff: 'Port', charge_code: 'HATCH', position: 2, amount: '95.00' });
    await aChargeCode(client, { code: 'LIFT', measure: 'special_lift' });
    await aRate(client, { tariff: 'Port', charge_code: 'LIFT', position: 3, per: 'metre', amount: '0.50' });
    await client.post('/tariffs/Port/publish', { retroactive: true });
  });

  const aCall = async (times: object, vessel: object = { gross_tonnage: 14036, loa: 170 }) => {
    const { name: vessel_name } = await aVessel(client, vessel);
    const voyage = await aVoyage(client, { vessel_name });
    const { status, body } = await client.put(`/voyages/${voyage.number}`, {
      voyage: { agent_id: agent, ...times },
    });
    expect([status, body]).toEqual([200, expect.anything()]);
    return voyage;
  };
  const BERTHED = { at_of_berth: '2026-03-03T08:20:00Z' };
  const LEFT = {
    at_berth_departure: '2026-03-05T21:40:00Z',
    at_of_departure: '2026-03-05T23:00:00Z',
  };

  const previews = async (voyage: { number: string }, more: object = {}) => {
    const { status, body } = await client.post('/charge_previews', { voyage: voyage.number, ...more });
    expect([status, body]).toEqual([200, expect.anything()]);
    return body.charge_previews;
  };
  const items = ({ payers }: { payers: { items: { charge_code: string; total: string }[] }[] }) =>
    payers.flatMap((payer) => payer.items.map(({ charge_code, total }) => [charge_code, total]));

  it('goes by gross tonnage and started 24 hours from the berth to leaving it, and its agent pays', async () => {
    const voyage = await aCall({ ...BERTHED, ...LEFT });
    const [of, ...more] = await previews(voyage);
    expect(more).toEqual([]);
    expect(of).toMatchObject({
      container: { id: null, number: null },
      stay: null,
      voyage: { number: voyage.number },
      at: '2026-03-05T23:00:00.000Z',
      next: null,
      payers: [{ customer: { customer_type: 'Agent', id: agent }, subtotal: '40704.40' }],
      problems: [],
    });
    expect(items(of)).toEqual([
      ['CALL', '18246.80'],
      ['CALL', '22457.60'],
    ]);
  });

  it('goes by the departure where leaving the berth is not known, and by the time queried before it', async () => {
    const { at_of_departure } = LEFT;
    const gone = await aCall({ ...BERTHED, at_of_departure });
    expect(items((await previews(gone))[0])).toHaveLength(2);
    const here = await aCall(BERTHED);
    const [of] = await previews(here, { at: '2026-03-04T08:20:00Z' });
    expect(items(of)).toEqual([['CALL', '18246.80']]);
    expect(of.next).toEqual({
      at: '2026-03-04T08:20:00.001Z',
      amounts: [{ currency: 'EUR', amount: '11228.80' }],
    });
    const early = await client.post('/charge_previews', { voyage: here.number, at: '2026-03-01T00:00Z' });
    expect([early.status, early.body.code]).toEqual([422, 'charge_day']);
  });

  it('has the special lifts that were not undone, by their type', async () => {
    const voyage = await aCall(BERTHED);
    const lift = (lift_type: string, lifted_at = '2026-03-03T10:00:00Z') =>
      aTallyMove(client, {
        voyage: voyage.number,
        tally_type: 'discharge',
        kind: 'special_lift',
        lift_type,
        lifted_at,
      });
    await lift('hatch cover');
    await lift('gear box');
    const undone = await lift('hatch cover');
    expect((await client.delete(`/tally_moves/${undone.reference}`)).status).toBe(200);
    expect(items((await previews(voyage, { at: '2026-03-03T12:00:00Z' }))[0])).toEqual([
      ['CALL', '18246.80'],
      ['HATCH', '95.00'],
      ['LIFT', '85.00'],
      ['LIFT', '85.00'],
    ]);
  });

  it('is a problem where the gross tonnage or the agent is not known, and nothing for a cancelled voyage', async () => {
    const unknown = await aCall({ ...BERTHED, ...LEFT }, {});
    expect((await previews(unknown))[0]).toMatchObject({
      payers: [],
      problems: [{ charge_code: 'CALL', code: 'quantity_missing' }],
    });
    agent = null;
    const [nobody] = await previews(await aCall({ ...BERTHED, ...LEFT }));
    expect(nobody).toMatchObject({
      payers: [{ customer: null, terms: null, subtotal: '40704.40' }],
      problems: [{ charge_code: 'CALL', code: 'payer_missing' }],
    });
    const cancelled = await aVoyage(client);
    await client.put(`/voyages/${cancelled.number}/cancel`);
    expect(await previews(cancelled)).toEqual([]);
  });

  it('has the orders for it, and follows its containers', async () => {
    const voyage = await aCall(BERTHED);
    await aChargeCode(client, { code: 'WATER', measure: 'service_order', payers: ['orderer', 'agent'] });
    await aTariff(client, { name: 'Services', valid_from: '2026-01-01' });
    await aRate(client, { tariff: 'Services', charge_code: 'WATER', position: 1, amount: '4.50' });
    await client.post('/tariffs/Services/publish', { retroactive: true });
    const { number } = await anOrder(client, { charge_code: 'WATER', voyage: voyage.number, quantity: 12.5 });
    await client.post(`/service_orders/${number}/complete`, { done_at: '2026-03-03T11:00:00Z' });
    await broughtBy(client, voyage, ['WHAU4142033']);
    const tally = await aTally(client, voyage);
    await count(client, tally, { kind: 'tally', container_number: 'WHAU4142033' });
    const tax = (await aTax(client, { code: 'NL21' })).code;
    await client.create('/tax_rules', { tax_class: 'standard', treatment: 'domestic', tax });
    const [container, of] = await previews(voyage);
    expect(items(of)).toContainEqual(['WATER', '56.25']);
    expect(container).toMatchObject({ container: { number: 'WHAU4142033' }, voyage: null });
  });
});
