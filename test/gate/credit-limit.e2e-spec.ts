import { CreditLimits } from '../../src/billing/release/credit-limits.service';
import { KeptReleases } from '../../src/billing/release/kept-releases.service';
import { anAccount, anInvoice } from '../factories/billing';
import { aPricedStay, charge, HERE } from '../factories/charges';
import { aContainerInYard, aGate, aVisitFor, gateOut, pickUp } from '../factories/gate';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

describe('a customer beyond its credit limit', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  let customer: { customer_type: string; name: string };
  let container: Body;
  let account: Body;
  let stay_id: number;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    const priced = await aPricedStay(client, HERE);
    stay_id = priced.stay_id;
    customer = { customer_type: 'Consignee', name: priced.consignee };
    gate = (await aGate(client)).name;
    container = await inYard();
    await client.patch('/billing_profile', { release_needs_charges: true });
    account = await anAccount(client, {
      customer,
      terms: 'credit',
      credit_limit: '100.00',
      credit_currency: 'EUR',
    });
  });

  /** A container that pays 36.00 for leaving by truck. */
  const inYard = async () => {
    const made = await aContainerInYard(client);
    await client.patch(`/containers/${made.id}`, { consignee: customer.name });
    return made;
  };
  const visitOf = ({ number }: Body) => aVisitFor(client, [pickUp(number)], { gate });
  const available = async ({ number }: Body = container) =>
    (await client.get(`/containers/${number}/availability`)).body;
  const owe = async (amount: number, currency = 'EUR') => {
    const invoice = await anInvoice(client, { customer, currency, line_items: [{ amount }] });
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    return invoice;
  };
  const warns = () => client.patch('/billing_profile', { credit_limit_reached: 'warn' });
  const told = () => ({
    code: 'credit_limit_reached',
    sentence: `The credit limit of who pays for container ${container.number} is reached.`,
    params: { container: container.number },
    source: { type: 'billing_account', id: account.id },
  });
  const events = async () => {
    await allPublished(client);
    return (await client.get('/events?types[]=billing_account.credit_limit_reached')).body.events;
  };

  it('leaves with what it owes up to the limit, and stays beyond it', async () => {
    expect((await client.get('/billing_profile')).body.billing_profile.credit_limit_reached).toBe('refuse');
    await owe(100);
    await owe(1000, 'USD');
    expect(await available()).toMatchObject({ available: true, reasons: [], warnings: [] });
    const cent = await owe(0.01);
    expect(await available()).toMatchObject({
      available: false,
      reasons: [told()],
      warnings: [],
      charges_due: true,
    });
    const visit = await visitOf(container);
    const refused = await gateOut(client, visit.truck.license_plate);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      400,
      'credit_limit_reached',
      `Truck Visit was not completed. The credit limit of who pays for the following container is reached: ${container.number}`,
    ]);
    const obstacles = await client.get(`/truck_visits/${visit.id}/obstacles`);
    expect(obstacles.body).toMatchObject({ may_leave: false, reasons: [told()] });
    const due = await client.get(`/truck_visits/${visit.id}/due`);
    expect(due.body.totals).toEqual([{ currency: 'EUR', due: '36.00' }]);
    await client.post('/payments', {
      customer,
      amount: '0.01',
      way: 'cash',
      invoices: [{ invoice: cent.number }],
    });
    expect((await gateOut(client, visit.truck.license_plate)).body.warnings).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('owes charges on no invoice yet as well', async () => {
    // storage of 50.00 a day from 10 to 12 March
    await charge(client, [{ type: 'container_stay', id: stay_id }], { until: '2026-03-12', interim: true });
    expect(await available()).toMatchObject({ available: false, reasons: [told()] });
    const limit = (credit_limit: string) =>
      client.patch(`/billing_accounts/${account.number}`, { credit_limit });
    await limit('150.00');
    expect(await available()).toMatchObject({ available: true });
    await limit('149.99');
    expect(await available()).toMatchObject({ available: false });
  });

  it('is said to be due where something else is, too', async () => {
    await owe(101);
    await client.patch(`/billing_accounts/${account.number}`, { blocked: true });
    const { reasons } = await available();
    expect(reasons.map(({ code }: Body) => code)).toEqual(['charges_due']);
  });

  it('is warned of where the organization says so, with one event a day', async () => {
    await owe(101);
    expect((await warns()).body.billing_profile.credit_limit_reached).toBe('warn');
    expect(await available()).toMatchObject({
      available: true,
      reasons: [],
      warnings: [told()],
      charges_due: false,
    });
    const out = async (each: Body) =>
      (await gateOut(client, (await visitOf(each)).truck.license_plate)).body.warnings;
    expect(await out(container)).toMatchObject([told()]);
    expect(await out(await inYard())).toMatchObject([{ code: 'credit_limit_reached' }]);
    expect(await events()).toMatchObject([{ data: { number: account.number } }]);
  });

  it('is nothing to the gate where release needs no charges, nor with terms of cash', async () => {
    await owe(101);
    await client.patch('/billing_profile', { release_needs_charges: false });
    expect(await available()).toMatchObject({ available: true, warnings: [] });
    await warns();
    expect(await available()).toMatchObject({ available: true, warnings: [] });
    await client.patch('/billing_profile', { release_needs_charges: true });
    await client.patch(`/billing_accounts/${account.number}`, { terms: 'cash' });
    expect((await available()).reasons).toMatchObject([{ code: 'charges_due' }]);
  });

  it('has its containers leave the list of what may leave once limits are compared', async () => {
    const app = service.current.app;
    const list = async () => {
      await app.get(CreditLimits, { strict: false }).compareAll();
      await app.get(KeptReleases, { strict: false }).refreshAll();
      return (await client.get('/containers?may_leave=true')).body.containers.map(({ id }: Body) => id);
    };
    expect(await list()).toContain(container.id);
    const invoice = await owe(101);
    expect(await list()).not.toContain(container.id);
    await client.put(`/invoices/${invoice.id}`, { invoice: { paid: true } });
    expect(await list()).toContain(container.id);
  });

  it('is no rule but warn and refuse', async () => {
    for (const credit_limit_reached of ['ask', null])
      expect((await client.patch('/billing_profile', { credit_limit_reached })).status).toBe(422);
  });
});
