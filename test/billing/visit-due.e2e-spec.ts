import { aPricedStay, HERE } from '../factories/charges';
import { anAccount, anInvoice } from '../factories/billing';
import { aContainerInYard, aGate, aVisitFor, gateOut, pickUp } from '../factories/gate';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('what is due before a truck leaves', () => {
  const service = useService();
  let client: Client;
  let gate: string;
  let consignee: string;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ consignee } = await aPricedStay(client, HERE));
    gate = (await aGate(client)).name;
  });

  /** A container that pays 36.00 for leaving by truck. */
  const inYard = async (fields: object = { consignee }) => {
    const made = await aContainerInYard(client);
    await client.patch(`/containers/${made.id}`, fields);
    return made;
  };
  const visitOf = (...containers: Body[]) =>
    aVisitFor(
      client,
      containers.map(({ number }) => pickUp(number)),
      { gate },
    );
  const due = async (visit: Body) => {
    const { truck_visit, as_of, ...shown } = (await client.get(`/truck_visits/${visit.id}/due`)).body;
    expect([truck_visit, as_of]).toEqual([{ id: visit.id }, expect.any(String)]);
    return shown;
  };
  const pay = async (container: Body) => {
    const { invoices } = await client.create('/invoice_drafts', {
      container_numbers: [container.number],
      leaving: true,
    });
    for (const { id } of invoices) await client.put(`/invoices/${id}`, { invoice: { paid: true } });
  };
  const of = ({ id, number }: Body, amount: string) => ({ container: { id, number }, due: amount });

  it('is summed by payer, container and currency, as previews say it, until it is paid', async () => {
    const [one, two] = [await inYard(), await inYard()];
    const visit = await visitOf(one, two);
    const payer = { customer_type: 'Consignee', id: expect.any(Number), name: consignee };
    expect(await due(visit)).toEqual({
      payers: [
        {
          customer: payer,
          currency: 'EUR',
          containers: [of(one, '36.00'), of(two, '36.00')],
          invoices: [],
          due: '72.00',
        },
      ],
      totals: [{ currency: 'EUR', due: '72.00' }],
      problems: [],
    });
    const { payers } = (await client.get(`/containers/${one.number}/charge_preview`)).body;
    expect(payers).toMatchObject([{ customer: payer, due: '36.00' }]);
    await pay(one);
    expect(await due(visit)).toMatchObject({
      payers: [{ containers: [of(two, '36.00')], due: '36.00' }],
      totals: [{ due: '36.00' }],
    });
    await pay(two);
    expect(await due(visit)).toEqual({ payers: [], totals: [], problems: [] });
  });

  it('is nothing on account, nor of a truck that brings or has left', async () => {
    const container = await inYard();
    const visit = await visitOf(container);
    await anAccount(client, { customer: { customer_type: 'Consignee', name: consignee }, terms: 'credit' });
    expect(await due(visit)).toEqual({ payers: [], totals: [], problems: [] });
    const out = await gateOut(client, visit.truck.license_plate);
    expect(out.status).toBe(200);
    expect(await due(visit)).toEqual({ payers: [], totals: [], problems: [] });
  });

  it('is of nobody where nobody is known who pays, and says what could not be reckoned', async () => {
    const container = await inYard({ consignee: null, shipping_line: null });
    expect(await due(await visitOf(container))).toMatchObject({
      payers: [{ customer: null, containers: [of(container, '36.00')], due: '36.00' }],
      problems: [{ container: { number: container.number }, charge_code: 'GATE', code: 'payer_missing' }],
    });
  });

  it('names an invoice without charges once, though it keeps two containers', async () => {
    const [one, two] = [await inYard(), await inYard()];
    const visit = await visitOf(one, two);
    const invoice = await anInvoice(client, {
      customer: { customer_type: 'Consignee', name: consignee },
      currency: 'EUR',
      line_items: [one, two].map(({ number: container }) => ({ amount: 10, container })),
    });
    await client.put(`/invoices/${invoice.id}`, { invoice: { approved: true } });
    expect((await due(visit)).payers).toMatchObject([{ invoices: [], due: '72.00' }]);
    await client.patch('/organization', { release_needs_payment: true });
    expect((await due(visit)).payers).toMatchObject([
      { invoices: [{ id: invoice.id, number: invoice.number, due: '20.00' }], due: '92.00' },
    ]);
  });

  it('is not there for a visit that is not, nor of another organization', async () => {
    const visit = await visitOf(await inYard());
    expect((await client.get('/truck_visits/0/due')).status).toBe(404);
    const other = await service.current.organization();
    expect((await other.get(`/truck_visits/${visit.id}/due`)).status).toBe(404);
  });
});
