import {
  aCalendar,
  aChargeCode,
  anAccount,
  anAgreement,
  anOrder,
  aRate,
  aTariff,
  aTax,
} from '../factories/billing';
import { aConsignee, aShippingLine } from '../factories/parties';
import { aBill, aBooking, aContainer, keyOf } from '../factories/cargo';
import { aVoyage } from '../factories/voyages';
import { importFiles } from '../factories/transfer';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

/** Monday 2 March 2026 22:15 in Amsterdam, and Monday 16 March 9:30. */
const CAME = '2026-03-02T21:15:00.000Z';
const LEFT = '2026-03-16T08:30:00.000Z';
const S = {
  charge_code: 'STOR',
  position: 30,
  per: 'teu',
  counting: 'calendar_day',
  first_day: 'day_after_arrival',
  free_units: 5,
  free_excludes_closed: true,
  tiers: [
    { from: 1, amount: '25.00' },
    { from: 6, amount: '40.00' },
  ],
};

describe('what a container costs', () => {
  const service = useService();
  let client: Client;
  let consignee: string;
  let line: string;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    consignee = (await aConsignee(client)).name;
    line = (await aShippingLine(client)).code;
    await client.create('/container_types', { code: '40DV', size: 40 });
    await aCalendar(client, { name: 'NL' });
    await client.patch('/billing_profile', { calendar: 'NL' });
    await aChargeCode(client, { code: 'STOR', name: 'Storage' });
    await aTariff(client, { name: 'Public', valid_from: '2026-01-01' });
    await aRate(client, { ...S, tariff: 'Public' });
    await client.post('/tariffs/Public/publish', { retroactive: true });
    const stay = {
      number: 1,
      status: 'departed',
      arrived_by: 'voyage',
      in_at: CAME,
      departed_by: 'truck',
      out_at: LEFT,
      arrival_status: 'full',
      departure_status: 'full',
      container_status: 'full',
      usage: 'import',
      shipping_line: line,
      consignee,
      weight: 21000,
    };
    const { bad } = await importFiles(client, {
      'containers.ndjson': [
        { number: 'WHAU4142033', container_type: '40DV' },
        { number: 'WHAU4142054', container_type: '40DV' },
      ],
      'container_stays.ndjson': [
        { ...stay, container: 'WHAU4142033' },
        {
          ...stay,
          container: 'WHAU4142054',
          status: 'here',
          departed_by: null,
          out_at: null,
          departure_status: null,
        },
      ],
    });
    expect(bad).toEqual([]);
  });

  const preview = async (query = '', number = 'WHAU4142033') =>
    (await client.get(`/containers/${number}/charge_preview${query}`)).body;
  const totals = ({ payers }: { payers: { items: { total: string }[] }[] }) =>
    payers.flatMap(({ items }) => items.map(({ total }) => total));

  it('tells no end of a stay that goes on', async () => {
    const [payer] = (await preview('?at=2026-03-16T08:30:00Z', 'WHAU4142054')).payers;
    const ends = payer.items.map(({ explanation }: Body) => explanation.out_at);
    expect(ends.length).toBeGreaterThan(0);
    expect(new Set(ends)).toEqual(new Set([null]));
  });

  it('is answered line by line, with free time, payer and explanation', async () => {
    const { payers, ...shown } = await preview();
    expect(shown).toMatchObject({
      container: { number: 'WHAU4142033' },
      stay: { number: 1 },
      at: LEFT,
      last_free_day: '2026-03-09',
      free_until: '2026-03-09T23:00:00.000Z',
      free_units: 5,
      next: null,
      problems: [],
    });
    expect(payers).toHaveLength(1);
    expect(payers[0]).toMatchObject({
      customer: { customer_type: 'Consignee', name: consignee },
      terms: 'cash',
      currency: 'EUR',
      subtotal: '410.00',
      taxes: [],
      total: '410.00',
      due: '410.00',
    });
    expect(payers[0].items).toEqual([
      {
        charge_code: 'STOR',
        name: 'Storage',
        container: 'WHAU4142033',
        event: null,
        first_unit: 1,
        last_unit: 5,
        occurred_on: '2026-03-10',
        period_from: '2026-03-10',
        period_until: '2026-03-14',
        quantity: 10,
        billed_by: 'day',
        billed_per: 'teu',
        amount: '25.00',
        total: '250.00',
        tariff: 'Public',
        rate_position: 30,
        status: 'expected',
        explanation: {
          in_at: CAME,
          out_at: LEFT,
          first_day: '2026-03-03',
          free_units: 5,
          free_from: '2026-03-03',
          free_until: '2026-03-09',
          closed_days: ['2026-03-07', '2026-03-08'],
          agreements: [],
          first_unit: 1,
          last_unit: 5,
          nomination: null,
          priced_on: '2026-03-10',
          tariff: 'Public',
        },
      },
      expect.objectContaining({ first_unit: 6, last_unit: 7, quantity: 4, amount: '40.00', total: '160.00' }),
    ]);
  });

  it('is answered for any time until the end of the stay, and refused out of range', async () => {
    const local = (time: string) => `?at=${encodeURIComponent(time)}`;
    expect(totals(await preview(local('2026-03-09T23:59:59.999+01:00')))).toEqual([]);
    expect(totals(await preview(local('2026-03-10T00:00+01:00')))).toEqual(['50.00']);
    expect(totals(await preview(local('2026-05-01T00:00Z')))).toEqual(['250.00', '160.00']);
    const early = await client.get(`/containers/WHAU4142033/charge_preview${local('2026-03-01T00:00Z')}`);
    expect([early.status, early.body.code]).toEqual([422, 'charge_day']);
    const late = await client.get(`/containers/WHAU4142054/charge_preview${local('2999-01-01T00:00Z')}`);
    expect([late.status, late.body.error]).toEqual([422, '2999-01-01 is more than 365 days ahead.']);
    expect((await client.get('/containers/NONE/charge_preview')).status).toBe(404);
    expect((await client.get('/containers/WHAU4142033/charge_preview?stay=9')).status).toBe(404);
    const { number } = await aContainer(client);
    expect(await preview('', number)).toMatchObject({ stay: null, payers: [], last_free_day: null });
  });

  it('tells when the price rises', async () => {
    const { next } = await preview('?at=2026-03-05T12:00:00Z', 'WHAU4142054');
    expect(next).toEqual({ at: '2026-03-09T23:00:00.000Z', amounts: [{ currency: 'EUR', amount: '50.00' }] });
    const later = await preview('?at=2026-03-10T12:00:00Z', 'WHAU4142054');
    expect(later.next).toEqual({
      at: '2026-03-10T23:00:00.000Z',
      amounts: [{ currency: 'EUR', amount: '50.00' }],
    });
  });

  it('counts agreements, contracts and what leaving costs', async () => {
    const code = (
      await anAgreement(client, { customer: null, shipping_line: line, free_units: 8, extra_units: null })
    ).charge_code;
    expect(code.code).not.toBe('STOR');
    await client.create('/free_time_agreements', {
      charge_code: 'STOR',
      container: 'WHAU4142033',
      extra_units: 2,
      reason: 'Late bill',
    });
    const agreed = await preview();
    expect(totals(agreed)).toEqual(['250.00']);
    expect(agreed.payers[0].items[0].explanation.agreements).toEqual([expect.stringMatching(/^FT/)]);
    await aChargeCode(client, { code: 'GOUT', measure: 'gate_out' });
    await aTariff(client, { name: 'Line', valid_from: '2026-01-01', shipping_line: line });
    await aRate(client, { tariff: 'Line', charge_code: 'GOUT', position: 1, amount: '42.00' });
    await aRate(client, {
      tariff: 'Line',
      charge_code: 'STOR',
      position: 2,
      counting: 'calendar_day',
      amount: '1.00',
    });
    await client.post('/tariffs/Line/publish', { retroactive: true });
    const contract = await preview('?at=2026-03-03T12:00:00Z', 'WHAU4142054');
    expect(
      contract.payers[0].items.map(({ charge_code, event, total }: never) => [charge_code, event, total]),
    ).toEqual([
      ['GOUT', 'departure', '42.00'],
      ['STOR', null, '2.00'],
    ]);
  });

  it('has the taxes of the treatment, and nothing due on account', async () => {
    const tax = (await aTax(client, { code: 'NL21' })).code;
    await client.create('/tax_rules', { tax_class: 'standard', treatment: 'domestic', tax });
    const account = await anAccount(client, { customer: { customer_type: 'Consignee', name: consignee } });
    const [taxed] = (await preview()).payers;
    expect(taxed).toMatchObject({
      taxes: [{ tax: 'NL21', percent: '21.00', base: '410.00', amount: '86.10' }],
      total: '496.10',
      due: '496.10',
    });
    await client.patch(`/billing_accounts/${account.id}`, { terms: 'credit', treatment: 'eu' });
    const free = await preview();
    expect(free.payers[0]).toMatchObject({ terms: 'credit', taxes: [], total: '410.00', due: '0.00' });
    expect(free.problems).toEqual([
      { charge_code: null, code: 'tax_missing', sentence: 'There is no tax rule for standard and eu.' },
    ]);
    await client.patch(`/billing_accounts/${account.id}`, { blocked: true });
    expect((await preview()).payers[0].due).toBe('410.00');
  });

  it('divides it by nominations, and has the orders that are done', async () => {
    await client.create('/payer_nominations', {
      customer: { customer_type: 'ShippingLine', code: line },
      container: 'WHAU4142033',
      until: '2026-03-12',
    });
    await aChargeCode(client, { code: 'VGM', measure: 'service_order', payers: ['consignee'] });
    await aTariff(client, { name: 'Services', valid_from: '2026-01-01' });
    await aRate(client, { tariff: 'Services', charge_code: 'VGM', position: 1, amount: '65.00' });
    await client.post('/tariffs/Services/publish', { retroactive: true });
    const order = await anOrder(client, { charge_code: 'VGM', container: 'WHAU4142033', quantity: 2 });
    expect((await preview()).payers).toMatchObject([{ subtotal: '150.00' }, { subtotal: '260.00' }]);
    await client.post(`/service_orders/${order.number}/complete`, { done_at: '2026-03-11T10:00:00Z' });
    expect((await preview()).payers).toMatchObject([
      { customer: { customer_type: 'ShippingLine' }, subtotal: '150.00' },
      { customer: { customer_type: 'Consignee' }, subtotal: '390.00' },
    ]);
  });

  it('prices an order that was done before the container came by the tariff of its day', async () => {
    const { code } = await aChargeCode(client, { measure: 'service_order', payers: ['consignee'] });
    await aTariff(client, { name: 'February', valid_from: '2026-02-01', valid_until: '2026-02-28' });
    await aRate(client, { tariff: 'February', charge_code: code, position: 1, amount: '5.00' });
    await client.post('/tariffs/February/publish', { retroactive: true });
    const order = await anOrder(client, { charge_code: code, container: 'WHAU4142033' });
    await client.post(`/service_orders/${order.number}/complete`, { done_at: '2026-02-10T10:00:00Z' });
    expect((await preview()).payers).toMatchObject([{ subtotal: '415.00' }]);
  });

  describe('of a quotation', () => {
    const container = {
      container_type: '40DV',
      container_status: 'full',
      usage: 'import',
      in_at: CAME,
      out_at: LEFT,
    };
    const ask = (body: object) => client.post('/charge_previews', body);

    it('is answered for a container without a record, and by a draft tariff', async () => {
      const quoted = (await ask({ container: { ...container, consignee, shipping_line: line } })).body
        .charge_previews;
      expect(quoted).toMatchObject([
        {
          container: { id: null, number: null },
          stay: null,
          last_free_day: '2026-03-09',
          payers: [{ subtotal: '410.00' }],
        },
      ]);
      await aTariff(client, { name: 'Draft', valid_from: '2026-01-01' });
      await aRate(client, { ...S, tariff: 'Draft', tiers: null, amount: '30.00' });
      const drafted = await ask({ container: { ...container, consignee }, tariff: 'Draft' });
      expect(drafted.body.charge_previews).toMatchObject([
        { payers: [{ subtotal: '420.00', items: [{ tariff: 'Draft' }] }] },
      ]);
      const real = await ask({ container_numbers: ['WHAU4142033'], tariff: 'Draft' });
      expect(real.body.charge_previews).toMatchObject([{ payers: [{ subtotal: '420.00' }] }]);
      expect((await preview()).payers[0].subtotal).toBe('410.00');
      expect((await ask({ container, tariff: 'None' })).body.code).toBe('unknown_reference');
    });

    it('reports a missing payer', async () => {
      const [quoted] = (await ask({ container })).body.charge_previews;
      expect(quoted).toMatchObject({
        payers: [{ customer: null, terms: null, subtotal: '410.00' }],
        problems: [{ charge_code: 'STOR', code: 'payer_missing' }],
      });
    });

    it('is answered for several containers, each once', async () => {
      const { charge_previews } = (
        await ask({ container_numbers: ['WHAU 4142054', 'WHAU4142033'], at: '2026-03-10T12:00:00Z' })
      ).body;
      expect(charge_previews.map((each: never) => totals(each))).toEqual([['50.00'], ['50.00']]);
      expect((await ask({ container_numbers: ['NONE'] })).body.code).toBe('unknown_reference');
      for (const requested of [
        { booking: 'NONE' },
        { voyage: 'NONE' },
        { bill_of_lading: { manifest: 'NONE', number: 'NONE' } },
      ])
        expect((await ask(requested)).body.code).toBe('unknown_reference');
      const { number: booking } = await aBooking(client);
      expect((await ask({ booking })).body.charge_previews).toEqual([]);
      const { number: voyage } = await aVoyage(client);
      expect((await ask({ voyage })).body.charge_previews).toEqual([]);
      expect((await ask({ bill_of_lading: keyOf(await aBill(client)) })).body.charge_previews).toEqual([]);
      expect((await ask({})).status).toBe(422);
      expect((await ask({ container, container_numbers: ['WHAU4142033'] })).status).toBe(422);
      expect((await ask({ container_numbers: Array<string>(101).fill('WHAU4142033') })).status).toBe(422);
      for (const path of ['/charge_previews', '/invoice_drafts']) {
        const { status, body } = await client.post(path, { container_numbers: [] });
        expect([status, body.errors]).toEqual([422, { container_numbers: ['must name a container'] }]);
      }
      expect((await ask({ container: { ...container, container_type: 'NONE' } })).body.code).toBe(
        'unknown_reference',
      );
    });
  });

  it('gives availability its last free day', async () => {
    const { body } = await client.get('/containers/WHAU4142054/availability');
    expect(body.last_free_day).toBe('2026-03-09');
    const { availabilities } = (
      await client.get('/availability?container_numbers[]=WHAU4142054&container_numbers[]=NONE1')
    ).body;
    expect(availabilities.map(({ last_free_day }: { last_free_day: string }) => last_free_day)).toEqual([
      '2026-03-09',
      null,
    ]);
  });
});
