import { anInvoice } from '../factories/billing';
import { aBill, keyOf } from '../factories/cargo';
import { aContainerInYard } from '../factories/gate';
import {
  aConsignee,
  aFreightForwarder,
  anAgent,
  aShippingLine,
  aTruckingCompany,
  limitedTo,
} from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('an invoice', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const numbersOf = async (of: Client, query = '') => {
    const { status, body, headers } = await of.get(`/invoices${query}`);
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe(`${body.invoices.length}`);
    return body.invoices.map(({ number }: Body) => number);
  };

  it.each([
    ['shipping_line', 'ShippingLine', aShippingLine, 'code'],
    ['consignee', 'Consignee', aConsignee, 'name'],
    ['freight_forwarder', 'FreightForwarder', aFreightForwarder, 'name'],
    ['agent', 'Agent', anAgent, 'name'],
    ['trucking_company', 'TruckingCompany', aTruckingCompany, 'code'],
  ] as const)(
    'is seen by the %s that it is for, once it is no draft',
    async (type, customer_type, make, key) => {
      const [own, other]: Body[] = [await make(client), await make(client)];
      const of = await limitedTo(client, { type, key: own![key] as string });
      const line_items = [
        { description: 'Lift', quantity: 1, amount: 5, tariff_general_ledger_id: 'GL-LINE' },
      ];
      const invoice = (customer: Body, body: object) =>
        anInvoice(client, { customer: { customer_type, [key]: customer[key] }, line_items, ...body });
      const draft = await invoice(own, { number: 'DRAFT', general_ledger_id: 'GL-1', movement_id: 77 });
      await invoice(own, { number: 'PROFORMA', is_proforma: true });
      const foreign = await invoice(other, { number: 'FRGN', is_proforma: true });
      expect(await numbersOf(of)).toEqual(['PROFORMA']);
      expect((await client.put(`/invoices/${draft.id}`, { invoice: { approved: true } })).status).toBe(200);
      expect(await numbersOf(of)).toEqual(['DRAFT', 'PROFORMA']);
      expect(await numbersOf(of, '?status=approved')).toEqual(['DRAFT']);

      const { body } = await of.get('/invoices/DRAFT');
      expect(body.invoice).toMatchObject({
        number: 'DRAFT',
        general_ledger_id: null,
        movement_id: null,
        creation_method: null,
        approved_by: null,
        billing_run: null,
        customer: { general_ledger_id: null },
        line_items: [{ description: 'Lift', tariff_general_ledger_id: null }],
      });
      for (const path of [
        `/invoices/${foreign.id}`,
        '/invoices/FRGN',
        '/invoices/FRGN/pdf',
        '/invoices/FRGN/csv',
      ])
        expect((await of.get(path)).status).toBe(404);
      const { status, body: file } = await of.get('/invoices/DRAFT/csv');
      expect([status, file]).toEqual([200, expect.stringContaining('Lift')]);
      expect((await of.get('/invoices/DRAFT/pdf')).status).toBe(200);
      for (const filter of [
        'general_ledger_id=GL-1',
        'movement_id=77',
        'creation_method=auto',
        'tariff_id=1',
      ])
        expect((await of.get(`/invoices?${filter}`)).body.code).toBe('filter_not_open');
    },
  );

  it('names of its bill the containers that are billed, and no others', async () => {
    const { name } = await aConsignee(client);
    const bill = await aBill(client, 'M-1');
    for (const number of ['WHAU4142033', 'WHAU4119542'])
      await aContainerInYard(client, { number, bill_of_ladings: [keyOf(bill)] });
    await anInvoice(client, {
      number: 'PRO-1',
      is_proforma: true,
      customer: { customer_type: 'Consignee', name },
      bill_of_lading: keyOf(bill),
      bl_container_numbers: ['WHAU4142033'],
    });
    const of = await limitedTo(client, { type: 'consignee', key: name });
    const { body } = await of.get('/invoices/PRO-1');
    expect(body.invoice.bill_of_lading.containers).toEqual(['WHAU4142033']);
    const { body: whole } = await client.get('/invoices/PRO-1');
    expect(whole.invoice.bill_of_lading.containers).toEqual(['WHAU4119542', 'WHAU4142033']);
  });
});
