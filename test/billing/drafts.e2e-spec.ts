import { anAccount, aChargeCode, aRate, aTariff } from '../factories/billing';
import { aBill, aBooking, keyOf } from '../factories/cargo';
import { aPricedStay, aStay, charge, HERE, staysOf } from '../factories/charges';
import { aPriceOfWork, aRun, dayInAmsterdam, draftRun, draftsOf, taxed, workDone } from '../factories/drafts';
import { aVisit } from '../factories/gate';
import { aConsignee } from '../factories/parties';
import type { Body } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { timesAtOnce } from '../setup/meanwhile';
import { allPublished } from '../setup/events';
import { useService } from '../setup/service';

const CONTAINER = 'WHAU4142033';

describe('drafts of invoices', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization({ time_zone: 'Europe/Amsterdam' })));

  const demand = (body: object) => client.post('/invoice_drafts', body);
  const numbers = async (query: string): Promise<string[]> =>
    (await client.get(`/invoices?per=100&${query}`)).body.invoices.map(({ number }: Body) => number);
  const openCharges = async () =>
    (
      await service.current.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM charges WHERE organization_id = $1 AND invoice_line_id IS NULL AND settled_with_id IS NULL',
        [client.organization_id],
      )
    )[0]!.n;

  describe('on demand', () => {
    it('charge a container and show lines, taxes by group, and sums', async () => {
      await taxed(client);
      const { consignee } = await aPricedStay(client);
      const answer = await demand({ container_numbers: [CONTAINER] });
      expect(answer.status).toBe(201);
      expect(answer.body.invoices).toHaveLength(1);
      const [draft] = answer.body.invoices;
      expect(draft).toMatchObject({
        number: expect.stringMatching(/^DRAFT-\d{8}$/),
        document_type: 'invoice',
        approved: false,
        paid: false,
        is_proforma: false,
        numbered_at: null,
        invoiced_at: null,
        due_on: null,
        created_during: 'payment',
        creation_method: 'auto',
        customer: { name: consignee },
        taxes: [{ tax: 'NL21', percent: '21.00', base: '446.00', amount: '93.66' }],
        subtotal: '446.00',
        taxes_and_fees: '93.66',
        total: '539.66',
        totals_by_container: { [CONTAINER]: 446 },
        credits: null,
        credited_by: [],
        billing_run: null,
      });
      const gate = draft.line_items.find(({ item }: Body) => item === 'GATE');
      expect(gate).toMatchObject({
        quantity: 1,
        unit: 'move',
        units: null,
        amount: '36.00',
        total: '36.00',
        billed_by: 'move',
      });
      const storage = draft.line_items.filter(({ item }: Body) => item === 'STOR');
      expect(storage).toEqual([
        {
          description: 'Storage',
          quantity: 10,
          unit: 'TEU × day',
          units: 5,
          currency: 'EUR',
          amount: '25.00',
          total: '250.00',
          billed_by: 'day',
          billed_per: 'teu',
          item: 'STOR',
          tariff_general_ledger_id: null,
          tariff_name: 'Public',
          container: CONTAINER,
          charge_code: 'STOR',
          tax: 'NL21',
          tax_percent: '21.00',
          period_from: '2026-03-10',
          period_until: '2026-03-14',
        },
        expect.objectContaining({ quantity: 4, amount: '40.00', total: '160.00', period_from: '2026-03-15' }),
      ]);
      for (const query of [
        'created_during=payment',
        'creation_method=auto',
        `container_number=${CONTAINER}`,
        'line_items_q=storage',
        'document_type=invoice',
        'status=draft',
        'charge_code=STOR',
        `customer_type=Consignee&customer=${encodeURIComponent(consignee)}`,
        'total=539.66',
      ])
        expect([query, await numbers(query)]).toEqual([query, [draft.number]]);
      const tariff = (await client.get('/tariffs/Public')).body.tariff;
      expect(await numbers(`tariff_id=${tariff.id}`)).toEqual([draft.number]);
      for (const query of ['document_type=credit_note', 'status=approved', 'status=paid', 'charge_code=ELSE'])
        expect([query, await numbers(query)]).toEqual([query, []]);
    });

    it('take in what is on drafts of runs, and name what else has to be paid', async () => {
      const { consignee, line } = await aPricedStay(client, HERE);
      const other = aStay('WHAU4142054', { consignee, shipping_line: line });
      await importFiles(client, {
        'containers.ndjson': [{ number: 'WHAU4142054', container_type: '40DV' }],
        'container_stays.ndjson': [other],
      });
      const numbers = [CONTAINER, 'WHAU4142054'];
      const [shared] = (
        await client.create('/invoice_drafts', { container_numbers: numbers, until: '2026-03-12' })
      ).invoices;
      // as if a run had made it
      await service.current.query('UPDATE invoices SET billing_run_id = $2 WHERE organization_id = $1', [
        client.organization_id,
        await aRun(client),
      ]);
      const { invoices, also_due } = (
        await demand({ container_numbers: [CONTAINER], until: '2026-03-14', leaving: true })
      ).body;
      expect(invoices.map(({ total }: Body) => total)).toEqual(['286.00']);
      expect(also_due).toEqual([]);
      const rest = (await client.get(`/invoices/${shared.id}`)).body.invoice;
      expect(rest.totals_by_container).toEqual({ WHAU4142054: 150 });

      await client.put(`/invoices/${invoices[0].id}`, { invoice: { approved: true } });
      const later = await demand({ container_numbers: [CONTAINER], until: '2026-03-16', leaving: true });
      const [{ id, number }] = [(await client.get(`/invoices/${invoices[0].id}`)).body.invoice];
      expect(later.body.also_due).toEqual([{ id, number, total: '286.00' }]);
      // the last one of a draft takes it with it
      await demand({ container_numbers: ['WHAU4142054'] });
      expect((await client.get(`/invoices/${shared.id}`)).status).toBe(404);
    });

    it('are deleted by the token that made them; all else needs an admin', async () => {
      await aPricedStay(client, HERE);
      const clerk = client.as('write');
      const made = async (by: Client): Promise<Body> =>
        (await by.create('/invoice_drafts', { container_numbers: [CONTAINER] })).invoices[0];
      const removed = async (id: number | string) => {
        const { status, body } = await clerk.delete(`/invoices/${id}`);
        return [status, body.code];
      };
      const needsAdmin = [403, 'role_too_small'];
      const own = await made(clerk);
      expect(own).not.toHaveProperty('drafted_by');
      const open = await openCharges();
      expect((await removed(own.number))[0]).toBe(200);
      expect(await openCharges()).toBeGreaterThan(open);
      // of another token of the same user, of a run, and what nobody knows
      const other = await made(client);
      expect(await removed(other.id)).toEqual(needsAdmin);
      await client.delete(`/invoices/${other.id}`);
      await draftRun(client, await aRun(client));
      const [drafted] = (await client.get('/invoices')).body.invoices;
      expect(await removed(drafted.id)).toEqual(needsAdmin);
      expect(await removed('INV-9')).toEqual(needsAdmin);
      // a numbered one stays, also for who made it, and so does what credits it
      await client.delete(`/invoices/${drafted.id}`);
      const { id } = await made(clerk);
      await clerk.put(`/invoices/${id}`, { invoice: { approved: true } });
      expect(await removed(id)).toEqual([409, 'invoice_numbered']);
      const { invoice } = await clerk.create(`/invoices/${id}/credit`, { reason: 'Wrong' });
      expect(await removed(invoice.id)).toEqual(needsAdmin);
    });

    it('are for who has to pay before it leaves, for one customer, or for all', async () => {
      const { line } = await aPricedStay(client, HERE);
      await aChargeCode(client, { code: 'LINE', measure: 'discharge', payers: ['shipping_line'] });
      await aTariff(client, { name: 'Lines', valid_from: '2026-01-01' });
      await aRate(client, { tariff: 'Lines', charge_code: 'LINE', amount: '80.00' });
      await client.post('/tariffs/Lines/publish', { retroactive: true });
      const customer = { customer_type: 'ShippingLine', code: line };
      await anAccount(client, { customer, terms: 'credit' });
      const until = '2026-03-12';
      const totals = async (body: object) => {
        const shown = await draftsOf(client, CONTAINER, { until, is_proforma: true, ...body });
        return shown.map(({ total }) => total as string).sort();
      };
      expect(await totals({})).toEqual(['150.00']);
      expect(await totals({ customers: 'all' })).toEqual(['150.00', '80.00']);
      expect(await totals({ customer })).toEqual(['80.00']);
    });

    it('take no tax where there are no rules, and are refused where one is missing', async () => {
      await aPricedStay(client);
      await client.create('/taxes', {
        code: 'T',
        category: 'S',
        percentages: [{ percent: 9, valid_from: '2020-01-01' }],
      });
      await client.create('/tax_rules', { tax_class: 'other', treatment: 'domestic', tax: 'T' });
      const refused = await demand({ container_numbers: [CONTAINER] });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        code: 'tax_missing',
        error: 'There is no tax rule for standard and domestic.',
      });
      expect(await openCharges()).toBe(0);
      await client.delete('/tax_rules/domestic');
      const [draft] = await draftsOf(client, CONTAINER);
      expect(draft).toMatchObject({ taxes: [], taxes_and_fees: '0.00', total: '446.00' });
    });

    it('are refused where nobody pays, and where nothing is to be invoiced', async () => {
      await aPricedStay(client);
      await draftsOf(client, CONTAINER);
      const nothing = await demand({ container_numbers: [CONTAINER], until: '2026-03-31' });
      expect(nothing.status).toBe(422);
      expect(nothing.body).toMatchObject({
        code: 'nothing_to_invoice',
        error: `Nothing is to be invoiced for container ${CONTAINER} until 2026-03-31.`,
      });
      await aPriceOfWork(client);
      const { container } = await workDone(client, { customer: null });
      const nobody = await demand({ container_numbers: [container] });
      expect(nobody.status).toBe(422);
      expect(nobody.body.code).toBe('payer_missing');
      expect(nobody.body.error).toMatch(/^Nobody is known who pays WORK for service order SO\d+\.$/);
    });

    it('charge up to as many days ahead as the profile says', async () => {
      await aPricedStay(client, HERE);
      const late = await demand({ container_numbers: [CONTAINER], until: '2031-03-01' });
      expect(late.status).toBe(422);
      expect(late.body).toMatchObject({
        code: 'charge_day',
        error: '2031-03-01 is more than 60 days ahead.',
      });
      await client.patch('/billing_profile', { charge_ahead_days: 2 });
      expect((await demand({ container_numbers: [CONTAINER], until: dayInAmsterdam(4) })).status).toBe(422);
      expect((await demand({ container_numbers: [CONTAINER], until: dayInAmsterdam(1) })).status).toBe(201);
    });

    it('are refused unless one thing is named, that is there', async () => {
      for (const [body, field] of [
        [{}, 'container_numbers'],
        [{ container_numbers: ['A'], booking: 'B' }, 'booking'],
        [{ container_numbers: ['WHAU0000000'] }, 'container_numbers.0'],
        [{ booking: 'X' }, 'booking'],
        [{ voyage: 'X' }, 'voyage'],
        [{ truck_visit_id: 99999999 }, 'truck_visit_id'],
        [{ bill_of_lading: { manifest: 'M', number: 'B' } }, 'bill_of_lading'],
        [{ customer: { customer_type: 'Consignee', name: 'X' } }, 'customer'],
        [{ container_numbers: Array.from({ length: 101 }, (_, n) => `C${n}`) }, 'container_numbers'],
      ] as const) {
        const answer = await demand(body);
        expect([body, answer.status]).toEqual([body, 422]);
        expect(Object.keys(answer.body.errors)).toEqual([field]);
      }
    });

    it('take back what was paid ahead and not used (example 19)', async () => {
      await taxed(client);
      const { consignee, line } = await aPricedStay(client, HERE);
      const [ahead] = await draftsOf(client, CONTAINER, { until: '2026-03-14' });
      expect(ahead).toMatchObject({ subtotal: '250.00' });
      await client.put(`/invoices/${ahead!.id}`, { invoice: { paid: true } });
      const left = { out_at: '2026-03-12T10:00:00Z', consignee, shipping_line: line };
      await importFiles(client, { 'container_stays.ndjson': [aStay(CONTAINER, left)] });
      const [credit] = (await demand({ container_numbers: [CONTAINER] })).body.invoices;
      const back = credit.line_items.filter(({ item }: Body) => item === 'STOR');
      expect(back).toMatchObject([{ quantity: -4, amount: '25.00', total: '-100.00' }]);
      const gate = credit.line_items.filter(({ item }: Body) => item === 'GATE');
      expect(gate).toMatchObject([{ total: '36.00' }]);
      expect(credit).toMatchObject({ document_type: 'credit_note', total: '-77.44' });
    });

    it('charge the items of leaving where that is requested', async () => {
      await aPricedStay(client, HERE);
      const [draft] = await draftsOf(client, CONTAINER, { until: '2026-03-16', leaving: true });
      expect(draft).toMatchObject({ created_during: 'gate_out', subtotal: '446.00' });
    });

    it('show a pro-forma, which charges and settles nothing', async () => {
      const bill = await aBill(client);
      await aPricedStay(client, { bill_of_ladings: [keyOf(bill)] });
      const shown = await draftsOf(client, CONTAINER, { is_proforma: true });
      expect(shown).toHaveLength(1);
      expect(shown[0]).toMatchObject({
        number: expect.stringMatching(/^PRO-\d{8}$/),
        is_proforma: true,
        total: '446.00',
        bill_of_lading: { bl_number: bill.number, containers: [CONTAINER] },
        bl_container_numbers: [CONTAINER],
      });
      expect(
        await service.current.query('SELECT FROM charges WHERE organization_id = $1', [
          client.organization_id,
        ]),
      ).toEqual([]);
      const approved = await client.put(`/invoices/${shown[0]!.id}`, { invoice: { approved: true } });
      expect(approved.body.invoice.number).toBe(shown[0]!.number);
      expect((await draftsOf(client, CONTAINER))[0]).toMatchObject({ total: '446.00' });
    });

    it('take a bill of lading, a booking, a voyage, a truck visit or a customer', async () => {
      const bill = await aBill(client);
      const booking = await aBooking(client);
      const voyage = await aVoyage(client);
      const stay = {
        bill_of_ladings: [keyOf(bill)],
        booking: booking.number,
        arrived_by_voyage: voyage.number,
      };
      const { consignee } = await aPricedStay(client, stay);
      for (const form of [
        { bill_of_lading: keyOf(bill) },
        { booking: booking.number },
        { voyage: voyage.number },
        { customer: { customer_type: 'Consignee', name: consignee } },
      ]) {
        // without the charges that the draft before left, the customer pays for nothing that is here
        if ('customer' in form)
          await charge(client, [{ type: 'container_stay', id: (await staysOf(client, CONTAINER))[0]! }]);
        const answer = await demand(form);
        expect([form, answer.status]).toEqual([form, 201]);
        const [draft] = answer.body.invoices;
        expect(draft).toMatchObject({
          total: '446.00',
          voyage: { number: voyage.number },
          bill_of_lading: { bl_number: bill.number, containers: [CONTAINER] },
          bl_container_numbers: [CONTAINER],
        });
        expect(await numbers(`bill_of_lading_number=${bill.number}`)).toEqual([draft.number]);
        expect(await numbers(`voyage_number=${voyage.number}`)).toEqual([draft.number]);
        await client.delete(`/invoices/${draft.id}`);
      }
      const visit = await aVisit(client);
      const nothing = await demand({ truck_visit_id: visit.id });
      expect(nothing.body.error).toMatch(`Nothing is to be invoiced for truck visit ${visit.id} until`);
    });

    it('set their charges free when they are deleted', async () => {
      const { stay_id } = await aPricedStay(client);
      const [draft] = await draftsOf(client, CONTAINER);
      expect(await openCharges()).toBe(0);
      expect((await client.delete(`/invoices/${draft!.id}`)).status).toBe(200);
      expect(await openCharges()).toBeGreaterThan(0);
      expect(await charge(client, [{ type: 'container_stay', id: stay_id }])).toMatchObject({ charges: 0 });
      expect((await draftsOf(client, CONTAINER))[0]).toMatchObject({ total: '446.00' });
    });

    it('are made once of a container, however many ask at once', async () => {
      await aPricedStay(client);
      const answers = await timesAtOnce(service.current, 2, () => demand({ container_numbers: [CONTAINER] }));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(answers.find(({ status }) => status === 422)!.body.code).toBe('nothing_to_invoice');
    });

    it('are for each customer and currency alone', async () => {
      await aPriceOfWork(client);
      await aChargeCode(client, { code: 'YEN', measure: 'service_order' });
      const { name } = await aTariff(client, { currency: 'JPY' });
      await aRate(client, { tariff: name, charge_code: 'YEN', amount: '12.5' });
      await client.post(`/tariffs/${name}/publish`, { retroactive: true });
      const { container, customer } = await workDone(client);
      await workDone(client, { container, customer, code: 'YEN' });
      await workDone(client, { container });
      const drafts = await draftsOf(client, container);
      expect(drafts.map(({ total, line_items }) => [line_items[0].currency, total]).sort()).toEqual([
        ['EUR', '10.02'],
        ['EUR', '10.02'],
        ['JPY', '13.00'],
      ]);
    });

    it('need a token that writes', async () => {
      await aPricedStay(client);
      const body = { container_numbers: [CONTAINER] };
      expect((await client.as('read').post('/invoice_drafts', body)).status).toBe(403);
      expect((await client.as('write').post('/invoice_drafts', body)).status).toBe(201);
    });

    it('keep back only the stay of their lines while they are approved and unpaid', async () => {
      await client.patch('/organization', { release_needs_payment: true });
      const bill = await aBill(client);
      const { consignee } = await aPricedStay(client, { ...HERE, bill_of_ladings: [keyOf(bill)] });
      const other = aStay('WHAU4142054', { ...HERE, consignee, bill_of_ladings: [keyOf(bill)] });
      await importFiles(client, {
        'containers.ndjson': [{ number: 'WHAU4142054', container_type: '40DV' }],
        'container_stays.ndjson': [other],
      });
      const [draft] = await draftsOf(client, CONTAINER, { until: '2026-03-14' });
      await client.put(`/invoices/${draft!.id}`, { invoice: { approved: true } });
      const reasons = async (number: string) =>
        (await client.get(`/containers/${number}/availability`)).body.reasons
          .map(({ code }: Body) => code)
          .filter((code: string) => code === 'unpaid');
      expect(await reasons(CONTAINER)).toEqual(['unpaid']);
      expect(await reasons('WHAU4142054')).toEqual([]);
      await client.put(`/invoices/${draft!.id}`, { invoice: { paid: true } });
      expect(await reasons(CONTAINER)).toEqual([]);
    });
  });

  describe('of runs', () => {
    it('take in what later runs charge, and put together what costs the same', async () => {
      await taxed(client);
      const { consignee, line, stay_id } = await aPricedStay(client, HERE);
      const key = { type: 'container_stay' as const, id: stay_id };
      const first = await aRun(client);
      await charge(client, [key], { until: '2026-03-12', interim: true, run: first });
      expect(await draftRun(client, first)).toMatchObject([{ invoices: 1, problems: [], next: null }]);
      const [draft] = (await client.get('/invoices')).body.invoices;
      expect(draft).toMatchObject({ subtotal: '150.00', created_during: 'run', billing_run: { number: 1 } });
      await importFiles(client, {
        'container_stays.ndjson': [aStay(CONTAINER, { consignee, shipping_line: line })],
      });
      const second = await aRun(client);
      await charge(client, [key], { run: second });
      expect(await draftRun(client, second)).toMatchObject([{ invoices: 0, problems: [] }]);
      const { invoices } = (await client.get('/invoices')).body;
      expect(invoices).toHaveLength(1);
      expect(invoices[0]).toMatchObject({
        id: draft.id,
        number: draft.number,
        subtotal: '446.00',
        total: '539.66',
      });
      expect(invoices[0].line_items.map(({ quantity, total }: Body) => [quantity, total]).sort()).toEqual([
        [1, '36.00'],
        [10, '250.00'],
        [4, '160.00'],
      ]);
      expect(await numbers(`billing_run_id=${first}`)).toEqual([draft.number]);
      expect(await draftRun(client, second)).toEqual([]);
    });

    it('leave a draft alone once it is approved', async () => {
      await aPriceOfWork(client);
      const { container, customer } = await workDone(client);
      const orders = async () => {
        const found = await service.current.query<{ id: number }>(
          'SELECT id FROM service_orders WHERE organization_id = $1 ORDER BY id',
          [client.organization_id],
        );
        return found.map(({ id }) => ({ type: 'service_order' as const, id }));
      };
      const run = await aRun(client);
      await charge(client, await orders(), { until: dayInAmsterdam(), run });
      await draftRun(client, run);
      const [draft] = (await client.get('/invoices')).body.invoices;
      await client.put(`/invoices/${draft.id}`, { invoice: { approved: true } });
      await workDone(client, { container, customer });
      await charge(client, await orders(), { until: dayInAmsterdam(), run });
      expect(await draftRun(client, run)).toMatchObject([{ invoices: 1 }]);
      expect((await client.get('/invoices')).body.invoices.map(({ total }: Body) => total)).toEqual([
        '10.02',
        '10.02',
      ]);
    });

    it('put together by voyage, bill or visit what the account of a customer says', async () => {
      const consignee = (await aConsignee(client)).name;
      const customer = { customer_type: 'Consignee', name: consignee };
      await anAccount(client, { customer, group_by: 'voyage' });
      await aPricedStay(client, { consignee });
      const [one, two] = [await aVoyage(client), await aVoyage(client)];
      const stays = [one, two, two].map((voyage, at) => ({
        ...aStay(`WHAU400000${at}`, { consignee, arrived_by_voyage: voyage.number }),
      }));
      await importFiles(client, {
        'containers.ndjson': stays.map(({ container }) => ({ number: container, container_type: '40DV' })),
        'container_stays.ndjson': stays,
      });
      const ids = (
        await Promise.all(
          [CONTAINER, ...stays.map((stay) => stay.container)].map((each) => staysOf(client, each)),
        )
      ).flat();
      const run = await aRun(client);
      await charge(
        client,
        ids.map((id) => ({ type: 'container_stay' as const, id })),
        { run },
      );
      expect(await draftRun(client, run)).toMatchObject([{ invoices: 3 }]);
      const { invoices } = (await client.get('/invoices')).body;
      expect(invoices.map(({ voyage, total }: Body) => [voyage?.number ?? null, total]).sort()).toEqual(
        [
          [null, '446.00'],
          [one.number, '446.00'],
          [two.number, '892.00'],
        ].sort(),
      );
    });

    it('leave open what has no tax rule, and tell of it once for each code', async () => {
      await taxed(client);
      await aChargeCode(client, { code: 'ODD', measure: 'service_order', tax_class: 'odd' });
      const { name } = await aTariff(client);
      await aRate(client, { tariff: name, charge_code: 'ODD', amount: '5.00' });
      await client.post(`/tariffs/${name}/publish`, { retroactive: true });
      await aPriceOfWork(client);
      const { container, customer } = await workDone(client, { orders: 2, code: 'ODD' });
      await workDone(client, { container, customer });
      const found = await service.current.query<{ id: number }>(
        'SELECT id FROM service_orders WHERE organization_id = $1 ORDER BY id',
        [client.organization_id],
      );
      const run = await aRun(client);
      await charge(
        client,
        found.map(({ id }) => ({ type: 'service_order' as const, id })),
        { until: dayInAmsterdam(), run },
      );
      const [drafted] = await draftRun(client, run);
      expect(drafted).toMatchObject({
        invoices: 1,
        problems: [{ code: 'tax_missing', sentence: 'There is no tax rule for odd and domestic.' }],
      });
      expect((await client.get('/invoices')).body.invoices).toMatchObject([{ subtotal: '10.02' }]);
      expect(await openCharges()).toBe(2);
    });
  });

  it('tell of themselves, and of the stays and containers of their lines', async () => {
    const { stay_id } = await aPricedStay(client);
    const [draft] = await draftsOf(client, CONTAINER);
    await client.put(`/invoices/${draft!.id}`, { invoice: { approved: true } });
    await client.put(`/invoices/${draft!.id}`, { invoice: { paid: true } });
    await client.post(`/invoices/${draft!.id}/credit`, { reason: 'Wrong' });
    const types = async (about: string) => {
      await allPublished(client);
      const { body } = await client.get(`/events?about=${about}&types[]=invoice.*`);
      return body.events.map(({ type, data }: Body) => `${type} ${data.document_type}`);
    };
    const all = [
      'invoice.created invoice',
      'invoice.approved invoice',
      'invoice.paid invoice',
      'invoice.created credit_note',
      'invoice.credited invoice',
    ];
    expect(await types(`container:${CONTAINER}`)).toEqual(all);
    expect(await types(`container_stay:${stay_id}`)).toEqual(all);
  });

  it('are no invoice of another organization', async () => {
    await aPricedStay(client);
    const other = await service.current.organization();
    expect((await other.post('/invoice_drafts', { container_numbers: [CONTAINER] })).status).toBe(422);
    const draft = await draftsOf(client, CONTAINER);
    expect((await other.post(`/invoices/${draft[0]!.id}/credit`, { reason: 'x' })).status).toBe(404);
    expect((await other.post('/invoices/approve', { ids: [draft[0]!.id] })).status).toBe(422);
  });
});
