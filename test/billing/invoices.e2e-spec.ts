import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anInvoice } from '../factories/billing';
import { aBill, aContainer, aManifest, keyOf } from '../factories/cargo';
import { aVisit, gateOut } from '../factories/gate';
import { aConsignee, anAgent, aShippingLine, aTruckDriver } from '../factories/parties';
import { aVessel, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { atOnce, inTurn, timesAtOnce } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

const PATH = '/invoices';

/** What a line says that was not calculated here. */
const NOT_CALCULATED = {
  charge_code: null,
  tax: null,
  tax_percent: null,
  period_from: null,
  period_until: null,
};

describe('invoices', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const numbersOf = async (query: string): Promise<string[]> => {
    const answer = await client.get(`${PATH}.json?per=100&${query}`);
    if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${answer.body.error}`);
    return answer.body.invoices.map(({ number }: { number: string }) => number);
  };
  const only = async (number: string) =>
    (await client.get(`${PATH}?per=100`)).body.invoices.find(
      (each: { number: string }) => each.number === number,
    );

  describe('creating', () => {
    it('takes every field, computes the sums, and answers as the list does', async () => {
      const line = await aShippingLine(client, {
        name: 'Westhaven Atlantic Line',
        address: '12 Dock Street',
        general_ledger_id: 'GL-12001',
        email: 'billing@westhaven.example',
        contact_person: 'Oliver Marsh',
        phone: '+44 1',
      });
      const vessel = { name: 'Westhaven Pioneer', imo: '9074729', vessel_type: 'container' };
      const { name: vessel_name } = await aVessel(client, vessel);
      const voyage = await aVoyage(client, { number: 'WP2611', vessel_name });
      await aContainer(client, { number: 'WHAU4142033' });
      const answer = await client.post(`${PATH}.json`, {
        number: ' INV-260101 ',
        customer: { customer_type: 'ShippingLine', code: line.code },
        voyage: voyage.number,
        movement_id: 77,
        general_ledger_id: 'GL-1',
        currency: 'EUR',
        is_proforma: 'false',
        created_during: 'voyage',
        creation_method: 'AUTO',
        invoiced_at: '2026-11-18T17:00:00+01:00',
        line_items: [
          {
            description: 'Stripping of groupage',
            item: 'STRIP',
            quantity: '8.638',
            amount: '21.40',
            currency: 'EUR',
            billed_by: 'tonne',
            billed_per: 'container',
            tariff_name: 'Freight station tariff 2026',
            tariff_general_ledger_id: 'GL-80080',
            tariff_id: 17,
            container: 'whau 4142033',
          },
          { amount: 10 },
        ],
        taxes_and_fees: '38.82',
        paid: true,
        color: 'red',
      });
      expect(answer.status).toBe(201);
      const { invoice } = answer.body;
      expect(invoice).toEqual({
        id: expect.any(Number),
        number: 'INV-260101',
        general_ledger_id: 'GL-1',
        is_proforma: false,
        status: 'draft',
        paid: false,
        approved: false,
        approved_by: null,
        approved_at: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        invoiced_at: '2026-11-18T16:00:00.000Z',
        created_during: 'voyage',
        creation_method: 'auto',
        movement_id: 77,
        amount_paid: '0.00',
        amount_credited: '0.00',
        amount_open: '233.67',
        paid_at: null,
        payments: [],
        subtotal: '194.85',
        taxes_and_fees: '38.82',
        total: '233.67',
        line_items: [
          {
            description: 'Stripping of groupage',
            quantity: 8.638,
            unit: 'tonne',
            units: null,
            currency: 'EUR',
            amount: '21.40',
            total: '184.85',
            billed_by: 'tonne',
            billed_per: 'container',
            item: 'STRIP',
            tariff_general_ledger_id: 'GL-80080',
            tariff_name: 'Freight station tariff 2026',
            container: 'WHAU4142033',
            ...NOT_CALCULATED,
          },
          {
            description: null,
            quantity: 1,
            unit: null,
            units: null,
            currency: 'EUR',
            amount: '10.00',
            total: '10.00',
            billed_by: null,
            billed_per: null,
            item: null,
            tariff_general_ledger_id: null,
            tariff_name: null,
            container: null,
            ...NOT_CALCULATED,
          },
        ],
        document_type: 'invoice',
        numbered_at: null,
        due_on: null,
        taxes: [],
        reason: null,
        credits: null,
        credited_by: [],
        billing_run: null,
        totals_by_container: { WHAU4142033: 184.85 },
        customer: {
          customer_type: 'ShippingLine',
          id: line.id,
          name: 'Westhaven Atlantic Line',
          address: '12 Dock Street',
          general_ledger_id: 'GL-12001',
          email: 'billing@westhaven.example',
          contact_person: 'Oliver Marsh',
          phone: '+44 1',
        },
        voyage: {
          id: voyage.id,
          number: 'WP2611',
          vessel: { imo_number: '9074729', name: 'Westhaven Pioneer', vessel_type: 'container' },
        },
      });
      expect((await client.as('read').get(PATH)).body.invoices).toEqual([invoice]);
    });

    it('takes a number and a customer alone', async () => {
      const agent = await anAgent(client);
      const customer = { customer_type: 'Agent', name: agent.name };
      const { invoice } = await client.create(PATH, { number: 'I', customer });
      expect(invoice).toMatchObject({
        creation_method: null,
        created_during: null,
        movement_id: null,
        invoiced_at: null,
        subtotal: '0.00',
        taxes_and_fees: '0.00',
        total: '0.00',
        line_items: [],
        totals_by_container: {},
        customer: { id: agent.id, name: agent.name, address: null },
      });
      for (const key of ['voyage', 'truck_visit', 'bol_segment', 'bill_of_lading', 'bl_container_ids'])
        expect(invoice).not.toHaveProperty(key);
      expect(invoice).not.toHaveProperty('bl_container_numbers');
    });

    it.each([null, ''])('takes %j for a flag as its default', async (is_proforma) => {
      expect(await anInvoice(client, { is_proforma })).toMatchObject({ is_proforma: false });
    });

    it('answers a truck visit on gate invoices only', async () => {
      const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
      const visit = await aVisit(client, { truck_driver_id: driver.id });
      const left = (await gateOut(client, visit.truck.license_plate)).body;
      const inside = await aVisit(client);
      const gate = await anInvoice(client, { truck_visit_id: visit.id });
      expect(gate.truck_visit).toEqual({
        id: visit.id,
        truck: visit.truck,
        truck_driver: {
          id: driver.id,
          number: driver.number,
          license_number: driver.license_number,
          firstname: 'Anneke',
          lastname: 'Vroom',
          twic: null,
          active: true,
          discarded_at: null,
        },
        gated_in_at: visit.gated_in_at,
        gated_out_at: left.gated_out_at,
      });
      expect({ ...gate.truck_visit, warnings: [] }).toEqual(left);
      expect(gate).not.toHaveProperty('voyage');
      expect((await anInvoice(client, { truck_visit_id: inside.id })).truck_visit).toMatchObject({
        truck_driver: null,
        gated_out_at: null,
      });
    });

    it('answers the bill of lading and what of it is billed on its pro-formas only', async () => {
      const bill = await aBill(client, undefined, { number: 'WHA26110041' });
      const bill_of_lading = keyOf(bill);
      const bill_of_ladings = [bill_of_lading];
      const a = await aContainer(client, { bill_of_ladings });
      const b = await aContainer(client, { bill_of_ladings });
      const c = await aContainer(client, { bill_of_ladings });
      const body = {
        is_proforma: true,
        bill_of_lading,
        bl_container_numbers: [c.number, a.number, c.number],
      };
      expect(await anInvoice(client, body)).toMatchObject({
        is_proforma: true,
        bol_segment: { id: bill.id, bl_number: 'WHA26110041', containers: [c.number, a.number] },
        bill_of_lading: {
          id: bill.id,
          bl_number: 'WHA26110041',
          containers: [a.number, b.number, c.number],
        },
        bl_container_ids: [c.id, a.id],
        bl_container_numbers: [c.number, a.number],
      });
      const none = await anInvoice(client, { is_proforma: 1, bill_of_lading_id: bill.id });
      expect(none).toMatchObject({
        bol_segment: { id: bill.id, containers: [] },
        bl_container_ids: [],
        bl_container_numbers: [],
      });
      const final = await anInvoice(client, { ...body, is_proforma: false });
      for (const key of ['bol_segment', 'bill_of_lading', 'bl_container_ids', 'bl_container_numbers'])
        expect(final).not.toHaveProperty(key);
    });

    it('finds the customer by each of its keys', async () => {
      const line = await aShippingLine(client, { code: 'TDK', name: 'Tideway' });
      await aShippingLine(client, { code: 'AAA', name: 'Twin' });
      await aShippingLine(client, { code: 'BBB', name: 'Twin' });
      const customer = (body: object) => client.post(PATH, { number: JSON.stringify(body), customer: body });
      const byName = await customer({ customer_type: 'ShippingLine', name: 'Tideway' });
      expect(byName.body.invoice.customer.id).toBe(line.id);
      const twins = await customer({ customer_type: 'ShippingLine', name: 'Twin' });
      expect([twins.status, twins.body.error]).toEqual([422, "There are several: Shipping line 'Twin'."]);
      const both = await customer({ customer_type: 'ShippingLine', name: 'Twin', code: 'BBB' });
      expect(both.status).toBe(201);
      for (const body of [
        { customer_type: 'ShippingLine', code: 'tdk' },
        { customer_type: 'Consignee', name: 'Tideway' },
        { customer_type: 'Agent', name: 'Tideway' },
      ]) {
        const answer = await customer(body);
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['customer']]);
      }
    });

    it.each(['approved', 'paid'])('keeps name and address of its customer while it is %s', async (state) => {
      const consignee = await aConsignee(client, { name: 'Kestrel', address: 'Quay 1' });
      const { id, number } = await anInvoice(client, {
        customer: { customer_type: 'Consignee', name: 'Kestrel' },
      });
      const change = (body: object) => client.put(`/consignees/${consignee.id}`, body);
      const shown = async () => (await only(number)).customer;
      await change({ name: 'Kestrel & Vane', address: null });
      expect(await shown()).toMatchObject({ name: 'Kestrel & Vane', address: null });
      await client.put(`${PATH}/${id}`, { invoice: { [state]: true } });
      await change({ name: 'Vane', address: 'Quay 2', email: 'v@ne.example' });
      expect(await shown()).toMatchObject({ name: 'Kestrel & Vane', address: null, email: 'v@ne.example' });
      await client.put(`${PATH}/${id}`, { invoice: { general_ledger_id: 'X', [state]: true } });
      expect(await shown()).toMatchObject({ name: 'Kestrel & Vane', address: null });
      await client.put(`${PATH}/${id}`, { invoice: { [state]: false } });
      expect(await shown()).toMatchObject({ name: 'Vane', address: 'Quay 2' });
    });

    it('answers a unit price with the places that it was sent with, two to six, and sums with two', async () => {
      const prices: [sent: unknown, answered: string, total: string][] = [
        [10, '10.00', '20.00'],
        ['21.4', '21.40', '42.80'],
        [0.125, '0.125', '0.25'],
        ['-33.333333', '-33.333333', '-66.67'],
        ['0.000001', '0.000001', '0.00'],
        [0, '0.00', '0.00'],
      ];
      const { line_items, total } = await anInvoice(client, {
        line_items: prices.map(([amount]) => ({ amount, quantity: 2 })),
      });
      expect(line_items.map((line: { amount: string; total: string }) => [line.amount, line.total])).toEqual(
        prices.map(([, answered, sum]) => [answered, sum]),
      );
      expect(total).toBe('-3.62');
    });

    it('keeps showing a deleted consignee, and does not bill it again', async () => {
      const consignee = await aConsignee(client, { name: 'Kestrel & Vane Coffee' });
      const customer = { customer_type: 'Consignee', name: consignee.name };
      await anInvoice(client, { number: 'OLD', customer });
      await client.delete(`/consignees/${consignee.id}`);
      expect((await only('OLD')).customer).toMatchObject({ id: consignee.id, name: 'Kestrel & Vane Coffee' });
      expect((await client.post(PATH, { number: 'NEW', customer })).status).toBe(422);
    });

    it.each([
      ['0.1 + 0.2', [{ amount: '0.1' }, { amount: '0.2' }], '0.30'],
      ['0.1 + 0.2 as numbers', [{ amount: 0.1 }, { amount: 0.2 }], '0.30'],
      ['half a cent, up', [{ amount: '0.005' }], '0.01'],
      ['half a cent of a credit, away from zero', [{ amount: '-0.005' }], '-0.01'],
      ['less than half a cent', [{ amount: '0.004999' }], '0.00'],
      ['each line by itself', [{ amount: '0.005' }, { amount: '0.005' }, { amount: '0.005' }], '0.03'],
      ['three thirds', [{ quantity: 3, amount: '33.333333' }], '100.00'],
      ['1.005, which is less as a float', [{ quantity: '1', amount: '1.005' }], '1.01'],
      ['a credit line', [{ amount: '100' }, { quantity: '-2', amount: '60.25' }], '-20.50'],
      ['a large amount', [{ amount: '999999999999.98' }, { amount: '0.01' }], '999999999999.99'],
      ['a large credit', [{ amount: '-999999999999.99' }], '-999999999999.99'],
      ['a quantity of none', [{ quantity: 0, amount: '5' }], '0.00'],
      ['a thousand lines', Array<object>(1000).fill({ quantity: '0.1', amount: '0.7' }), '70.00'],
    ])('adds up %s', async (_what, line_items, total) => {
      const invoice = await anInvoice(client, { line_items });
      expect([invoice.subtotal, invoice.total]).toEqual([total, total]);
    });

    it('adds taxes and fees in hundredths, and sums by container', async () => {
      const { number } = await aContainer(client);
      const other = await aContainer(client);
      const line_items = [
        { amount: '0.1', container: number },
        { amount: '7', container_id: other.id },
        { amount: '0.2', container: number },
        { amount: '-9.5', container: other.number },
        { amount: '1' },
      ];
      expect(await anInvoice(client, { line_items, taxes_and_fees: '0.125' })).toMatchObject({
        subtotal: '-1.20',
        taxes_and_fees: '0.13',
        total: '-1.07',
        totals_by_container: { [number]: 0.3, [other.number]: -2.5 },
      });
      expect((await anInvoice(client, { taxes_and_fees: -0.125 })).total).toBe('-0.13');
    });

    it('takes the currency of the lines, of which there is one', async () => {
      const invoice = await anInvoice(client, {
        line_items: [{ amount: 1, currency: 'USD' }, { amount: 2 }],
      });
      const currencies = invoice.line_items.map(({ currency }: { currency: string }) => currency);
      expect(currencies).toEqual(['USD', 'USD']);
      const customer = { customer_type: 'Agent', name: (await anAgent(client)).name };
      const line_items = [
        { amount: 1, currency: 'EUR' },
        { amount: 1, currency: 'USD' },
      ];
      const answer = await client.post(PATH, { number: 'MIXED', customer, line_items });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['line_items.1.currency']);
    });

    it.each([
      ['no number', { number: undefined }, 'number'],
      ['a blank number', { number: ' ' }, 'number'],
      ['no customer', { customer: undefined }, 'customer'],
      ['a customer that is text', { customer: 'WHA' }, 'customer'],
      ['a customer of no type', { customer: { name: 'X' } }, 'customer.customer_type'],
      [
        'a customer of another type',
        { customer: { customer_type: 'Truck', name: 'X' } },
        'customer.customer_type',
      ],
      ['a customer without a name', { customer: { customer_type: 'Agent' } }, 'customer.name'],
      ['an agent by its code', { customer: { customer_type: 'Agent', code: 'X' } }, 'customer.name'],
      ['lines that are no list', { line_items: { amount: 1 } }, 'line_items'],
      ['a line without an amount', { line_items: [{ amount: 1 }, {}] }, 'line_items.1.amount'],
      ['an amount that is null', { line_items: [{ amount: null }] }, 'line_items.0.amount'],
      ['an amount that is text', { line_items: [{ amount: '1e2' }] }, 'line_items.0.amount'],
      ['an amount of seven decimals', { line_items: [{ amount: '0.0000001' }] }, 'line_items.0.amount'],
      [
        'an amount of a million millions',
        { line_items: [{ amount: '1000000000000' }] },
        'line_items.0.amount',
      ],
      ['a quantity that is text', { line_items: [{ amount: 1, quantity: 'two' }] }, 'line_items.0.quantity'],
      ['taxes that are text', { taxes_and_fees: 'NaN' }, 'taxes_and_fees'],
      ['another method', { creation_method: 'robot' }, 'creation_method'],
      ['a flag that is text', { is_proforma: 'maybe' }, 'is_proforma'],
      ['no time', { invoiced_at: 'now' }, 'invoiced_at'],
      ['a bill without its manifest', { bill_of_lading: { number: 'X' } }, 'bill_of_lading.manifest'],
      ['containers that are no list', { bl_container_numbers: 'X' }, 'bl_container_numbers'],
      ['a visit that is text', { truck_visit_id: 'X' }, 'truck_visit_id'],
    ])('refuses %s', async (_what, change, field) => {
      const { name } = await anAgent(client);
      const body = { number: 'I', customer: { customer_type: 'Agent', name }, ...change };
      const answer = await client.post(PATH, body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
      expect(await numbersOf('')).toEqual([]);
    });

    it('refuses a total that no column holds', async () => {
      const customer = { customer_type: 'Agent', name: (await anAgent(client)).name };
      for (const line_items of [
        [{ amount: '999999999999.99' }, { amount: '0.01' }],
        [{ quantity: 1000, amount: '999999999999' }],
      ]) {
        const answer = await client.post(PATH, { number: 'I', customer, line_items });
        expect([answer.status, answer.body]).toEqual([
          400,
          { error: 'A number is out of range.', code: 'invalid' },
        ]);
      }
    });

    it.each<[field: string, of: (other: Client) => Promise<object>]>([
      ['customer', async (of) => ({ customer: { customer_type: 'Agent', name: (await anAgent(of)).name } })],
      ['voyage', async (of) => ({ voyage: (await aVoyage(of)).number })],
      ['voyage_id', async (of) => ({ voyage_id: (await aVoyage(of)).id })],
      ['truck_visit_id', async (of) => ({ truck_visit_id: (await aVisit(of)).id })],
      ['bill_of_lading', async (of) => ({ bill_of_lading: keyOf(await aBill(of)) })],
      ['bill_of_lading_id', async (of) => ({ bill_of_lading_id: (await aBill(of)).id })],
      [
        'line_items.0.container',
        async (of) => ({ line_items: [{ amount: 1, container: (await aContainer(of)).number }] }),
      ],
      [
        'line_items.0.container_id',
        async (of) => ({ line_items: [{ amount: 1, container_id: (await aContainer(of)).id }] }),
      ],
      ['bl_container_numbers.0', async (of) => ({ bl_container_numbers: [(await aContainer(of)).number] })],
    ])('refuses a %s that only another organization has', async (field, of) => {
      const customer = { customer_type: 'Agent', name: (await anAgent(client)).name };
      const change = await of(await service.current.organization());
      const answer = await client.post(PATH, { number: 'I', customer, ...change });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
      expect(await numbersOf('')).toEqual([]);
    });

    it('refuses an unknown container on any line, and containers of no bill', async () => {
      const customer = { customer_type: 'Agent', name: (await anAgent(client)).name };
      const { id, number } = await aContainer(client);
      const second = await client.post(PATH, {
        number: 'I',
        customer,
        line_items: [
          { amount: 1, container_id: id },
          { amount: 1, container_id: id + 1000 },
        ],
      });
      const sentence = `Container id '${id + 1000}' is unknown.`;
      expect(second.body).toEqual({
        error: sentence,
        code: 'unknown_reference',
        params: expect.any(Object),
        records: [{ type: 'container', key: String(id + 1000) }],
        errors: { 'line_items.1.container_id': [sentence] },
      });
      const noBill = await client.post(PATH, { number: 'I', customer, bl_container_numbers: [number] });
      expect([noBill.status, Object.keys(noBill.body.errors)]).toEqual([422, ['bill_of_lading']]);
      expect(await numbersOf('')).toEqual([]);
    });

    it('gives a number once, also to simultaneous requests', async () => {
      const customer = { customer_type: 'Agent', name: (await anAgent(client)).name };
      const body = { number: 'RACE', customer, line_items: [{ amount: 1 }] };
      const answers = await timesAtOnce(service.current, 4, () => client.post(PATH, body));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expect(refused.body).toEqual({
        error: 'Number is already taken.',
        code: 'taken',
        params: expect.any(Object),
        errors: { number: ['Number is already taken.'] },
      });
      const other = await service.current.organization();
      await anInvoice(other, { number: 'RACE' });
    });

    it('accepts the demonstration data', async () => {
      const file = join(__dirname, '../../src/demo/data/invoices.ndjson');
      const bodies = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const seen = new Set<string>();
      const once = async (key: string | undefined, make: () => Promise<unknown>) => {
        if (key && !seen.has(key)) await make();
        if (key) seen.add(key);
      };
      for (const { customer, voyage, bill_of_lading, line_items, bl_container_numbers = [] } of bodies) {
        await once(customer.code, () => aShippingLine(client, { code: customer.code }));
        if (customer.customer_type === 'Consignee')
          await once(customer.name, () => aConsignee(client, { name: customer.name }));
        if (customer.customer_type === 'Agent')
          await once(customer.name, () => anAgent(client, { name: customer.name }));
        await once(voyage, () => aVoyage(client, { number: voyage }));
        const { manifest, ...bill } = bill_of_lading ?? {};
        await once(manifest, () => aManifest(client, { manifest: { client_identifier: manifest } }));
        await once(bill.number, () => aBill(client, { client_identifier: manifest }, bill));
        for (const number of [...bl_container_numbers, ...line_items.map((line: any) => line.container)])
          await once(number, () => aContainer(client, { number }));
      }
      const totals: Record<string, string> = {};
      for (const body of bodies) totals[body.number] = (await client.create(PATH, body)).invoice.total;
      expect(totals).toEqual({
        'INV-260101': '1049.50',
        'INV-260102': '774.00',
        'INV-260103': '65.95',
        'INV-260104': '89.50',
        'PRO-260105': '448.91',
        'PRO-260106': '685.89',
      });
    });
  });

  describe('listing', () => {
    /** Filters, and the invoices that each finds alone. */
    async function filtersWithInvoices(): Promise<Record<string, string[]>> {
      const line = await aShippingLine(client, { code: 'WHA', general_ledger_id: 'GL-S' });
      const twin = await aShippingLine(client, { code: 'WHB', general_ledger_id: 'GL-S' });
      const consignee = await aConsignee(client, { name: 'Kestrel', general_ledger_id: 'GL-C' });
      const agent = await anAgent(client, { name: 'Polderkade', general_ledger_id: 'GL-S' });
      const voyage = await aVoyage(client, { number: 'WP2611' });
      const visit = await aVisit(client);
      const bill = await aBill(client, 'M1', { number: 'BL1' });
      const sameNumber = await aBill(client, 'M2', { number: 'BL1' });
      const x = await aContainer(client, { number: 'WHAU4142033' });
      const y = await aContainer(client, { number: 'WHAU4119542' });
      const storage = { description: 'Storage, full 20 ft_', amount: '9.75', tariff_id: 'T-1' };
      const quay = { description: 'Quay dues 100%', amount: '310', tariff_id: '7' };
      await anInvoice(client, {
        number: 'A',
        customer: { customer_type: 'ShippingLine', code: line.code },
        voyage: voyage.number,
        general_ledger_id: 'GL-1',
        currency: 'EUR',
        created_during: 'voyage',
        creation_method: 'auto',
        line_items: [quay, { ...storage, container: x.number }],
      });
      await anInvoice(client, {
        number: 'B',
        customer: { customer_type: 'Consignee', name: consignee.name },
        truck_visit_id: visit.id,
        movement_id: 42,
        currency: 'USD',
        created_during: 'gate_out',
        creation_method: 'Manual',
        line_items: [{ ...storage, container_id: y.id }],
      });
      await anInvoice(client, {
        number: 'C',
        customer: { customer_type: 'Consignee', name: consignee.name },
        is_proforma: true,
        bill_of_lading_id: bill.id,
        bl_container_numbers: [x.number, y.number],
        general_ledger_id: '',
        currency: 'EUR',
        created_during: 'payment',
        creation_method: 'auto',
        line_items: [storage],
      });
      await anInvoice(client, {
        number: 'D',
        customer: { customer_type: 'Agent', name: agent.name },
        voyage_id: voyage.id,
        bill_of_lading_id: sameNumber.id,
        general_ledger_id: 'GL-1',
        line_items: [{ amount: '0.1' }, { amount: '0.2' }],
      });
      await anInvoice(client, {
        number: 'E',
        customer: { customer_type: 'ShippingLine', code: twin.code },
        is_proforma: true,
        line_items: [quay],
      });
      const invoices: { id: number; number: string }[] = (await client.get(PATH)).body.invoices;
      const set = (number: string, invoice: object) =>
        client.put(`${PATH}/${invoices.find((each) => each.number === number)!.id}`, { invoice });
      await set('A', { paid: true, approved: true });
      await set('B', { paid: true });
      await set('C', { approved: true });

      return {
        'customer_type=ShippingLine': ['A', 'E'],
        'customer_type=Consignee': ['B', 'C'],
        'customer_type=Agent': ['D'],
        'customer_type=ShippingLine&customer_general_ledger_id=GL-S': ['A', 'E'],
        'customer_type=Agent&customer_general_ledger_id=GL-S': ['D'],
        'customer_type=Consignee&customer_general_ledger_id=GL-S': [],
        'line_items_q=STORAGE': ['A', 'B', 'C'],
        'line_items_q=ft_': ['A', 'B', 'C'],
        'line_items_q=100%25': ['A', 'E'],
        'line_items_q=u': ['A', 'B', 'C', 'E'],
        'line_items_q=%5C': [],
        'created_during=gate_out': ['B'],
        'created_during=gate': [],
        'creation_method=AUTO': ['A', 'C'],
        'creation_method=manual': ['B'],
        'movement_id=42': ['B'],
        [`truck_visit_id=${visit.id}`]: ['B'],
        'total=9.75': ['B', 'C'],
        'total=9.7450000000000001': ['B', 'C'],
        'total=9.7549': ['B', 'C'],
        'total=9.755': [],
        'total=0.30000000000000004': ['D'],
        'total=310': ['E'],
        'missing_general_ledger_id=true': ['B', 'C', 'E'],
        'missing_general_ledger_id=false': ['A', 'B', 'C', 'D', 'E'],
        'general_ledger_id=GL-1': ['A', 'D'],
        'currency=EUR': ['A', 'C'],
        'currency=USD': ['B'],
        'bill_of_lading_number=BL1': ['C', 'D'],
        'bill_of_lading_number=bl1': ['C', 'D'],
        [`bill_of_lading_id=${bill.id}`]: ['C'],
        'bill_of_lading_id=BL1': [],
        'tariff_id=T-1': ['A', 'B', 'C'],
        'tariff_id=7': ['A', 'E'],
        [`container_id=${x.id}`]: ['A', 'C'],
        'container_id=WHAU4142033': [],
        'container_number=whau%204119542': ['B', 'C'],
        'container_number=WHAU': [],
        [`voyage_id=${voyage.id}`]: ['A', 'D'],
        'voyage_number=WP2611': ['A', 'D'],
        'voyage_number=wp2611': ['A', 'D'],
        'voyage_number=WP': [],
        'paid=true': ['A', 'B'],
        'paid=0': ['C', 'D', 'E'],
        'is_proforma=true': ['C', 'E'],
        'is_proforma=false': ['A', 'B', 'D'],
        'approved=1': ['A', 'C'],
        'approved=false': ['B', 'D', 'E'],
      };
    }

    it('filters by each parameter, alone and together with another one', async () => {
      const filters = Object.entries(await filtersWithInvoices());
      for (const [query, found] of filters) expect([query, await numbersOf(query)]).toEqual([query, found]);
      const nameOf = (query: string) => query.split('=', 1)[0];
      for (const [i, [one, ofOne]] of filters.entries()) {
        const others = [...filters.slice(i + 1), ...filters].filter(
          ([other]) => nameOf(other) !== nameOf(one),
        );
        // the next one, and one that is far from it in the list
        for (const [other, ofOther] of [others[0]!, others[Math.floor(filters.length / 2)]!]) {
          const both = `${one}&${other}`;
          const expected = ofOne.filter((number) => ofOther.includes(number));
          expect([both, await numbersOf(both)]).toEqual([both, expected]);
        }
      }
      expect(await numbersOf('paid=true&approved=true&currency=EUR&voyage_number=WP2611')).toEqual(['A']);
      const blank =
        'paid=&currency=&total=&creation_method=&movement_id=&customer_general_ledger_id=&tariff_id=';
      expect(await numbersOf(blank)).toEqual(['A', 'B', 'C', 'D', 'E']);
    });

    it.each([
      ['a ledger id of a customer of no type', 'customer_general_ledger_id=GL-1', 'customer_type'],
      ['another type of customer', 'customer_type=Truck', 'customer_type'],
      ['a type in other letters', 'customer_type=consignee', 'customer_type'],
      ['another method', 'creation_method=robot', 'creation_method'],
      ['a movement that is no number', 'movement_id=x', 'movement_id'],
      ['a visit that is no number', 'truck_visit_id=1.5', 'truck_visit_id'],
      ['a total that is no number', 'total=ten', 'total'],
      ['a total in another notation', 'total=1e2', 'total'],
      ['a flag that is none', 'paid=maybe', 'paid'],
      ['a flag that is none', 'approved=2', 'approved'],
      ['a flag that is none', 'is_proforma=yes', 'is_proforma'],
      ['a flag that is none', 'missing_general_ledger_id=x', 'missing_general_ledger_id'],
      ['a page that is none', 'page=-1', 'page'],
      ['a page of none', 'per=0', 'per'],
      ['text with a NUL', 'voyage_number=%00', 'voyage_number'],
    ])('refuses %s: %s', async (_what, query, field) => {
      const answer = await client.get(`${PATH}?${query}`);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    });

    it('pages in order of the ids, with links that keep the filters', async () => {
      for (let i = 1; i <= 12; i++)
        await anInvoice(client, { number: `I${i}`, currency: i === 1 ? 'USD' : 'EUR' });
      const { body } = await client.get(`${PATH}.json?currency=EUR&per=4&page=2`);
      expect(body.invoices.map(({ number }: { number: string }) => number)).toEqual(['I6', 'I7', 'I8', 'I9']);
      const link = (page: number) => ({
        method: 'GET',
        url: expect.stringMatching(
          new RegExp(
            `/api/v1/invoices\\.json\\?(after=\\d+&)?currency=EUR&per=4${page ? `&page=${page}` : ''}$`,
          ),
        ),
      });
      expect(body.actions).toEqual({ index: link(0), previous: link(1), next: link(3), last: link(3) });
      expect((await client.get(PATH)).body.invoices).toHaveLength(10);
      expect((await client.get(`${PATH}?per=1000`)).body.invoices).toHaveLength(12);
      expect((await client.get(`${PATH}?page=9`)).body.invoices).toEqual([]);
      const last = (await client.get(`${PATH}?page=last`)).body.invoices;
      expect(last.map(({ number }: { number: string }) => number)).toEqual(['I11', 'I12']);
    });

    it('is two statements, beside the one for the token: one chooses the invoices, one shows them', async () => {
      for (let i = 0; i < 3; i++) await anInvoice(client, { line_items: [{ amount: 1 }, { amount: 2 }] });
      const query = 'customer_type=Consignee&line_items_q=x&container_number=X&paid=false';
      const statements = await statementsOf(() => client.get(`${PATH}?${query}`));
      expect(statements.filter((each) => each.includes('invoices'))).toHaveLength(2);
      expect(statements.length).toBeLessThanOrEqual(3);
    });
  });

  describe('updating', () => {
    const KEYS = [
      'id',
      'number',
      'general_ledger_id',
      'created_at',
      'invoiced_at',
      'approved',
      'approved_at',
      'approved_by',
      'paid',
      'total',
      'amount_paid',
      'amount_open',
      'paid_at',
      'status',
      'document_type',
      'numbered_at',
      'due_on',
    ];
    const put = async (id: number, invoice: object) => {
      const answer = await client.put(`${PATH}/${id}.json`, { invoice });
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      return answer.body.invoice;
    };

    it('approves as the user of the token, and withdraws', async () => {
      const { id, number, created_at } = await anInvoice(client, {
        line_items: [{ amount: '9.7' }],
        invoiced_at: '2026-11-20T09:20:00Z',
      });
      const before = Date.now();
      const approved = await put(id, { approved: true });
      expect(Object.keys(approved)).toEqual(KEYS);
      expect(approved).toEqual({
        id,
        number,
        general_ledger_id: null,
        created_at,
        invoiced_at: '2026-11-20T09:20:00.000Z',
        approved: true,
        approved_at: expect.any(String),
        approved_by: 'Tess Ter',
        paid: false,
        total: '9.70',
        amount_paid: '0.00',
        amount_open: '9.70',
        paid_at: null,
        status: 'approved',
        document_type: 'invoice',
        numbered_at: null,
        due_on: null,
      });
      expect(Date.parse(approved.approved_at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(approved.approved_at)).toBeLessThanOrEqual(Date.now());
      const { approved_at, approved_by } = approved;
      expect(await only(number)).toMatchObject({ approved: true, approved_at, approved_by });
      const cleared = { approved: false, approved_at: null, approved_by: null };
      expect(await put(id, { approved: false })).toMatchObject(cleared);
      expect(await only(number)).toMatchObject(cleared);
      expect(await put(id, { approved: '0' })).toMatchObject(cleared);
    });

    it('names the approver by e-mail when there is no name, and approves anew', async () => {
      const { id } = await anInvoice(client);
      const first = await put(id, { approved: 1 });
      await service.current.query(`UPDATE users SET firstname = NULL, lastname = '' WHERE id = $1`, [
        client.user_id,
      ]);
      const second = await put(id, { approved: '1' });
      expect(second.approved_by).toBe('tester@harbour.example');
      expect(Date.parse(second.approved_at)).toBeGreaterThanOrEqual(Date.parse(first.approved_at));
    });

    it.each(['put', 'patch'] as const)('changes what is sent only, by %s', async (verb) => {
      const { id } = await anInvoice(client, { general_ledger_id: 'GL-1' });
      const send = async (invoice: object) => (await client[verb](`${PATH}/${id}`, { invoice })).body.invoice;
      expect(await send({ paid: true })).toMatchObject({
        paid: true,
        approved: false,
        general_ledger_id: 'GL-1',
      });
      expect(await send({ approved: 'true' })).toMatchObject({ paid: true, approved: true });
      expect(await send({ general_ledger_id: 'GL-2', total: '1', number: 'X' })).toMatchObject({
        general_ledger_id: 'GL-2',
        paid: true,
        approved: true,
        total: '0.00',
      });
      expect(await send({})).toMatchObject({ general_ledger_id: 'GL-2', paid: true, approved: true });
      expect(await send({ general_ledger_id: null, paid: 'false' })).toMatchObject({
        general_ledger_id: null,
        paid: false,
        approved: true,
      });
    });

    it.each([true, 1, 'true', '1'])('takes %p as true and its opposite as false', async (value) => {
      const { id } = await anInvoice(client);
      expect(await put(id, { approved: value, paid: value })).toMatchObject({ approved: true, paid: true });
      const not = { true: 'false', 1: '0' }[value as string] ?? 'false';
      const opposite = typeof value === 'string' ? not : (JSON.parse(not) as unknown);
      expect(await put(id, { approved: opposite, paid: opposite })).toMatchObject({
        approved: false,
        paid: false,
      });
    });

    it.each([null, '', 'TRUE', 'yes', 't', 2, -1, 1.5, [], {}, ' true'])('refuses %j', async (value) => {
      const { id, number } = await anInvoice(client);
      for (const field of ['approved', 'paid']) {
        const answer = await client.put(`${PATH}/${id}`, { invoice: { [field]: value } });
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [`invoice.${field}`]]);
      }
      expect(await only(number)).toMatchObject({ approved: false, paid: false });
    });

    it.each([undefined, {}, { invoice: null }, { invoice: 'x' }, { invoice: [] }, { approved: true }])(
      'refuses the body %j',
      async (body) => {
        const { id } = await anInvoice(client);
        const answer = await client.put(`${PATH}/${id}`, body);
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['invoice']]);
      },
    );

    it('refuses a ledger id that is no text or too long', async () => {
      const { id } = await anInvoice(client);
      for (const general_ledger_id of [7, 'x'.repeat(256), {}])
        expect((await client.put(`${PATH}/${id}`, { invoice: { general_ledger_id } })).status).toBe(400);
      expect((await put(id, { general_ledger_id: 'x'.repeat(255) })).general_ledger_id).toHaveLength(255);
    });

    it('answers 404 for an unknown invoice', async () => {
      const { id, number } = await anInvoice(client);
      for (const other of [id + 1, `${number}x`, 'abc', '0', '-1', '1.5', '99999999999999999999', '%20'])
        expect((await client.put(`${PATH}/${other}`, { invoice: { paid: true } })).status).toBe(404);
    });

    it('takes the number in place of the id, like a deletion', async () => {
      const { id } = await anInvoice(client, { number: 'INV/1 ü' });
      const answer = await client.put(`${PATH}/${encodeURIComponent('INV/1 ü')}`, {
        invoice: { paid: true },
      });
      expect([answer.status, answer.body.invoice]).toMatchObject([200, { id, paid: true }]);
      const same = await anInvoice(client, { number: String(id) });
      expect(await put(id, { paid: false })).toMatchObject({ id, paid: false });
      expect(await put(same.id, { paid: true })).toMatchObject({ id: same.id, paid: true });
    });

    it('keeps every one of simultaneous updates', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, number } = await anInvoice(client);
        const changes = [{ approved: true }, { paid: 1 }, { general_ledger_id: 'GL-9' }, { paid: true }, {}];
        const answers = await atOnce(
          service.current,
          changes.map((invoice) => () => client.put(`${PATH}/${id}`, { invoice })),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        const after = { approved: true, approved_by: 'Tess Ter', paid: true, general_ledger_id: 'GL-9' };
        expect(await only(number)).toMatchObject(after);
      }
    });

    it('is consistent when it is approved and withdrawn at the same time', async () => {
      const { id, number } = await anInvoice(client);
      const answers = await atOnce(
        service.current,
        [1, 0, 1, 0, 1].map((approved) => () => client.put(`${PATH}/${id}`, { invoice: { approved } })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { approved, approved_at, approved_by } = await only(number);
      expect([approved_at !== null, approved_by !== null]).toEqual([approved, approved]);
    });
  });

  describe('deleting', () => {
    it('takes the id or the number, and the lines go with it', async () => {
      const a = await anInvoice(client, { line_items: [{ amount: 1 }] });
      const b = await anInvoice(client, { number: 'INV/1 ü' });
      const c = await anInvoice(client, { number: String(a.id) });
      for (const path of [a.id, encodeURIComponent(b.number), c.number]) {
        const answer = await client.delete(`${PATH}/${path}`);
        expect([answer.status, answer.body]).toEqual([200, { message: 'Invoice was successfully deleted.' }]);
      }
      expect(await numbersOf('')).toEqual([]);
      const [{ count }] = (await service.current.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM invoice_lines WHERE organization_id = $1',
        [client.organization_id],
      )) as [{ count: number }];
      expect(count).toBe(0);
      expect((await client.delete(`${PATH}/${a.id}`)).status).toBe(404);
      expect((await client.delete(`${PATH}/none`)).status).toBe(404);
    });

    it('refuses one that is approved or paid', async () => {
      const { id } = await anInvoice(client);
      for (const [field, word] of [
        ['approved', 'approved'],
        ['paid', 'paid'],
      ]) {
        await client.put(`${PATH}/${id}`, { invoice: { [field!]: true } });
        const answer = await client.delete(`${PATH}/${id}`);
        expect([answer.status, answer.body]).toEqual([
          409,
          { error: `An invoice that is ${word} cannot be deleted.`, code: 'invoice_final' },
        ]);
        await client.put(`${PATH}/${id}`, { invoice: { [field!]: false } });
      }
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(200);
    });

    it('refuses one that is approved meanwhile', async () => {
      const { id } = await anInvoice(client);
      const answers = await inTurn(service.current, [
        () => client.put(`${PATH}/${id}`, { invoice: { approved: true } }),
        () => client.delete(`${PATH}/${id}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    });

    it('keeps the billed records from deletion until then', async () => {
      const container = await aContainer(client);
      const agent = await anAgent(client);
      const customer = { customer_type: 'Agent', name: agent.name };
      const invoice = await anInvoice(client, {
        customer,
        line_items: [{ amount: 1, container: container.number }],
      });
      expect((await client.delete(`/agents/${agent.id}`)).status).toBe(409);
      expect((await client.delete(`/containers/${container.id}`)).status).toBe(409);
      await client.delete(`${PATH}/${invoice.id}`);
      expect((await client.delete(`/agents/${agent.id}`)).status).toBe(200);
      expect((await client.delete(`/containers/${container.id}`)).status).toBe(200);
    });
  });

  it('lets read see, write create and update, and admin delete', async () => {
    const { id } = await anInvoice(client);
    const [reader, writer] = [client.as('read'), client.as('write')];
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await reader.put(`${PATH}/${id}`, { invoice: { paid: true } })).status).toBe(403);
    expect((await writer.put(`${PATH}/${id}`, { invoice: { paid: true } })).status).toBe(200);
    const customer = { customer_type: 'Agent', name: (await anAgent(client)).name };
    expect((await reader.post(PATH, { number: 'I', customer })).status).toBe(403);
    expect((await writer.post(PATH, { number: 'I', customer })).status).toBe(201);
    for (const each of [reader, writer]) {
      expect((await each.delete(`${PATH}/${id}`)).status).toBe(403);
    }
    await writer.put(`${PATH}/${id}`, { invoice: { paid: false } });
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(200);
  });

  it('keeps organizations apart', async () => {
    const { id, number } = await anInvoice(client, {
      number: 'MINE',
      line_items: [{ description: 'Quay dues', amount: 5 }],
    });
    const other = await service.current.organization();
    for (const query of ['', 'line_items_q=Quay', 'total=5', 'paid=false', 'customer_type=Consignee'])
      expect((await other.get(`${PATH}?${query}`)).body.invoices).toEqual([]);
    expect((await other.put(`${PATH}/${id}`, { invoice: { paid: true } })).status).toBe(404);
    expect((await other.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.delete(`${PATH}/${number}`)).status).toBe(404);
    expect((await only(number)).paid).toBe(false);
  });
});
