import {
  aCalendar,
  aChargeCode,
  anAccount,
  anAgreement,
  aNomination,
  anOrder,
  aTax,
} from '../factories/billing';
import { aBill, aBooking, aContainer, aStay, keyOf } from '../factories/cargo';
import { aFreightForwarder, aTruckingCompany } from '../factories/parties';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the set-up of billing', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  it('has calendars, where each day is once', async () => {
    const calendar = await aCalendar(client, { days: [{ date: '2026-04-27', name: "King's Day" }] });
    expect(calendar).toMatchObject({
      weekend: [6, 7],
      days: [{ date: '2026-04-27', name: "King's Day", closed: true }],
    });
    const days = [{ date: '2026-12-25' }, { date: '2026-12-26', closed: false }];
    const changed = await client.patch(`/calendars/${calendar.id}`, { days, weekend: [5] });
    expect(changed.body.calendar).toMatchObject({
      weekend: [5],
      days: [{ date: '2026-12-25' }, { closed: false }],
    });
    const twice = await client.patch(`/calendars/${calendar.id}`, { days: [days[0], days[0]] });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([400, ['days.1.date']]);
    expect((await client.post('/calendars', { name: 'X', weekend: [8] })).status).toBe(400);
  });

  it('has taxes with percentages by day, and one rule for a class and a treatment', async () => {
    const tax = await aTax(client, {
      percentages: [
        { percent: 19, valid_from: '2001-01-01' },
        { percent: '21', valid_from: '2012-10-01' },
      ],
    });
    expect(tax.percentages).toEqual([
      { percent: '19.00', valid_from: '2001-01-01' },
      { percent: '21.00', valid_from: '2012-10-01' },
    ]);
    const rule = { tax_class: 'standard', treatment: 'domestic', tax: tax.code };
    expect((await client.post('/tax_rules', rule)).status).toBe(201);
    expect((await client.post('/tax_rules', rule)).status).toBe(422);
    expect(
      (
        await client.post('/taxes', {
          code: 'X',
          category: 'S',
          percentages: [{ percent: 101, valid_from: '2026-01-01' }],
        })
      ).status,
    ).toBe(400);
    expect((await client.post('/taxes', { code: 'X', category: 'E', exemption_code: 'NONE' })).status).toBe(
      400,
    );
  });

  it('has one account for a customer of any type', async () => {
    const { name } = await aFreightForwarder(client);
    const customer = { customer_type: 'FreightForwarder', name };
    const account = await anAccount(client, { customer });
    expect(account).toMatchObject({
      number: expect.stringMatching(/^ACC\d{6}$/),
      customer: { customer_type: 'FreightForwarder', name },
      terms: 'cash',
      payment_days: 30,
      treatment: 'domestic',
      group_by: 'all',
      blocked: false,
    });
    const second = await client.post('/billing_accounts', { customer });
    expect([second.status, second.body.code]).toEqual([422, 'taken']);
    const { code } = await aTruckingCompany(client);
    expect(
      (await client.post('/billing_accounts', { customer: { customer_type: 'TruckingCompany', code } }))
        .status,
    ).toBe(201);
    expect(
      (
        await client.post('/billing_accounts', {
          customer: { customer_type: 'TruckingCompany', code: 'NOBODY' },
        })
      ).body.code,
    ).toBe('unknown_reference');
    expect((await client.post('/billing_accounts', {})).status).toBe(400);
    // who is named stays
    expect((await client.get('/billing_accounts')).body.billing_accounts).toHaveLength(2);
  });

  it('has agreements for a named party, with free or extra units', async () => {
    const { number } = await aContainer(client);
    await aStay(client, number);
    const agreement = await anAgreement(client, { container: number });
    expect(agreement).toMatchObject({
      number: expect.stringMatching(/^FT\d{8}$/),
      container: { number },
      extra_units: 2,
    });
    const charge_code = (await aChargeCode(client)).code;
    const nobody = await client.post('/free_time_agreements', { charge_code, extra_units: 2, reason: 'x' });
    expect([nobody.status, nobody.body.code, nobody.body.error]).toEqual([
      422,
      'agreement_empty',
      'Say for whom the agreement is.',
    ]);
    const both = { charge_code, extra_units: 2, free_units: 5, reason: 'x', container: number };
    expect((await client.post('/free_time_agreements', both)).status).toBe(422);
    const unsaid = await client.post('/free_time_agreements', {
      charge_code,
      extra_units: 2,
      container: number,
    });
    expect([unsaid.status, Object.keys(unsaid.body.errors)]).toEqual([400, ['reason']]);
  });

  it('has nominations for exactly one case', async () => {
    const bill = await aBill(client);
    const nomination = await aNomination(client);
    expect(nomination).toMatchObject({ number: expect.stringMatching(/^PN\d{8}$/), charge_codes: [] });
    const { customer_type, name } = nomination.customer;
    const { number: booking } = await aBooking(client);
    const two = { customer: { customer_type, name }, booking, bill_of_lading: keyOf(bill) };
    expect((await client.post('/payer_nominations', two)).status).toBe(422);
    const { code } = await aChargeCode(client);
    const one = await client.post('/payer_nominations', {
      customer: two.customer,
      bill_of_lading: keyOf(bill),
      charge_codes: [code],
      from: '2026-03-01',
      until: '2026-03-12',
    });
    expect([one.status, one.body.payer_nomination.charge_codes]).toEqual([201, [code]]);
  });

  it('has orders that are completed or cancelled once', async () => {
    const order = await anOrder(client, { number: 'SO00000012' });
    expect(order).toMatchObject({ status: 'requested', quantity: 1, done_at: null });
    const done = await client.post('/service_orders/SO00000012/complete', { quantity: 2.5 });
    expect(done.body.service_order).toMatchObject({
      status: 'done',
      quantity: 2.5,
      done_at: expect.any(String),
    });
    const final = { status: 409, body: { code: 'order_final', error: 'Service order SO00000012 is done.' } };
    expect(await client.post('/service_orders/SO00000012/complete', {})).toMatchObject(final);
    expect(await client.patch('/service_orders/SO00000012', { notes: 'x' })).toMatchObject(final);
    expect(await client.delete('/service_orders/SO00000012')).toMatchObject(final);
    const cancelled = await client.post('/service_orders/SO00000012/cancel', { reason: 'Wrong box' });
    expect(cancelled.body.service_order).toMatchObject({ status: 'cancelled', cancel_reason: 'Wrong box' });
    const again = await client.post('/service_orders/SO00000012/cancel', { reason: 'Wrong box' });
    expect([again.status, again.body.error]).toEqual([409, 'Service order SO00000012 is cancelled.']);
    const { number } = await anOrder(client);
    const ahead = await client.post(`/service_orders/${number}/complete`, { done_at: '2099-01-01T00:00Z' });
    expect([ahead.status, ahead.body.code]).toEqual([422, 'time_to_come']);
    expect(
      (await client.post('/service_orders', { charge_code: (await aChargeCode(client)).code })).status,
    ).toBe(400);
  });

  it('has one profile, which answers defaults until it is changed', async () => {
    expect((await client.get('/billing_profile')).body.billing_profile).toMatchObject({
      name: null,
      calendar: null,
      release_needs_charges: false,
      refunds_unused_units: true,
      charge_ahead_days: 60,
    });
    const { name } = await aCalendar(client);
    const settings = { release_needs_charges: true, refunds_unused_units: false, charge_ahead_days: 0 };
    const changed = await client.patch('/billing_profile', { name: 'Port', calendar: name, ...settings });
    expect(changed.body.billing_profile).toMatchObject({ name: 'Port', calendar: { name }, ...settings });
    for (const [days, status] of [
      [365, 200],
      [366, 422],
      [-1, 422],
      [null, 422],
    ])
      expect((await client.patch('/billing_profile', { charge_ahead_days: days })).status).toBe(status);
    const cleared = await client.patch('/billing_profile', { calendar: null });
    expect(cleared.body.billing_profile).toMatchObject({ name: 'Port', calendar: null });
    expect((await client.patch('/billing_profile', { country: 'nl' })).status).toBe(422);
    expect((await client.patch('/billing_profile', { calendar: 'None' })).body.code).toBe(
      'unknown_reference',
    );
  });
});
