import { anInvoice, aTax, aTaxRule } from '../factories/billing';
import { aPricedStay, HERE } from '../factories/charges';
import { aContainerInYard, aGate, aVisitFor, gateOut, pickUp } from '../factories/gate';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('a part payment of an invoice', () => {
  const service = useService();
  let client: Client;
  let customer: object;
  let consignee: string;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    ({ consignee } = await aPricedStay(client, HERE));
    customer = { customer_type: 'Consignee', name: consignee };
    const { code } = await aTax(client, { code: 'NL21' });
    await aTaxRule(client, { tax_class: 'standard', tax: code });
    await client.patch('/billing_profile', { release_needs_charges: true });
  });

  /** A container that pays 36.00, with taxes 43.56, for leaving by truck. */
  const inYard = async () => {
    const made = await aContainerInYard(client);
    await client.patch(`/containers/${made.id}`, { consignee });
    return made;
  };
  const approved = async (body: object) => {
    const { invoices } = await client.create('/invoice_drafts', { leaving: true, ...body });
    await client.put(`/invoices/${invoices[0].id}`, { invoice: { approved: true } });
    return (await client.get(`/invoices/${invoices[0].id}`)).body.invoice;
  };
  const pay = async (amount: string, ...invoices: object[]) => {
    const { status, body } = await client.post('/payments', { customer, amount, way: 'transfer', invoices });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.payment;
  };
  const available = async ({ number }: Body) =>
    (await client.get(`/containers/${number}/availability`)).body.available;
  const leaving = async () =>
    (await client.get('/containers?may_leave=true')).body.containers.map(({ number }: Body) => number);

  it('releases the container whose lines it pays, at the gate, for availability, lists and obstacles', async () => {
    const [one, two] = [await inYard(), await inYard()];
    const invoice = await approved({ container_numbers: [one.number, two.number] });
    expect(invoice.total).toBe('87.12');
    const visit = await aVisitFor(client, [pickUp(one.number), pickUp(two.number)], {
      gate: (await aGate(client)).name,
    });
    const due = async () => (await client.get(`/truck_visits/${visit.id}/due`)).body;
    expect((await due()).totals).toEqual([{ currency: 'EUR', due: '87.12' }]);

    const first = await pay('43.55', { invoice: invoice.number });
    expect([await available(one), await available(two)]).toEqual([false, false]);
    expect((await due()).totals).toEqual([{ currency: 'EUR', due: '43.57' }]);
    await client.post(`/payments/${first.id}/reverse`, { reason: 'Bounced cheque' });

    await pay('43.56', { invoice: invoice.number, container: two.number });
    expect([await available(one), await available(two)]).toEqual([false, true]);
    expect(await leaving()).toEqual([two.number]);
    expect((await due()).payers).toMatchObject([
      { containers: [{ container: { id: one.id } }], due: '43.56' },
    ]);
    const obstacles = await client.get(`/truck_visits/${visit.id}/obstacles`);
    expect(obstacles.body.reasons.map(({ container }: Body) => container.number)).toEqual([one.number]);
    const refused = await gateOut(client, visit.truck.license_plate);
    expect(refused.body.error).toMatch(new RegExp(`has charges to be paid: ${one.number}$`));

    await pay('43.56', { invoice: invoice.number });
    expect((await due()).payers).toEqual([]);
    expect((await gateOut(client, visit.truck.license_plate)).status).toBe(200);
  });

  it('settles storage by whole units, and previews say until when', async () => {
    const number = 'WHAU4142033';
    // 36.00 for leaving, and storage of 50.00 a day from 10 to 12 March
    const invoice = await approved({ container_numbers: [number], until: '2026-03-12' });
    expect(invoice.total).toBe('225.06');
    const preview = async () =>
      (await client.get(`/containers/${number}/charge_preview?at=2026-03-12T12:00:00Z`)).body;
    const shown = async () => {
      const { payers, paid_through } = await preview();
      const items = payers[0].items.map(({ status, total }: Body) => `${total} ${status}`);
      return { items, paid: payers[0].paid, due: payers[0].due, paid_through };
    };
    const gate = { invoice: invoice.number };
    await pay('104.06', gate);
    expect(await shown()).toEqual({
      items: ['36.00 paid', '50.00 paid', '100.00 invoiced'],
      paid: '104.06',
      due: '121.00',
      paid_through: '2026-03-10',
    });
    await pay('60.49', gate);
    expect(await shown()).toMatchObject({ due: '60.51', paid_through: '2026-03-10' });
    await pay('0.01', gate);
    expect(await shown()).toMatchObject({ due: '60.50', paid_through: '2026-03-11' });
    await pay('60.50', gate);
    expect(await shown()).toMatchObject({ due: '0.00', paid_through: '2026-03-12' });
  });

  it('releases nothing more where release needs payment, which queries whole invoices', async () => {
    await client.patch('/organization', { release_needs_payment: true });
    const [one, two] = [await inYard(), await inYard()];
    const invoice = await approved({ container_numbers: [one.number, two.number] });
    await pay('43.56', { invoice: invoice.number, container: one.number });
    expect(await available(one)).toBe(false);
    await pay('43.56', { invoice: invoice.number });
    expect([await available(one), await available(two)]).toEqual([true, true]);
  });

  it('leaves what is open of an invoice without charges due', async () => {
    await client.patch('/organization', { release_needs_payment: true });
    const one = await inYard();
    const made = await anInvoice(client, {
      customer,
      currency: 'EUR',
      line_items: [{ amount: 10, container: one.number }],
    });
    await client.put(`/invoices/${made.id}`, { invoice: { approved: true } });
    await pay('4.00', { invoice: made.number });
    const visit = await aVisitFor(client, [pickUp(one.number)], { gate: (await aGate(client)).name });
    const { payers } = (await client.get(`/truck_visits/${visit.id}/due`)).body;
    expect(payers[0].invoices).toEqual([{ id: made.id, number: made.number, due: '6.00' }]);
  });

  it('counts a credit of another invoice that is applied to it as it counts money', async () => {
    const [one, two] = [await inYard(), await inYard()];
    const paid = await approved({ container_numbers: [one.number] });
    await pay('43.56', { invoice: paid.number });
    const credit = await client.post(`/invoices/${paid.id}/credit`, { reason: 'Sorry' });
    const note = credit.body.invoice ?? credit.body;
    expect([credit.status, note.document_type]).toEqual([201, 'credit_note']);
    await client.put(`/invoices/${note.id}`, { invoice: { approved: true } });
    const other = await approved({ container_numbers: [two.number] });
    expect(await available(two)).toBe(false);
    const applied = await client.post(`/invoices/${note.id}/apply`, {
      invoices: [{ invoice: other.number, amount: '43.56' }],
    });
    expect(applied.status).toBe(200);
    expect(await available(two)).toBe(true);
  });
});
