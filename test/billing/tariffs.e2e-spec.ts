import { aCalendar, aChargeCode, aRate, aTariff } from '../factories/billing';
import { aShippingLine } from '../factories/parties';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { atOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';

const FUTURE = '2099-01-01';

describe('tariffs', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const path = (tariff: { name: string }) => `/tariffs/${encodeURIComponent(tariff.name)}`;
  const publish = (tariff: { name: string }, body: object = {}) =>
    client.post(`${path(tariff)}/publish`, body);
  const refusal = ({ status, body }: { status: number; body: { code: string; error: string } }) => [
    status,
    body.code,
    body.error,
  ];

  it('are published as a whole, and do not change afterwards', async () => {
    const tariff = await aTariff(client, { name: 'Public 2099', valid_from: FUTURE });
    const rate = await aRate(client, { tariff: tariff.name });
    expect(tariff).toMatchObject({ published_at: null, published_by: null });
    const { body, status } = await publish(tariff);
    expect([status, body.tariff.published_at, body.tariff.published_by]).toEqual([
      200,
      expect.any(String),
      expect.any(String),
    ]);
    const published = [409, 'tariff_published', "Tariff 'Public 2099' is published: copy it to change it."];
    expect(refusal(await publish(tariff))).toEqual(published);
    expect(refusal(await client.patch(path(tariff), { currency: 'USD' }))).toEqual(published);
    expect(refusal(await client.delete(path(tariff)))).toEqual(published);
    expect(refusal(await client.patch(`/tariff_rates/${rate.id}`, { amount: '1' }))).toEqual(published);
    expect(refusal(await client.delete(`/tariff_rates/${rate.id}`))).toEqual(published);
    const more = { tariff: tariff.name, charge_code: rate.charge_code.code, position: 7, counting: 'period' };
    expect(refusal(await client.post('/tariff_rates', { ...more, amount: '1' }))).toEqual(published);
    expect((await client.get('/tariffs?published=true')).body.tariffs).toHaveLength(1);
    expect((await client.get('/tariffs?published=false')).body.tariffs).toHaveLength(0);
  });

  it('may end on a day that is not over', async () => {
    const tariff = await aTariff(client, { valid_from: '2026-01-01' });
    await aRate(client, { tariff: tariff.name });
    await publish(tariff, { retroactive: true });
    const ended = await client.patch(path(tariff), { valid_until: '2098-12-31' });
    expect([ended.status, ended.body.tariff.valid_until]).toEqual([200, '2098-12-31']);
    const over = await client.patch(path(tariff), { valid_until: '2026-02-01' });
    expect(refusal(over)).toEqual([422, 'tariff_past', expect.stringContaining('2026-02-01')]);
  });

  it('are not published empty, for days that are over, or with a rate that is never reached', async () => {
    const tariff = await aTariff(client, { name: 'Old', valid_from: '2026-01-01' });
    expect(refusal(await publish(tariff))).toEqual([422, 'tariff_empty', "Tariff 'Old' has no rates."]);
    const { charge_code } = await aRate(client, { tariff: 'Old', position: 20, sizes: [20, 40] });
    expect(refusal(await publish(tariff))).toEqual([
      422,
      'tariff_past',
      "Tariff 'Old' would hold since 2026-01-01: send retroactive to adjust what was charged since.",
    ]);
    const code = { tariff: 'Old', charge_code: charge_code.code, counting: 'calendar_day' };
    const hidden = await aRate(client, { ...code, position: 30, sizes: [40], usages: ['import'] });
    expect(refusal(await publish(tariff, { retroactive: true }))).toEqual([
      422,
      'rate_unreachable',
      "Rate 30 of 'Old' is never reached: rate 20 holds before it.",
    ]);
    await client.patch(`/tariff_rates/${hidden.id}`, { sizes: [] });
    expect((await publish(tariff, { retroactive: true })).status).toBe(200);
  });

  it('price a code once a day for a customer and a line', async () => {
    const { charge_code } = await aRate(client, {
      tariff: (await aTariff(client, { name: 'A', valid_from: FUTURE, valid_until: '2099-12-31' })).name,
    });
    await publish({ name: 'A' });
    const of = async (name: string, more: object = {}) => {
      const tariff = await aTariff(client, { name, valid_from: '2099-12-31', ...more });
      await aRate(client, { tariff: name, charge_code: charge_code.code, counting: 'calendar_day' });
      return publish(tariff);
    };
    expect(refusal(await of('B'))).toEqual([
      422,
      'tariff_overlaps',
      `Charge code ${charge_code.code} is priced by tariff 'A' until 2099-12-31.`,
    ]);
    expect((await of('C', { valid_from: '2100-01-01' })).status).toBe(200);
    const { code } = await aShippingLine(client);
    expect((await of('D', { shipping_line: code })).status).toBe(200);
    expect((await of('E', { customer: { customer_type: 'ShippingLine', code } })).status).toBe(200);
    // the first one may not grow into the next one's days
    expect((await client.patch('/tariffs/A', { valid_until: '2100-01-01' })).body.code).toBe(
      'tariff_overlaps',
    );
  });

  it('are published one at a time where two price one code', async () => {
    const { code } = await aChargeCode(client);
    for (const name of ['A', 'B']) {
      await aTariff(client, { name, valid_from: FUTURE });
      await aRate(client, { tariff: name, charge_code: code, counting: 'calendar_day' });
    }
    const race = await atOnce(service.current, [() => publish({ name: 'A' }), () => publish({ name: 'B' })]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('are copied with all rates, raised and rounded to their places', async () => {
    const tariff = await aTariff(client, { name: 'Public', valid_from: FUTURE });
    const line = await aShippingLine(client);
    const amounts = ['25.00', '1.30', '4.35', '0.004567'];
    for (const [at, amount] of amounts.entries())
      await aRate(client, { tariff: tariff.name, position: at + 1, amount, shipping_lines: [line.code] });
    const tiers = [
      { from: 1, amount: '10' },
      { from: 4, amount: '20.005' },
    ];
    await aRate(client, { tariff: tariff.name, position: 9, tiers, minimum: '50' });
    const copied = await client.post('/tariffs/Public/copy', {
      name: 'Next',
      valid_from: '2100-01-01',
      percent: 3.5,
    });
    expect([copied.status, copied.body.tariff]).toEqual([
      201,
      expect.objectContaining({
        name: 'Next',
        valid_from: '2100-01-01',
        valid_until: null,
        published_at: null,
      }),
    ]);
    const { tariff_rates } = (await client.get('/tariff_rates?tariff=Next')).body;
    expect(tariff_rates.map(({ amount }: { amount: string }) => amount)).toEqual([
      '25.88',
      '1.35',
      '4.50',
      '0.004727',
      null,
    ]);
    expect(tariff_rates[0].shipping_lines).toEqual([line.code]);
    expect(tariff_rates[4]).toMatchObject({
      tiers: [
        { from: 1, amount: '10.35' },
        { from: 4, amount: '20.705' },
      ],
      minimum: '51.75',
    });
    expect((await client.post('/tariffs/Public/copy', { name: 'Next', valid_from: FUTURE })).body.code).toBe(
      'taken',
    );
  });

  it('take their rates along when a draft is deleted', async () => {
    const tariff = await aTariff(client);
    await aRate(client, { tariff: tariff.name });
    expect((await client.delete(path(tariff))).status).toBe(200);
    expect((await client.get('/tariff_rates')).body.tariff_rates).toEqual([]);
  });

  it('have a currency of two decimals or none', async () => {
    const { status, body } = await client.post('/tariffs', {
      name: 'K',
      currency: 'KWD',
      valid_from: FUTURE,
    });
    expect([status, body.code, body.error]).toEqual([
      422,
      'currency_unsupported',
      'Amounts in KWD have three decimals, which are not supported.',
    ]);
    expect((await client.post('/tariffs', { name: 'J', currency: 'JPY', valid_from: FUTURE })).status).toBe(
      201,
    );
  });

  describe('rates', () => {
    const refused = async (body: object) => refusal(await client.post('/tariff_rates', body));

    it('have an amount or tiers that ascend from 1', async () => {
      const tariff = (await aTariff(client)).name;
      const charge_code = (await aChargeCode(client, { code: 'STOR' })).code;
      const rate = { tariff, charge_code, position: 1, counting: 'calendar_day' };
      const missing = [422, 'price_missing', 'A rate has an amount or tiers.'];
      const broken = [422, 'tiers_broken', 'Tiers start from 1 and ascend.'];
      const tier = (from: number) => ({ from, amount: '1.00' });
      expect(await refused(rate)).toEqual(missing);
      expect(await refused({ ...rate, amount: 1, tiers: [tier(1)] })).toEqual(missing);
      expect(await refused({ ...rate, tiers: [tier(2)] })).toEqual(broken);
      expect(await refused({ ...rate, tiers: [tier(1), tier(1)] })).toEqual(broken);
      expect(await refused({ ...rate, tiers: [] })).toEqual(broken);
      const { status, body } = await client.post('/tariff_rates', { ...rate, tiers: [tier(1), tier(6)] });
      expect([status, body.tariff_rate.tiers, body.tariff_rate.per]).toEqual([
        201,
        [tier(1), tier(6)],
        'once',
      ]);
    });

    it('are priced and counted as their measure says', async () => {
      const tariff = (await aTariff(client)).name;
      await aChargeCode(client, { code: 'STOR' });
      await aChargeCode(client, { code: 'GATE', measure: 'gate_in' });
      const rate = { tariff, position: 1, amount: '12.50' };
      const stor = { ...rate, charge_code: 'STOR' };
      expect(await refused({ ...stor, counting: 'period', per: 'gross_tonnage' })).toEqual([
        422,
        'per_wrong',
        'Charge code STOR cannot be priced by gross_tonnage.',
      ]);
      expect(await refused({ ...rate, charge_code: 'GATE', free_units: 3 })).toEqual([
        422,
        'counting_wrong',
        'Charge code GATE is not counted in days: leave out free_units.',
      ]);
      expect((await client.post('/tariff_rates', stor)).status).toBe(400);
      expect((await client.post('/tariff_rates', { ...rate, charge_code: 'GATE' })).status).toBe(201);
    });

    it('have a band that begins before it ends', async () => {
      const rate = { tariff: (await aTariff(client)).name, position: 1, amount: '1.00' };
      const { code: charge_code } = await aChargeCode(client, { measure: 'gate_in' });
      const of = (from: number, until: number) =>
        client.post('/tariff_rates', { ...rate, charge_code, band: { of: 'weight', from, until } });
      const { status, body } = await of(10, 10);
      expect([status, body.errors]).toEqual([400, { 'band.until': ['must be above from'] }]);
      expect((await of(10, 10.001)).status).toBe(201);
    });

    it('keep amounts to the last digit', async () => {
      const { amount } = await aRate(client, { amount: '999999999999.999999' });
      expect(amount).toBe('999999999999.999999');
      const wrong = ['1000000000000', '1.0000001', '-1', 'abc', true];
      const { charge_code, tariff } = await aRate(client);
      for (const [at, bad] of wrong.entries()) {
        const rate = {
          charge_code: charge_code.code,
          tariff: tariff.name,
          counting: 'period',
          position: 50_000 + at,
        };
        expect((await client.post('/tariff_rates', { ...rate, amount: bad })).status).toBe(400);
      }
    });

    it('show their conditions as they were sent', async () => {
      const { name } = await aCalendar(client);
      const { code } = await aShippingLine(client);
      const sent = {
        container_statuses: ['full'],
        usages: ['import'],
        sizes: [40, 45],
        is_reefer: false,
        shipping_lines: [code],
        arrived_by: ['voyage'],
        departed_by: ['truck'],
        transshipment: false,
        working_day: true,
        event: 'arrival',
        band: { of: 'weight', from: 10.5, until: null },
        per: 'teu',
        quantity_step: 0.5,
        free_units: 5,
        first_day: 'day_after_arrival',
        day_starts_at: '07:00',
        free_excludes_closed: true,
      };
      const rate = await aRate(client, { ...sent, calendar: name });
      expect(rate).toMatchObject({
        ...sent,
        calendar: { name },
        consignees: [],
        amount: '20.00',
        tiers: null,
      });
      expect((await client.post('/tariff_rates', { position: 100_001 })).status).toBe(400);
    });

    it('answer what holds where they do not say it, and nothing where nothing is counted', async () => {
      const unsaid = {
        per: 'once',
        quantity_step: 0.001,
        period_hours: 24,
        first_day: 'arrival',
        last_day: 'included',
        day_starts_at: '00:00',
        free_units: 0,
        free_excludes_closed: false,
        charge_excludes_closed: false,
        free_time: 'kept',
        tiers_count: 'charged',
      };
      const { charge_code, ...rate } = await aRate(client, { counting: 'period' });
      expect(rate).toMatchObject(unsaid);
      const { charge_code: lift } = await aRate(client, {
        charge_code: (await aChargeCode(client, { measure: 'gate_out' })).code,
      });
      const [once] = (await client.get(`/tariff_rates?charge_code=${lift.code}`)).body.tariff_rates;
      const { per, quantity_step, free_excludes_closed, charge_excludes_closed, ...counted } = unsaid;
      expect(once).toMatchObject({ per, quantity_step, free_excludes_closed, charge_excludes_closed });
      expect(once).toMatchObject(Object.fromEntries(Object.keys(counted).map((field) => [field, null])));
      // what an answer says can be sent again
      const again = await client.patch(`/tariff_rates/${rate.id}`, {
        charge_code: charge_code.code,
        ...unsaid,
      });
      expect([again.status, again.body.tariff_rate.first_day]).toEqual([200, 'arrival']);
    });
  });
});

describe('charge codes', () => {
  const service = useService();

  it('take the unit and the payers of their measure', async () => {
    const client = await service.current.organization();
    expect(await aChargeCode(client, { measure: 'vessel_call' })).toMatchObject({
      unit_code: 'DAY',
      payers: ['agent'],
      tax_class: 'standard',
      priced_at: 'service_day',
      release: true,
      rate_required: false,
      active: true,
    });
    const own = { unit_code: 'C62', payers: ['orderer', 'consignee'] };
    expect(await aChargeCode(client, { measure: 'service_order', ...own })).toMatchObject(own);
    const lift = await client.post('/charge_codes', { code: 'X', measure: 'storage', lift_type: 'other' });
    expect(lift.status).toBe(400);
  });
});

describe('an organization', () => {
  const service = useService();

  it('has at most 500 charge codes, 1,000 tariffs, and 5,000 rates of a tariff', async () => {
    const client = await service.current.organization();
    const { id: code_id, code } = await aChargeCode(client);
    const { id: tariff_id, name: tariff } = await aTariff(client);
    const fill = (statement: string, ...values: unknown[]) =>
      service.current.fill(statement, [client.organization_id, ...values]);
    await fill(`INSERT INTO charge_codes (organization_id, code, measure, unit_code)
      SELECT $1, 'FILL' || n, 'storage', 'DAY' FROM generate_series(1, 498) n`);
    await fill(`INSERT INTO tariffs (organization_id, name, currency, valid_from)
      SELECT $1, 'Fill ' || n, 'EUR', '2026-01-01' FROM generate_series(1, 998) n`);
    await fill(
      `INSERT INTO tariff_rates (organization_id, tariff_id, charge_code_id, position, amount, counting)
        SELECT $1, $2, $3, n, 1, 'period' FROM generate_series(1, 4999) n`,
      tariff_id,
      code_id,
    );
    const rate = { tariff, charge_code: code, counting: 'period', amount: '1.00' };
    const days = { currency: 'EUR', valid_from: '2026-01-01' };
    for (const [path, last, more, sentence] of [
      [
        '/charge_codes',
        { code: 'LAST', measure: 'load' },
        { code: 'MORE', measure: 'load' },
        'An organization has at most 500 charge codes.',
      ],
      [
        '/tariffs',
        { name: 'Last', ...days },
        { name: 'More', ...days },
        'An organization has at most 1000 tariffs.',
      ],
      [
        '/tariff_rates',
        { ...rate, position: 5_000 },
        { ...rate, position: 5_001 },
        `Tariff '${tariff}' has at most 5,000 rates.`,
      ],
    ] as const) {
      expect((await client.post(path, last)).status).toBe(201);
      const { status, body } = await client.post(path, more);
      expect([status, body.code, body.error]).toEqual([422, 'too_many', sentence]);
    }
    const copy = await client.post('/tariffs/Last/copy', { name: 'Copy', valid_from: '2027-01-01' });
    expect([copy.status, copy.body.code]).toEqual([422, 'too_many']);
  });

  it('has at most 5,000 rates of a tariff, whether they are made, moved, copied or read from a file', async () => {
    const client = await service.current.organization();
    const { id: code_id, code } = await aChargeCode(client);
    const [full, other] = [await aTariff(client), await aTariff(client)];
    const fill = (tariff_id: number, from: number, to: number) =>
      service.current.fill(
        `INSERT INTO tariff_rates (organization_id, tariff_id, charge_code_id, position, amount, counting)
          SELECT $1, $2, $3, n, 1, 'period' FROM generate_series($4::integer, $5::integer) n`,
        [client.organization_id, tariff_id, code_id, from, to],
      );
    await fill(full.id, 1, 4_999);
    const rate = { charge_code: code, counting: 'period', amount: '1.00' };
    const sentence = `Tariff '${full.name}' has at most 5,000 rates.`;
    const read = (...positions: number[]) =>
      importFiles(client, {
        'tariff_rates.ndjson': positions.map((position) => ({ ...rate, tariff: full.name, position })),
      });
    expect((await read(5_000)).bad).toEqual([]);
    // what is there is read again, and what is more is not
    expect((await read(5_000, 5_001, 5_002)).bad).toEqual(
      [2, 3].map((line) => `tariff_rates.ndjson:${line}: tariff: ${sentence}`),
    );
    const [moved] = [await aRate(client, { ...rate, tariff: other.name, position: 7_000 })];
    const patched = await client.patch(`/tariff_rates/${moved.id}`, { tariff: full.name });
    expect([patched.status, patched.body.code, patched.body.error]).toEqual([422, 'too_many', sentence]);
    const path = `/tariffs/${encodeURIComponent(full.name)}/copy`;
    expect((await client.post(path, { name: 'Whole', valid_from: '2027-01-01' })).status).toBe(201);
    // a database from before may have more
    await fill(full.id, 5_001, 5_001);
    const copy = await client.post(path, { name: 'Copy', valid_from: '2027-01-01' });
    expect([copy.status, copy.body.code, copy.body.error]).toEqual([
      422,
      'too_many',
      `Tariff 'Copy' has at most 5,000 rates.`,
    ]);
    expect((await client.get('/tariffs/Copy')).status).toBe(404);
  });
});
