import { aPricedStay } from '../factories/charges';
import type { Body } from '../factories/record';
import { aRun } from '../factories/runs';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('the list of charges', () => {
  const service = useService();
  let client: Client;
  let stay_id: number;
  /** Departure, units 1 to 5, units 6 to 7. */
  let charges: Body[];

  const list = async (query = '', of: Client = client): Promise<Body[]> =>
    (await of.get(`/charges${query}`)).body.charges;
  const numbers = async (query: string) => (await list(query)).map(({ number }) => number);
  const waive = (id: number, body: object = { reason: 'Crane was down' }) =>
    client.post(`/charges/${id}/waive`, body);

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ stay_id } = await aPricedStay(client));
    const { id } = await aRun(client);
    charges = await list();
    expect(charges).toHaveLength(3);
    expect(charges[0]!.billing_run).toEqual({ id });
  });

  it('shows what was charged, for what, whom and why', () => {
    expect(charges[1]).toMatchObject({
      number: 2,
      kind: 'charge',
      charge_code: 'STOR',
      subject: { type: 'container_stay', id: stay_id, key: 'WHAU4142033' },
      container: { number: 'WHAU4142033' },
      stay: { id: stay_id, number: 1 },
      event: null,
      first_unit: 1,
      last_unit: 5,
      occurred_on: '2026-03-10',
      period_from: '2026-03-10',
      period_until: '2026-03-14',
      quantity: 10,
      unit: 'TEU × day',
      units: 5,
      billed_by: 'day',
      billed_per: 'teu',
      amount: '25.00',
      total: '250.00',
      currency: 'EUR',
      customer: { customer_type: 'Consignee' },
      tariff: 'Public',
      ahead: false,
      explanation: { free_from: '2026-03-03', free_until: '2026-03-09' },
      reason: null,
      status: 'open',
      invoice: null,
    });
    expect(charges[0]).toMatchObject({
      event: 'departure',
      unit: 'move',
      units: null,
      first_unit: null,
      period_from: null,
    });
  });

  it('is newest first when queried, and shows one', async () => {
    expect(await numbers('?order=newest')).toEqual([3, 2, 1]);
    const { body } = await client.get(`/charges/${charges[0]!.id}`);
    expect(body.charge).toEqual(charges[0]);
    expect((await client.get('/charges/999999')).status).toBe(404);
  });

  it('is filtered by each parameter', async () => {
    const { customer, billing_run } = charges[0]!;
    for (const [query, found] of [
      ['container_number=whau4142033', [1, 2, 3]],
      ['container_number=WHAU4142054', []],
      [`container_stay_id=${stay_id}`, [1, 2, 3]],
      ['container_stay_id=999999', []],
      ['bill_of_lading_number=X', []],
      ['booking_number=X', []],
      ['voyage_number=X', []],
      ['truck_visit_id=999999', []],
      ['customer_type=Consignee', [1, 2, 3]],
      ['customer_type=Agent', []],
      [`customer_type=Consignee&customer=${encodeURIComponent(customer.name)}`, [1, 2, 3]],
      ['customer_type=Consignee&customer=Nobody', []],
      ['charge_code=STOR', [2, 3]],
      ['kind=charge', [1, 2, 3]],
      ['kind=waiver', []],
      ['status=open', [1, 2, 3]],
      ['status=draft', []],
      ['occurred_from=2026-03-15', [1, 3]],
      ['occurred_until=2026-03-14', [2]],
      ['invoice_number=X', []],
      [`billing_run_id=${billing_run.id}`, [1, 2, 3]],
      ['billing_run_id=999999', []],
      ['currency=EUR', [1, 2, 3]],
      ['currency=USD', []],
    ] as [string, number[]][])
      expect([query, await numbers(`?${query}`)]).toEqual([query, found]);
    expect((await client.get('/charges?status=gone')).status).toBe(422);
  });

  it('has the status of the invoice that a charge is on', async () => {
    const { body } = await client.post('/invoice_drafts', { container_numbers: ['WHAU4142033'] });
    const { id, number } = body.invoices[0];
    const onInvoice = async () => (await client.get(`/invoices/${id}/charges`)).body.charges as Body[];
    expect((await onInvoice()).map(({ status, invoice }) => [status, invoice])).toEqual(
      [1, 2, 3].map(() => ['draft', { id, number }]),
    );
    expect(await numbers(`?invoice_number=${number}`)).toEqual([1, 2, 3]);
    await client.put(`/invoices/${id}`, { invoice: { approved: true } });
    expect(await numbers('?status=invoiced')).toEqual([1, 2, 3]);
    await client.put(`/invoices/${id}`, { invoice: { paid: true } });
    expect(await numbers('?status=paid')).toEqual([1, 2, 3]);
    expect((await client.get('/invoices/999999/charges')).status).toBe(404);
  });

  it('is a CSV file by Accept', async () => {
    const answer = await service.current.app.inject({
      url: '/api/v1/charges',
      headers: { authorization: `Token ${client.tokens.read}`, accept: 'text/csv' },
    });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.payload.split('\r\n')).toHaveLength(5);
  });

  it('keeps organizations apart, and takes the role write to waive', async () => {
    const other = await service.current.organization();
    expect(await list('', other)).toEqual([]);
    expect((await other.get(`/charges/${charges[0]!.id}`)).status).toBe(404);
    expect((await other.post(`/charges/${charges[0]!.id}/waive`, { reason: 'x' })).status).toBe(404);
    expect((await client.as('read').post(`/charges/${charges[0]!.id}/waive`, { reason: 'x' })).status).toBe(
      403,
    );
  });

  describe('a charge that is waived', () => {
    it('has its negative beside it, and is not charged again', async () => {
      const { status, body } = await waive(charges[1]!.id);
      expect([status, body.charge]).toMatchObject([
        200,
        {
          number: 4,
          kind: 'waiver',
          quantity: -10,
          total: '-250.00',
          reason: 'Crane was down',
          status: 'waived',
        },
      ]);
      expect((await client.get(`/charges/${charges[1]!.id}`)).body.charge.status).toBe('waived');
      expect(await aRun(client)).toMatchObject({ charges: 0, adjustments: 0 });
      expect(await numbers('?status=waived')).toEqual([2, 4]);
    });

    it('may be waived in parts, up to what is left', async () => {
      const { id } = charges[1]!;
      expect((await waive(id, { reason: 'x', quantity: 6 })).body.charge).toMatchObject({
        quantity: -6,
        total: '-150.00',
        status: 'open',
      });
      const { status, body } = await waive(id, { reason: 'x', quantity: 6 });
      expect([status, body.code, body.error]).toEqual([
        422,
        'waive_too_much',
        '4 of the charge are left to waive, not 6.',
      ]);
      expect((await waive(id, { reason: 'x', quantity: 4 })).status).toBe(200);
      expect(await numbers('?status=waived')).toEqual([2, 4, 5]);
    });

    it('is invoiced for what was not waived', async () => {
      await waive(charges[1]!.id, { reason: 'x', quantity: 6 });
      const { body } = await client.post('/invoice_drafts', { container_numbers: ['WHAU4142033'] });
      expect(body.invoices[0].subtotal).toBe('296.00');
    });

    it('is waived once', async () => {
      await waive(charges[0]!.id);
      const { status, body } = await waive(charges[0]!.id);
      expect([status, body.code, body.error]).toEqual([
        409,
        'charge_settled',
        'The charge is settled already.',
      ]);
      const [waiver] = await list('?kind=waiver');
      expect((await waive(waiver!.id)).body.code).toBe('charge_settled');
    });

    it('is not on a draft or an invoice', async () => {
      const { body } = await client.post('/invoice_drafts', { container_numbers: ['WHAU4142033'] });
      const { number } = body.invoices[0];
      const refused = await waive(charges[0]!.id);
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        409,
        'charge_invoiced',
        `The charge is on invoice ${number}: credit it there.`,
      ]);
    });

    it('needs a reason, and a quantity above nothing', async () => {
      expect((await waive(charges[0]!.id, {})).status).toBe(422);
      expect((await waive(charges[0]!.id, { reason: ' ' })).status).toBe(422);
      expect((await waive(charges[0]!.id, { reason: 'x', quantity: 0 })).status).toBe(422);
    });

    it('is waived by one of several requests at once', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => waive(charges[0]!.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    });
  });

  it('keeps the measure of a charge code that has charges', async () => {
    const { status, body } = await client.patch('/charge_codes/STOR', { measure: 'gate_in' });
    expect([status, body.code, body.error]).toEqual([
      409,
      'charge_code_used',
      'Charge code STOR has charges: its measure stays.',
    ]);
    expect((await client.patch('/charge_codes/STOR', { measure: 'storage', name: 'Storage' })).status).toBe(
      200,
    );
  });
});
