import { anInvoice } from '../../factories/billing';
import { aConsignee } from '../../factories/parties';
import type { Body } from '../../factories/record';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { dice } from './month/plan';

const STEPS = Number(process.env.STEPS ?? 400);
const cents = (text: string) => Math.round(Number(text) * 100);
const text = (amount: number) => (amount / 100).toFixed(2);

/** What a document has open, in cents and above 0, reckoned by adding and subtracting alone. */
interface Reckoned {
  id: number;
  total: number;
  open: number;
  isNote: boolean;
}
interface ReckonedPayment {
  id: number;
  left: number;
  on: Map<number, number>;
  reversed: boolean;
}

describe('a random walk of invoices, credit notes, payments and reversals', () => {
  const service = useService();

  it.each([1, 2, 3])('equals a reckoning that adds and subtracts (%i)', async (seed) => {
    const client: Client = await service.current.organization();
    const customer = { customer_type: 'Consignee', name: (await aConsignee(client)).name };
    const roll = dice(seed);
    const upTo = (most: number) => roll(most);
    const documents: Reckoned[] = [];
    const payments: ReckonedPayment[] = [];
    const pick = <T>(list: T[]): T | undefined => list[upTo(Math.max(1, list.length))];
    const bills = () => documents.filter(({ isNote }) => !isNote);
    const document = (id: number) => documents.find((each) => each.id === id)!;
    const approve = (id: number) => client.put(`/invoices/${id}`, { invoice: { approved: true } });

    /** Distributes an amount over invoices as the interface says it. */
    const spread = (amount: number, to: Reckoned[]): Map<number, number> => {
      const given = new Map<number, number>();
      for (const each of to) {
        const part = Math.min(amount, each.open);
        if (part) given.set(each.id, part);
        each.open -= part;
        amount -= part;
      }
      return given;
    };
    const sumOf = (given: Map<number, number>) => [...given.values()].reduce((all, each) => all + each, 0);
    const named = (to: Reckoned[]) => to.map(({ id }) => ({ invoice: String(id) }));
    const some = (): Reckoned[] => [...new Set([pick(bills()), pick(bills())])].flatMap((each) => each ?? []);

    const moves: (() => Promise<void>)[] = [
      async () => {
        const amount = 1 + upTo(20_000);
        const line_items = [{ amount: amount / 100 }];
        const { id } = await anInvoice(client, { customer, currency: 'EUR', line_items });
        await approve(id);
        documents.push({ id, total: amount, open: amount, isNote: false });
      },
      async () => {
        const amount = 1 + upTo(15_000);
        const to = some();
        const { payment } = await client.create('/payments', {
          customer,
          amount: text(amount),
          currency: 'EUR',
          way: 'card',
          invoices: named(to),
        });
        const on = spread(amount, to);
        payments.push({ id: payment.id, left: amount - sumOf(on), on, reversed: false });
      },
      async () => {
        const payment = pick(payments.filter(({ reversed, left }) => !reversed && left > 0));
        if (!payment) return;
        const to = some();
        const answer = await client.post(`/payments/${payment.id}/allocate`, { invoices: named(to) });
        expect(answer.status).toBe(200);
        const given = spread(payment.left, to);
        for (const [id, part] of given) payment.on.set(id, part + (payment.on.get(id) ?? 0));
        payment.left -= sumOf(given);
      },
      async () => {
        const payment = pick(payments.filter(({ on }) => on.size));
        const id = payment && pick([...payment.on.keys()]);
        if (!payment || id === undefined) return;
        const answer = await client.post(`/payments/${payment.id}/deallocate`, {
          invoice: String(id),
          reason: 'X',
        });
        expect(answer.status).toBe(200);
        document(id).open += payment.on.get(id)!;
        payment.left += payment.on.get(id)!;
        payment.on.delete(id);
      },
      async () => {
        const payment = pick(payments.filter(({ reversed }) => !reversed));
        if (!payment || roll(2) === 0) return;
        expect((await client.post(`/payments/${payment.id}/reverse`, { reason: 'X' })).status).toBe(200);
        for (const [id, part] of payment.on) document(id).open += part;
        Object.assign(payment, { left: 0, on: new Map(), reversed: true });
      },
      async () => {
        const bill = pick(bills());
        if (!bill) return;
        const answer = await client.post(`/invoices/${bill.id}/credit`, { reason: 'X' });
        if (answer.status !== 201) return;
        const { id, total } = answer.body.invoice;
        await approve(id);
        const note = { id, total: -cents(total), open: -cents(total), isNote: true };
        note.open -= sumOf(spread(note.open, [bill]));
        documents.push(note);
      },
      async () => {
        const note = pick(documents.filter(({ isNote, open }) => isNote && open > 0));
        if (!note) return;
        const to = some();
        const answer = await client.post(`/invoices/${note.id}/apply`, { invoices: named(to) });
        expect(answer.status).toBe(200);
        note.open -= sumOf(spread(note.open, to));
      },
      async () => {
        const note = pick(documents.filter(({ isNote, open }) => isNote && open > 0));
        if (!note) return;
        const amount = 1 + upTo(note.open);
        const { payment } = await client.create('/payments', {
          customer,
          amount: text(amount),
          way: 'transfer',
          refunds: String(note.id),
        });
        note.open -= amount;
        payments.push({ id: payment.id, left: 0, on: new Map([[note.id, amount]]), reversed: false });
      },
      async () => {
        const bill = pick(bills());
        if (!bill) return;
        const before = bill.open;
        const answer = await client.put(`/invoices/${bill.id}`, { invoice: { paid: true } });
        expect(answer.body.invoice.paid).toBe(true);
        bill.open = 0;
        if (!before) return;
        const [made] = (await client.get('/payments?page=last&per=1')).body.payments;
        payments.push({ id: made.id, left: 0, on: new Map([[bill.id, before]]), reversed: false });
      },
    ];
    // refunds are taken back as a whole only
    const deallocates = moves[3]!;
    moves[3] = async () => {
      const refunds = payments.filter(({ on }) => [...on.keys()].some((id) => document(id).isNote));
      const kept = refunds.map(({ on }) => on);
      refunds.forEach((each) => (each.on = new Map()));
      await deallocates();
      refunds.forEach((each, at) => (each.on = kept[at]!));
    };

    for (let step = 0; step < STEPS; step++) await pick(moves)!();

    const all = async (path: string, list: string): Promise<Body[]> => {
      const found: Body[] = [];
      for (let page = 1; ; page++) {
        const { body } = await client.get(`/${path}?per=100&page=${page}`);
        found.push(...body[list]);
        if (body[list].length < 100) return found;
      }
    };
    const shown = (await all('invoices', 'invoices')).map(({ id, amount_open, paid }) => [
      id,
      Math.abs(cents(amount_open)),
      paid,
    ]);
    expect(shown).toEqual(
      documents
        .map(({ id, open, isNote }) => [id, open, !isNote && open === 0])
        .sort((a, b) => +a[0]! - +b[0]!),
    );
    const listed = await all('payments', 'payments');
    expect(listed.map(({ id, unallocated }) => [id, cents(unallocated)])).toEqual(
      payments.map(({ id, left }) => [id, left]),
    );
    const numbers = listed.map(({ number }) => Number(number.slice(-6)));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });
});
