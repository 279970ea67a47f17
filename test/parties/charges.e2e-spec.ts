import {
  anAgreement,
  aChargeCode,
  aNomination,
  anInvoice,
  anOrder,
  aRate,
  aTariff,
} from '../factories/billing';
import { aBill, aBooking, aPackingListItem, keyOf } from '../factories/cargo';
import { aPricedStay, aStay, HERE } from '../factories/charges';
import { aVisit } from '../factories/gate';
import { aConsignee, aTruck, aTruckDriver, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import { aRun } from '../factories/runs';
import { importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const NUMBER = 'WHAU4142033';

describe('what a party is charged', () => {
  const service = useService();
  let client: Client;
  /** The consignee, who pays; the line of the stay; a haulier with an item in the container. */
  let payer: Client;
  let line: Client;
  let stranger: Client;
  let consignee: string;
  let lineCode: string;

  const numbersOf = async (of: Client, query = ''): Promise<number[]> => {
    const { status, body, headers } = await of.get(`/charges${query}`);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe(`${body.charges.length}`);
    return body.charges.map(({ number }: Body) => number);
  };
  const ofConsignee = (key: string) => limitedTo(client, { type: 'consignee', key });

  async function priced(more: object = {}): Promise<void> {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ consignee, line: lineCode } = await aPricedStay(client, { number: NUMBER, ...more }));
    payer = await ofConsignee(consignee);
    line = await limitedTo(client, { type: 'shipping_line', key: lineCode });
    stranger = await ofConsignee((await aConsignee(client)).name);
  }

  /** A draft of everything that is charged for the container. */
  async function aDraft(container = NUMBER): Promise<Body> {
    const { status, body } = await client.post('/invoice_drafts', { container_numbers: [container] });
    expect(status).toBe(201);
    return body.invoices[0];
  }
  const approve = (id: number) => client.put(`/invoices/${id}`, { invoice: { approved: true } });

  /** Answers about what is of others and about what never was, without what they name. */
  async function expectUnknown(of: Client, path: string, never: string): Promise<void> {
    const [theirs, none] = [await of.get(path), await of.get(never)];
    const [named, unnamed] = [path.split('/')[2]!, never.split('/')[2]!];
    expect([path, theirs.status, JSON.stringify(theirs.body).replaceAll(named, 'x')]).toEqual([
      path,
      404,
      JSON.stringify(none.body).replaceAll(unnamed, 'x'),
    ]);
  }

  describe('the charges', () => {
    let charges: Body[];
    beforeEach(async () => {
      await priced();
      await aRun(client);
      charges = (await client.get('/charges')).body.charges;
      expect(charges).toHaveLength(3);
    });

    it('are shown to who pays once they are on an invoice that is shown', async () => {
      expect(await numbersOf(payer)).toEqual([]);
      const { id, number } = await aDraft();
      expect(await numbersOf(payer)).toEqual([]);
      await expectUnknown(payer, `/charges/${charges[0]!.id}`, '/charges/999999999');
      await approve(id);
      expect(await numbersOf(payer)).toEqual([1, 2, 3]);
      expect((await payer.get('/charges?per=2')).headers['x-total-count']).toBe('3');
      const { invoice } = (await client.get(`/invoices/${id}`)).body;
      expect(invoice.number).not.toBe(number);
      const { status, body } = await payer.get(`/charges/${charges[1]!.id}`);
      expect(status).toBe(200);
      expect(body.charge).toMatchObject({
        number: 2,
        charge_code: 'STOR',
        subject: { type: 'container_stay', key: NUMBER },
        container: { number: NUMBER },
        customer: { customer_type: 'Consignee', name: consignee },
        tariff: 'Public',
        total: '250.00',
        status: 'invoiced',
        invoice: { id, number: invoice.number },
        explanation: { free_until: '2026-03-09' },
        billing_run: null,
        user: null,
        reason: null,
      });
      expect((await payer.get(`/invoices/${id}/charges`)).body.charges).toHaveLength(3);
      const file = await payer.get('/charges?format=csv');
      expect([file.status, file.body.trim().split('\r\n').length]).toEqual([200, 4]);
      await client.put(`/invoices/${id}`, { invoice: { paid: true } });
      expect(await numbersOf(payer, '?status=paid')).toEqual([1, 2, 3]);
      // the terminal is shown as before
      const whole = (await client.get(`/charges/${charges[1]!.id}`)).body.charge;
      expect(whole.billing_run).toEqual({ id: expect.any(Number) });
    });

    it('are not shown to who has the container and does not pay, nor to others', async () => {
      const { id } = await aDraft();
      await approve(id);
      for (const other of [line, stranger]) {
        expect(await numbersOf(other)).toEqual([]);
        expect(await numbersOf(other, `?container_number=${NUMBER}`)).toEqual([]);
        expect((await other.get('/charges?format=csv')).body.trim().split('\r\n')).toHaveLength(1);
        await expectUnknown(other, `/charges/${charges[0]!.id}`, '/charges/999999999');
        await expectUnknown(other, `/invoices/${id}/charges`, '/invoices/999999999/charges');
      }
    });

    it('are those of all parties of a token', async () => {
      const other = (await aConsignee(client)).name;
      await importFiles(client, {
        'containers.ndjson': [{ number: 'WHAU4142054', container_type: '40DV' }],
        'container_stays.ndjson': [{ ...aStay('WHAU4142054'), consignee: other, shipping_line: lineCode }],
      });
      for (const number of [NUMBER, 'WHAU4142054']) await approve((await aDraft(number)).id);
      const both = await limitedTo(
        client,
        { type: 'consignee', key: consignee },
        { type: 'consignee', key: other },
        { type: 'shipping_line', key: lineCode },
      );
      expect(await numbersOf(both)).toEqual([1, 2, 3, 1, 2, 3]);
      expect(await numbersOf(both, '?container_number=WHAU4142054')).toEqual([1, 2, 3]);
      expect(await numbersOf(await ofConsignee(other))).toEqual([1, 2, 3]);
      expect(await numbersOf(await limitedTo(client))).toEqual([]);
    });

    it('are narrowed by what their customer sees, and by nothing else', async () => {
      const { id } = await aDraft();
      await approve(id);
      const { number } = (await client.get(`/invoices/${id}`)).body.invoice;
      for (const [query, found] of [
        [`container_number=${NUMBER}`, [1, 2, 3]],
        ['container_number=WHAU4142054', []],
        [`container_stay_id=${charges[0]!.stay.id}`, [1, 2, 3]],
        ['bill_of_lading_number=X', []],
        ['charge_code=STOR', [2, 3]],
        ['kind=waiver', []],
        ['status=invoiced', [1, 2, 3]],
        ['status=draft', []],
        ['occurred_from=2026-03-15', [1, 3]],
        ['occurred_until=2026-03-14', [2]],
        [`invoice_number=${number}`, [1, 2, 3]],
        ['currency=USD', []],
        ['updated_since=2020-01-01T00:00:00Z', [1, 2, 3]],
      ] as [string, number[]][])
        expect([query, await numbersOf(payer, `?${query}`)]).toEqual([query, found]);
      for (const filter of [
        'booking_number=X',
        'voyage_number=X',
        'truck_visit_id=1',
        'customer_type=Consignee',
        'customer=X',
        'billing_run_id=1',
        'nonsense=1',
      ]) {
        const { status, body } = await payer.get(`/charges?${filter}`);
        expect([filter, status, body.code]).toEqual([filter, 422, 'filter_not_open']);
      }
    });

    it('are waived by the terminal alone', async () => {
      const { status, body } = await payer.post(`/charges/${charges[0]!.id}/waive`, { reason: 'Please' });
      expect([status, body.code]).toEqual([403, 'not_for_parties']);
    });
  });

  it('names the kind of the customer that charges are requested of', async () => {
    client = await service.current.organization();
    const { status, body } = await client.get('/charges?customer=Somebody');
    expect([status, body.errors]).toEqual([422, { customer_type: ['is required with customer'] }]);
  });

  it('names the visit of a truck to its own haulier alone, on charges and invoices', async () => {
    client = await service.current.organization();
    const { code } = await aTruckingCompany(client, { code: 'OWN', name: 'Own Haulage' });
    const truck = await aTruck(client, { license_plate: 'OWN-1', trucking_company: code });
    const driver = await aTruckDriver(client, {
      license_number: 'DL-OWN',
      firstname: 'Anneke',
      remarks: 'Careful',
      trucking_company: code,
    });
    const visit = await aVisit(client, { truck: truck.license_plate, truck_driver_id: driver.id });
    const { name } = await aConsignee(client);
    const customers = {
      own: { customer_type: 'TruckingCompany', code },
      other: { customer_type: 'Consignee', name },
    };
    const readers = {
      own: await limitedTo(client, { type: 'trucking_company', key: code }),
      other: await ofConsignee(name),
    };
    await aChargeCode(client, { code: 'SEC', measure: 'truck_visit' });
    const [subject] = await service.current.query<{ id: number }>(
      'INSERT INTO charge_subjects (organization_id, truck_visit_id) VALUES ($1, $2) RETURNING id',
      [client.organization_id, visit.id],
    );
    for (const [at, who] of (['own', 'other'] as const).entries()) {
      const customer = customers[who];
      await anInvoice(client, {
        number: who,
        is_proforma: true,
        customer,
        truck_visit_id: visit.id,
        line_items: [{ description: 'Security', quantity: 1, amount: 5 }],
      });
      // the row in which charges name a company, which an account makes
      await client.create('/billing_accounts', { customer });
      const [row] = await service.current.query<{ id: number }>(
        `INSERT INTO charges (organization_id, subject_id, number, kind, charge_code_id, event, occurred_on, quantity,
           billed_by, billed_per, amount, total, currency, customer_id, invoice_line_id)
         SELECT $1, $2, $3, 'charge', c.id, 'visit', '2026-03-01', 1, 'visit', 'once', 5, 5, 'EUR', b.id, l.id
         FROM charge_codes c, billing_customers b, invoice_lines l, invoices i
         WHERE c.organization_id = $1 AND c.code = 'SEC' AND b.organization_id = $1 AND b.customer_type = $4
           AND i.organization_id = $1 AND i.number = $5 AND l.organization_id = $1 AND l.invoice_id = i.id RETURNING id`,
        [client.organization_id, subject!.id, at + 1, customer.customer_type, who],
      );
      expect(row).toBeDefined();
    }
    const { body: own } = await readers.own.get('/invoices/own');
    expect(own.invoice.truck_visit).toMatchObject({
      id: visit.id,
      truck: { license_plate: 'OWN-1', trucking_company_id: null },
      truck_driver: { license_number: 'DL-OWN', firstname: 'Anneke' },
    });
    const { body: other } = await readers.other.get('/invoices/other');
    expect(other.invoice).not.toHaveProperty('truck_visit');
    expect(JSON.stringify([other, (await readers.other.get('/invoices')).body])).not.toMatch(/OWN-1|Anneke/);
    const subjects = async (of: Client) =>
      (await of.get('/charges')).body.charges.map(({ subject: shown }: Body) => shown);
    expect(await subjects(readers.own)).toEqual([{ type: 'truck_visit', id: visit.id, key: `${visit.id}` }]);
    expect(await subjects(readers.other)).toEqual([null]);
    expect((await client.get('/invoices/other')).body.invoice.truck_visit).toMatchObject({ id: visit.id });
  });

  describe('a preview', () => {
    const preview = async (of: Client, query = '') =>
      (await of.get(`/containers/${NUMBER}/charge_preview${query}`)).body;
    /** The consignee of an item in the container. */
    let carrier: Client;

    beforeEach(async () => {
      await priced(HERE);
      const { name } = await aConsignee(client);
      carrier = await ofConsignee(name);
      await aPackingListItem(client, { container: NUMBER, consignee: name });
      expect((await carrier.get(`/containers/${NUMBER}`)).status).toBe(200);
    });

    it('tells an owner who pays what the terminal reckons, and a carrier nothing', async () => {
      const at = '?at=2026-03-16T08:30:00.000Z';
      const whole = await preview(client, at);
      const shown = await preview(payer, at);
      expect(shown.payers).toEqual(whole.payers);
      expect(shown.payers[0]).toMatchObject({ customer: { name: consignee }, subtotal: '446.00' });
      expect(shown).toEqual({ ...whole, free_units: null });
      for (const other of [carrier, stranger]) {
        await expectUnknown(
          other,
          `/containers/${NUMBER}/charge_preview`,
          '/containers/WHAU9999990/charge_preview',
        );
        const requested = (number: string) => other.post('/charge_previews', { container_numbers: [number] });
        const [theirs, never] = [await requested(NUMBER), await requested('WHAU9999990')];
        expect([theirs.status, JSON.stringify(theirs.body).replaceAll(NUMBER, 'x')]).toEqual([
          422,
          JSON.stringify(never.body).replaceAll('WHAU9999990', 'x'),
        ]);
        expect(theirs.body.code).toBe('unknown_reference');
      }
    });

    it('tells an owner nothing of what others pay: neither lines nor prices, names or agreements', async () => {
      await anAgreement(client, {
        charge_code: 'STOR',
        customer: { customer_type: 'Consignee', name: consignee },
        reason: 'Agreed',
      });
      const shown = await preview(line, '?at=2026-03-20T08:30:00.000Z');
      expect(shown).toMatchObject({
        container: { number: NUMBER },
        last_free_day: expect.any(String),
        free_units: null,
        next: null,
        payers: [],
        problems: [],
      });
      expect(JSON.stringify(shown)).not.toContain(consignee);
      // what the line pays itself is shown, and is all that it is shown
      await aChargeCode(client, { code: 'WASH', measure: 'service_order', payers: ['orderer'] });
      await aTariff(client, { name: 'Works', valid_from: '2026-01-01' });
      await aRate(client, { tariff: 'Works', charge_code: 'WASH', amount: '12.00' });
      await client.post('/tariffs/Works/publish', { retroactive: true });
      const { number } = await anOrder(client, {
        charge_code: 'WASH',
        container: NUMBER,
        ordered_by: { customer_type: 'ShippingLine', code: lineCode },
      });
      await client.post(`/service_orders/${number}/complete`, {});
      const [only, ...others] = (await preview(line)).payers;
      expect(only).toMatchObject({
        customer: { customer_type: 'ShippingLine' },
        items: [{ charge_code: 'WASH', total: '12.00' }],
        total: '12.00',
        due: '12.00',
      });
      expect(others).toEqual([]);
      expect((await preview(client)).payers).toHaveLength(2);
      const both = await limitedTo(
        client,
        { type: 'consignee', key: consignee },
        { type: 'shipping_line', key: lineCode },
      );
      expect((await preview(both)).payers).toHaveLength(2);
    });

    it('does not tell of problems and drafts of the terminal', async () => {
      await aChargeCode(client, { code: 'GAP', rate_required: true });
      expect((await preview(client)).problems).not.toEqual([]);
      expect((await preview(payer)).problems).toEqual([]);
      await client.post('/invoice_drafts', { container_numbers: [NUMBER], until: '2026-03-12' });
      const statuses = async (of: Client) => [
        ...new Set(
          (await preview(of, '?at=2026-03-12T08:30:00.000Z')).payers.flatMap(({ items }: Body) =>
            items.filter((item: Body) => item.charge_code === 'STOR').map((item: Body) => item.status),
          ),
        ),
      ];
      expect(await statuses(client)).toEqual(['draft']);
      expect(await statuses(payer)).toEqual(['open']);
    });

    it('is of each stay by itself', async () => {
      const next = (await aConsignee(client)).name;
      const { bad } = await importFiles(client, {
        'container_stays.ndjson': [
          { ...aStay(NUMBER), consignee, shipping_line: lineCode },
          {
            ...aStay(NUMBER, HERE),
            number: 2,
            in_at: '2026-04-02T10:00:00.000Z',
            consignee: next,
            shipping_line: lineCode,
          },
        ],
      });
      expect(bad).toEqual([]);
      const now = await ofConsignee(next);
      expect((await preview(now)).stay.number).toBe(2);
      expect((await preview(payer, '?stay=1')).stay.number).toBe(1);
      await expectUnknown(
        payer,
        `/containers/${NUMBER}/charge_preview`,
        '/containers/WHAU9999990/charge_preview',
      );
      for (const [of, stay] of [
        [payer, 2],
        [now, 1],
      ] as const) {
        const [theirs, never] = [
          await of.get(`/containers/${NUMBER}/charge_preview?stay=${stay}`),
          await of.get(`/containers/${NUMBER}/charge_preview?stay=99`),
        ];
        expect([
          theirs.status,
          JSON.stringify(theirs.body)
            .replaceAll(`stay ${stay} `, 'x')
            .replaceAll(`:${stay}}`, 'x')
            .replaceAll(`"${stay}"`, 'x'),
        ]).toEqual([
          404,
          JSON.stringify(never.body)
            .replaceAll('stay 99 ', 'x')
            .replaceAll(':99}', 'x')
            .replaceAll('"99"', 'x'),
        ]);
      }
    });

    it('is requested of several containers, of a bill and of a booking that are theirs', async () => {
      const requested = async (of: Client, body: object) => {
        const { status, body: shown } = await of.post('/charge_previews', body);
        return status === 200
          ? shown.charge_previews.map(({ container }: Body) => container.number)
          : shown.code;
      };
      expect(await requested(payer, { container_numbers: [NUMBER] })).toEqual([NUMBER]);
      const kept = await aBill(client, 'M-1', { number: 'B-1' });
      await client.patch(`/containers/${NUMBER}`, { bill_of_ladings: [keyOf(kept)] });
      const bill = { manifest: 'M-1', number: 'B-1' };
      expect(await requested(payer, { bill_of_lading: bill })).toBe('unknown_reference');
      expect(
        (
          await client.patch('/manifests/M-1/bill_of_ladings/B-1', {
            bill_of_lading: { client_identifier: 'M-1', consignee },
          })
        ).status,
      ).toBe(200);
      expect(await requested(payer, { bill_of_lading: bill })).toEqual([NUMBER]);
      const { number } = await aBooking(client, { shipping_line: lineCode });
      await client.patch(`/containers/${NUMBER}`, { booking: number });
      expect(await requested(line, { booking: number })).toEqual([NUMBER]);
      expect(await requested(stranger, { booking: number })).toBe('unknown_reference');
      // the cargo of another party on what is theirs
      await client.patch(`/containers/${NUMBER}`, { shipping_line: null });
      expect(await requested(line, { booking: number })).toEqual([]);
    });

    it('is neither of voyages nor of what does not exist, nor by drafts of tariffs', async () => {
      const container = { container_status: 'full', usage: 'import', in_at: '2026-03-02T21:15:00.000Z' };
      for (const [field, body] of [
        ['voyage', { voyage: 'X' }],
        ['container', { container }],
        ['tariff', { container_numbers: [NUMBER], tariff: 'Public' }],
      ] as const) {
        const { status, body: refused } = await payer.post('/charge_previews', body);
        expect([status, refused.code, refused.error]).toEqual([
          422,
          'field_not_open',
          `${field} cannot be set by tokens that are limited to parties.`,
        ]);
      }
      const early = await payer.get(`/containers/${NUMBER}/charge_preview?at=2026-01-01T00:00:00Z`);
      expect([early.status, early.body.code]).toEqual([422, 'charge_day']);
    });

    it('goes with availability: days are for owners, that something is due is for carriers, too', async () => {
      const of = async (reader: Client) => (await reader.get(`/containers/${NUMBER}/availability`)).body;
      const whole = await of(client);
      expect(whole).toMatchObject({ last_free_day: '2026-03-09', charges_due: true });
      for (const owner of [payer, line])
        expect(await of(owner)).toMatchObject({
          last_free_day: whole.last_free_day,
          paid_through: whole.paid_through,
          charges_due: true,
        });
      expect(await of(carrier)).toMatchObject({ last_free_day: null, paid_through: null, charges_due: true });
    });
  });

  it('names who is nominated to pay only to whom it is', async () => {
    await priced(HERE);
    const { number } = await aBooking(client);
    await client.patch(`/containers/${NUMBER}`, { booking: number });
    const nominated = (await aConsignee(client)).name;
    await aNomination(client, {
      booking: number,
      customer: { customer_type: 'Consignee', name: nominated },
      charge_codes: ['STOR'],
    });
    const { payers } = (await payer.get(`/containers/${NUMBER}/charge_preview`)).body;
    const codes = payers.flatMap(({ items }: Body) => items.map(({ charge_code }: Body) => charge_code));
    expect([...new Set(codes)]).not.toContain('STOR');
    expect(JSON.stringify(payers)).not.toContain(nominated);
    // who pays and has nothing to do with the stay sees no preview of it
    const { status } = await (await ofConsignee(nominated)).get(`/containers/${NUMBER}/charge_preview`);
    expect(status).toBe(404);
  });
});
