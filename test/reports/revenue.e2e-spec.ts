import { aContainer } from '../factories/cargo';
import { aChargeCode } from '../factories/billing';
import { aShippingLine } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRow, randomOf, reportOf } from '../factories/reports';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const MARCH = 'from=2026-03-01&until=2026-03-31';

describe('the reports of money', () => {
  const service = useService();
  let client: Client;
  let lines: Body[];
  let codes: Body[];
  let payers: number[];
  let subject_id: number;
  let made = 0;
  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Berlin' });
    lines = [await aShippingLine(client, { code: 'AAA' }), await aShippingLine(client, { code: 'BBB' })];
    codes = [
      await aChargeCode(client, { code: 'LIFT', general_ledger_id: 'GL-1' }),
      await aChargeCode(client, { code: 'STOR', general_ledger_id: 'GL-2' }),
    ];
    const container = await aContainer(client);
    const stay = { container_id: container.id, number: 1, status: 'announced' };
    subject_id = await insert('charge_subjects', { stay_id: await insert('container_stays', stay) });
    payers = [];
    for (const { id } of lines)
      payers.push(
        await aRow(service.current, client, 'billing_customers', {
          customer_type: 'ShippingLine',
          shipping_line_id: id,
        }),
      );
  });

  const insert = (table: string, values: Record<string, unknown>) =>
    aRow(service.current, client, table, values);
  const charge = (
    occurred_on: string,
    quantity: number,
    amount: number,
    values: Record<string, unknown> = {},
  ) =>
    insert('charges', {
      subject_id,
      number: ++made,
      kind: 'charge',
      charge_code_id: codes[0]!.id,
      event: `move:${made}`,
      occurred_on,
      quantity,
      amount,
      total: (quantity * amount).toFixed(2),
      billed_by: 'container',
      billed_per: 'move',
      currency: 'EUR',
      customer_id: payers[0],
      ...values,
    });
  /** An invoice of lines; taxes are those of the whole. */
  const invoice = async (
    numbered_at: string | null,
    totals: number[],
    { taxes = 0, ...values }: { taxes?: number } & Record<string, unknown> = {},
  ): Promise<{ id: number; lines: number[] }> => {
    const subtotal = totals.reduce((sum, each) => sum + each, 0);
    const id = await insert('invoices', {
      number: `I${++made}`,
      currency: 'EUR',
      shipping_line_id: lines[0]!.id,
      numbered_at,
      subtotal,
      taxes_and_fees: taxes,
      total: subtotal + taxes,
      ...values,
    });
    const ids: number[] = [];
    for (const [at, total] of totals.entries())
      ids.push(
        await insert('invoice_lines', {
          invoice_id: id,
          quantity: 1,
          amount: total,
          total,
          charge_code_id: codes[at % 2]!.id,
          tariff_general_ledger_id: codes[at % 2]!.general_ledger_id,
        }),
      );
    return { id, lines: ids };
  };
  const payment = async (
    paid_at: string,
    invoice_id: number,
    amount: number,
    values: Record<string, unknown> = {},
  ) => {
    const { deallocated_at = null, ...more } = values;
    const payment_id = await insert('payments', {
      customer_id: payers[0],
      currency: 'EUR',
      amount,
      allocated: amount,
      way: 'cash',
      paid_at,
      ...more,
    });
    await insert('payment_allocations', {
      payment_id,
      invoice_id,
      amount,
      allocated_at: paid_at,
      deallocated_at,
    });
  };
  const report = (query: string) => reportOf(client.as('read'), 'revenue', query);

  it('counts each by its own day at the terminal', async () => {
    await charge('2026-02-28', 1, 5);
    await charge('2026-03-01', 2, 10);
    await charge('2026-03-31', 1, 30);
    await charge('2026-04-01', 1, 5);
    for (const at of ['2026-02-28T22:59:59Z', '2026-03-31T22:00:00Z', null]) await invoice(at, [7]);
    const { id } = await invoice('2026-02-28T23:00:00Z', [100, 50], { taxes: 30 });
    await invoice('2026-03-31T21:59:59Z', [-20], { document_type: 'credit_note', taxes: -4 });
    await invoice('2026-03-10T10:00:00Z', [99], { is_proforma: true });
    await payment('2026-03-20T10:00:00Z', id, 90);
    await payment('2026-04-20T10:00:00Z', id, 90);
    const { rows, totals, currency } = await report(`group_by=month&${MARCH}`);
    const sums = {
      charged: '50.00',
      quantity: 3,
      not_yet_invoiced: '50.00',
      invoiced: '150.00',
      credited: '20.00',
      tax: '26.00',
      paid: '75.00',
    };
    expect([currency, rows, totals]).toEqual(['EUR', [{ month: '2026-03', ...sums }], sums]);
  });

  it('leaves out of what is not invoiced what has a number, is on a draft of none, and nets to nothing', async () => {
    const [done, draft] = [await invoice('2026-03-10T10:00:00Z', [10]), await invoice(null, [20])];
    await charge('2026-03-05', 1, 10, { invoice_line_id: done.lines[0] });
    await charge('2026-03-05', 1, 20, { invoice_line_id: draft.lines[0] });
    await charge('2026-03-05', 1, 40);
    const waived = await charge('2026-03-05', 1, 80, { settled_with_id: 1 });
    await charge('2026-03-05', -1, 80, { kind: 'waiver', waives_id: waived, settled_with_id: 1 });
    expect((await report(MARCH)).totals).toMatchObject({ charged: '70.00', not_yet_invoiced: '60.00' });
  });

  it('counts by code, line, customer, terminal and ledger account', async () => {
    await charge('2026-03-05', 1, 10);
    await charge('2026-03-05', 1, 20, { charge_code_id: codes[1]!.id, customer_id: payers[1] });
    await charge('2026-03-05', 1, 40, { customer_id: null });
    const by = async (group: string) =>
      (await report(`group_by=${group}&${MARCH}`)).rows.map((row: Body) => [row[group], row.charged]);
    expect(await by('charge_code')).toEqual([
      ['LIFT', '50.00'],
      ['STOR', '20.00'],
    ]);
    expect(await by('general_ledger_id')).toEqual([
      ['GL-1', '50.00'],
      ['GL-2', '20.00'],
    ]);
    const ofLines = [
      ['AAA', '10.00'],
      ['BBB', '20.00'],
      [null, '40.00'],
    ];
    expect(await by('shipping_line')).toEqual(ofLines);
    expect(await by('customer')).toEqual(ofLines);
    expect(await by('terminal')).toEqual([[null, '70.00']]);
    expect((await report(`group_by=customer&${MARCH}`)).rows[0]).toMatchObject({
      customer_type: 'ShippingLine',
    });
  });

  it('is in one currency', async () => {
    await charge('2026-03-05', 1, 10);
    await charge('2026-03-05', 1, 20, { currency: 'USD' });
    const { status, body } = await client.get(`/reports/revenue?${MARCH}`);
    expect([status, body.code, body.error]).toEqual([
      422,
      'currency_missing',
      'The report counts in several currencies (EUR, USD): name one.',
    ]);
    expect(await report(`currency=USD&${MARCH}`)).toMatchObject({
      currency: 'USD',
      totals: { charged: '20.00' },
    });
    expect(await report('from=2026-04-01&until=2026-04-02')).toMatchObject({ currency: null, rows: [] });
  });

  it.each([1, 2, 3])('adds up to what the lists of a random month do (%i)', async (seed) => {
    const random = randomOf(seed);
    const day = () => `2026-0${2 + random(3)}-${String(1 + random(28)).padStart(2, '0')}`;
    const expected = { charged: 0, invoiced: 0, credited: 0, tax: 0, paid: 0 };
    const isMarch = (text: string) => text.startsWith('2026-03');
    for (let at = 0; at < 25; at++) {
      const [on, total] = [day(), 1 + random(9999)];
      await charge(on, 1, total / 100, {
        charge_code_id: codes[random(2)]!.id,
        customer_id: payers[random(2)],
      });
      if (isMarch(on)) expected.charged += total;
    }
    for (let at = 0; at < 12; at++) {
      const [on, isCredit] = [day(), random(4) === 0];
      const cents = Array.from({ length: 1 + random(4) }, () => (1 + random(9999)) * (isCredit ? -1 : 1));
      const subtotal = cents.reduce((sum, each) => sum + each, 0);
      const taxes = Math.round(subtotal * 0.21);
      const { id } = await invoice(
        `${on}T12:00:00Z`,
        cents.map((each) => each / 100),
        {
          taxes: taxes / 100,
          document_type: isCredit ? 'credit_note' : 'invoice',
        },
      );
      if (isMarch(on)) {
        expected[isCredit ? 'credited' : 'invoiced'] += Math.abs(subtotal);
        expected.tax += taxes;
      }
      for (let part = random(3); part > 0; part--) {
        const [paidOn, amount, gone] = [day(), 1 + random(Math.abs(subtotal + taxes)), random(4) === 0];
        await payment(`${paidOn}T12:00:00Z`, id, amount / 100, {
          ...(isCredit && { direction: 'out', refunds_id: id }),
          ...(gone && { deallocated_at: `${paidOn}T13:00:00Z` }),
        });
        if (isMarch(paidOn) && !gone)
          expected.paid += ((isCredit ? -1 : 1) * amount * subtotal) / (subtotal + taxes);
      }
    }
    const { body } = await client.get('/charges?occurred_from=2026-03-01&occurred_until=2026-03-31&per=100');
    const listed = body.charges.reduce(
      (sum: number, { total }: Body) => sum + Math.round(Number(total) * 100),
      0,
    );
    expect(listed).toBe(expected.charged);
    for (const by of ['day', 'month', 'day,charge_code', 'shipping_line', 'customer', 'general_ledger_id']) {
      const { rows, totals } = await report(`group_by=${by}&${MARCH}`);
      for (const [name, cents] of Object.entries(expected)) {
        expect([by, name, Math.abs(Number(totals[name]) * 100 - cents) <= 0.5 + 1e-6]).toEqual([
          by,
          name,
          true,
        ]);
        const sum = rows.reduce((all: number, row: Body) => all + Number(row[name]) * 100, 0);
        // a row is rounded once
        expect([by, name, Math.abs(sum - cents) <= 0.5 * rows.length + 1e-6]).toEqual([by, name, true]);
      }
    }
  });

  describe('of what a line was charged', () => {
    const cost = (query: string) => reportOf(client.as('read'), 'line_cost', `${query}&${MARCH}`);

    it('has a row for each code and price, in their order', async () => {
      const boxes = [await aContainer(client), await aContainer(client)];
      const {
        lines: [line],
      } = await invoice('2026-03-10T10:00:00Z', [20]);
      await charge('2026-03-05', 2, 10, { container_id: boxes[0]!.id, invoice_line_id: line });
      await charge('2026-03-06', 1, 10, { container_id: boxes[0]!.id });
      await charge('2026-03-06', 1, 10, { container_id: boxes[1]!.id });
      await charge('2026-03-06', 1, 9.5);
      await charge('2026-03-06', 1, 100, { charge_code_id: codes[1]!.id });
      await charge('2026-03-06', 1, 7, { customer_id: payers[1] });
      await charge('2026-04-06', 1, 7);
      const { rows, totals } = await cost('shipping_line=AAA');
      expect(rows).toEqual([
        {
          charge_code: 'LIFT',
          amount: '9.50',
          quantity: 1,
          boxes: 0,
          total: '9.50',
          invoiced: '0.00',
          not_yet_invoiced: '9.50',
        },
        {
          charge_code: 'LIFT',
          amount: '10.00',
          quantity: 4,
          boxes: 2,
          total: '40.00',
          invoiced: '20.00',
          not_yet_invoiced: '20.00',
        },
        {
          charge_code: 'STOR',
          amount: '100.00',
          quantity: 1,
          boxes: 0,
          total: '100.00',
          invoiced: '0.00',
          not_yet_invoiced: '100.00',
        },
      ]);
      expect(totals).toMatchObject({ quantity: 6, boxes: 2, total: '149.50' });
      expect((await cost('customer_type=ShippingLine&customer=BBB&group_by=month')).rows).toMatchObject([
        { month: '2026-03', charge_code: 'LIFT', amount: '7.00', total: '7.00' },
      ]);
      expect((await cost('shipping_line=NONE')).rows).toEqual([]);
    });

    it.each([
      ['', { shipping_line: ['is required, or customer'] }],
      ['customer=AAA', { customer_type: ['is required with customer'] }],
      ['shipping_line=AAA&group_by=day', { group_by: ['must be one of month'] }],
    ])('refuses ?%s', async (query, errors) => {
      const { status, body } = await client.get(`/reports/line_cost?${query}`);
      expect([status, body.errors]).toEqual([422, errors]);
    });
  });
});
