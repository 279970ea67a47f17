import { anAccount, aChargeCode, aRate, aTariff, aTax, anOrder, aTaxRule } from '../factories/billing';
import { aPricedStay, charge, HERE } from '../factories/charges';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('what of the release of a container is settled', () => {
  const service = useService();
  let client: Client;
  let number: string;
  let consignee: string;
  let stay_id: number;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ number, consignee, stay_id } = await aPricedStay(client, HERE));
    const { code } = await aTax(client, { code: 'NL21' });
    await aTaxRule(client, { tax_class: 'standard', tax: code });
  });

  const preview = async (at?: string) =>
    (await client.get(`/containers/${number}/charge_preview${at ? `?at=${at}` : ''}`)).body;
  const available = async () => (await client.get(`/containers/${number}/availability`)).body;
  const pay = async (body: object = {}) => {
    const { invoices } = await client.create('/invoice_drafts', { container_numbers: [number], ...body });
    for (const { id } of invoices)
      expect((await client.put(`/invoices/${id}`, { invoice: { paid: true } })).status).toBe(200);
    return invoices;
  };
  const statuses = ({ payers }: { payers: { items: { status: string; total: string }[] }[] }) =>
    payers.flatMap(({ items }) => items.map(({ status, total }) => `${total} ${status}`));

  it('21: is paid through a day, and at the next midnight one more day is due', async () => {
    expect(await preview('2026-03-12T12:00:00Z')).toMatchObject({
      settled_until: '2026-03-02T21:15:00.000Z',
      paid_through: null,
    });
    await pay({ until: '2026-03-12', leaving: true });
    const last = await preview('2026-03-12T22:59:59.999Z');
    expect(statuses(last)).toEqual(['36.00 paid', '150.00 paid']);
    expect(last.payers[0]).toMatchObject({ total: '225.06', paid: '225.06', due: '0.00' });
    const next = await preview('2026-03-12T23:00:00.000Z');
    expect(statuses(next)).toEqual(['36.00 paid', '150.00 paid', '50.00 expected']);
    expect(next.payers[0]).toMatchObject({ paid: '225.06', due: '60.50' });
    for (const shown of [last, next])
      expect(shown).toMatchObject({ paid_through: '2026-03-12', settled_until: '2026-03-12T23:00:00.000Z' });
    expect(await available()).toMatchObject({
      last_free_day: '2026-03-09',
      paid_through: '2026-03-12',
      charges_due: true,
    });
  });

  it('tells how far each charge has come', async () => {
    await charge(client, [{ type: 'container_stay', id: stay_id }], { until: '2026-03-12', interim: true });
    expect(statuses(await preview('2026-03-13T12:00:00Z'))).toEqual([
      '36.00 expected',
      '150.00 open',
      '50.00 expected',
    ]);
    const { invoices } = await client.create('/invoice_drafts', {
      container_numbers: [number],
      until: '2026-03-12',
    });
    expect(statuses(await preview('2026-03-12T12:00:00Z'))).toEqual(['36.00 expected', '150.00 draft']);
    await client.put(`/invoices/${invoices[0].id}`, { invoice: { approved: true } });
    const { payers } = await preview('2026-03-12T12:00:00Z');
    expect(statuses({ payers })).toEqual(['36.00 expected', '150.00 invoiced']);
    expect(payers[0]).toMatchObject({ paid: '0.00', due: '225.06' });
  });

  it('counts what a payer paid for leaving, where that became cheaper', async () => {
    const payers_empty = ['consignee'];
    await aChargeCode(client, { code: 'LIFT', measure: 'gate_out', payers_empty });
    await client.patch('/charge_codes/GATE', { payers_empty });
    await aTariff(client, { name: 'Lifts', valid_from: '2026-01-01' });
    const lift = { tariff: 'Lifts', charge_code: 'LIFT' };
    await aRate(client, { ...lift, position: 10, container_statuses: ['empty'], amount: '18.00' });
    await aRate(client, { ...lift, position: 20, amount: '42.00' });
    await client.post('/tariffs/Lifts/publish', { retroactive: true });
    await pay({ leaving: true });
    const { paid_through, charges_due } = await available();
    expect([paid_through, charges_due]).toEqual([expect.any(String), false]);
    await client.patch(`/containers/${number}`, { container_status: 'empty' });
    const cheaper = await preview();
    expect(statuses(cheaper)).toContain('18.00 expected');
    expect(cheaper.payers[0].due).toBe('0.00');
    expect(await available()).toMatchObject({ paid_through, charges_due: false });
    // another one who has to pay has paid nothing
    await client.patch('/charge_codes/LIFT', { payers_empty: ['shipping_line'] });
    const { payers } = await preview();
    expect(payers.map(({ due }: { due: string }) => due).sort()).toEqual(['0.00', '21.78']);
    expect(await available()).toMatchObject({ charges_due: true });
  });

  it('is all of it on account, unless that is blocked', async () => {
    const customer = { customer_type: 'Consignee', name: consignee };
    const account = await anAccount(client, { customer, terms: 'credit' });
    const onAccount = await preview('2026-03-12T12:00:00Z');
    expect(onAccount).toMatchObject({
      paid_through: null,
      settled_until: null,
      payers: [{ due: '0.00', terms: 'credit' }],
    });
    expect(await available()).toMatchObject({ paid_through: null, charges_due: false });
    await client.patch(`/billing_accounts/${account.number}`, { blocked: true });
    expect((await preview('2026-03-12T12:00:00Z')).payers[0].due).toBe('225.06');
    expect(await available()).toMatchObject({ charges_due: true });
  });

  it('looks at codes of release alone, and at orders that are done', async () => {
    await client.patch('/charge_codes/GATE', { release: false });
    expect(await preview('2026-03-09T12:00:00Z')).toMatchObject({
      settled_until: '2026-03-09T23:00:00.000Z',
      paid_through: '2026-03-09',
      payers: [{ due: '0.00' }],
    });
    const order = await anOrder(client, {
      container: number,
      ordered_by: { customer_type: 'Consignee', name: consignee },
    });
    const rate = { tariff: 'Orders', position: 1, charge_code: order.charge_code.code, amount: '10.00' };
    await client.create('/tariffs', { name: 'Orders', currency: 'EUR', valid_from: '2026-01-01' });
    await client.create('/tariff_rates', rate);
    await client.post('/tariffs/Orders/publish', { retroactive: true });
    expect((await preview('2026-03-09T12:00:00Z')).payers[0].due).toBe('0.00');
    await client.post(`/service_orders/${order.number}/complete`, { done_at: '2026-03-05T12:00:00Z' });
    const { payers, settled_until } = await preview('2026-03-09T12:00:00Z');
    expect(payers[0].due).toBe('12.10');
    expect(settled_until).toBe('2026-03-02T21:15:00.000Z');
  });

  it('of a stay that has left tells what is open, and no day', async () => {
    const { body } = await client.patch(`/container_stays/${stay_id}`, {
      in_at: '2026-03-02T21:15:00Z',
      reason: 'None',
    });
    expect(body.container_stay.status).toBe('here');
    expect((await client.patch(`/containers/${number}`, { current_location_type: 'Other' })).status).toBe(
      200,
    );
    const left = await preview();
    expect(left).toMatchObject({ paid_through: null, settled_until: null });
    expect(Number(left.payers[0].due)).toBeGreaterThan(1000);
  });
});
