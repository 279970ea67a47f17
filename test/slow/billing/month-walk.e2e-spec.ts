import type { Body } from '../../factories/record';
import { aRun } from '../../factories/runs';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { dice, planned } from './month/plan';
import { type Costs, reckoned } from './month/reckon';
import { euros } from './month/tariff';
import { Terminal } from './month/terminal';

/** Midnight in Amsterdam before a day of March, 32 for the 1 April; the clock changes on the 29th. */
const before = (day: number) => Date.UTC(2026, 2, day) - (day > 29 ? 2 : 1) * 3_600_000;
const BOXES = Number(process.env.BOXES ?? 250);
const cents = (text: string) => Math.round(Number(text) * 100);

describe('a month of a terminal that is played over HTTP', () => {
  const service = useService();
  let client: Client;
  let terminal: Terminal;
  let expected: Costs;

  const all = async (path: string, list: string): Promise<Body[]> => {
    const found: Body[] = [];
    for (let page = 1; ; page++) {
      const { body } = await client.get(`${path}per=100&page=${page}`);
      found.push(...body[list]);
      if (body[list].length < 100) return found;
    }
  };
  const invoices = (query = '') => all(`/invoices?${query}`, 'invoices');

  /** Runs until a day, and approves what it drafted. */
  const runUntil = async (until: string) => {
    const run = await aRun(client, { until, interim: true, invoice: true });
    expect(run).toMatchObject({ status: 'completed', problems: 0 });
    const ids = (await invoices('status=draft&')).map(({ id }) => id);
    if (ids.length) expect((await client.post('/invoices/approve', { ids })).status).toBe(200);
    return run;
  };

  /** Credits an invoice of a customer: the first line, or all of it. Returns how much of it. */
  const credit = async (name: string, body: object): Promise<number> => {
    const [invoice] = (await invoices()).filter(
      ({ customer, document_type }) => customer.name === name && document_type === 'invoice',
    );
    const { invoice: note } = await client.create(`/invoices/${invoice!.id}/credit`, {
      reason: 'A complaint',
      ...body,
    });
    await client.post('/invoices/approve', { ids: [note.id] });
    return cents(note.subtotal);
  };

  /** What was charged, as it is reckoned: net, by what it is for, payer and price. */
  const charged = async () => {
    const net: Costs = new Map();
    const charges = await all('/charges?', 'charges');
    for (const { kind, container, subject, charge_code, customer, amount, quantity, total } of charges) {
      if (kind === 'waiver') continue;
      const key = `${container?.number ?? subject.key} ${charge_code} ${customer.name} ${cents(amount)}`;
      const sum = net.get(key) ?? { quantity: 0, cents: 0 };
      net.set(key, { quantity: sum.quantity + quantity, cents: sum.cents + cents(total) });
    }
    const rows = [...net].filter(([, { quantity, cents }]) => Math.abs(quantity) > 1e-9 || cents);
    return { charges, rows: shown(new Map(rows)) };
  };
  const shown = (costs: Costs) =>
    [...costs].map(([key, { quantity, cents }]) => `${key}: ${quantity.toFixed(3)} ${euros(cents)}`).sort();

  let waived: number;

  beforeAll(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
    terminal = new Terminal(client, planned(dice(53), BOXES));
    expected = reckoned(terminal.plan, before(32));
    await terminal.begin();
    await terminal.play(0, before(11));
    await runUntil('2026-03-10');
    await terminal.play(before(11), before(21));
    await runUntil('2026-03-20');
    waived = await credit('Account', { lines: [{ line_item: 1, quantity: 1 }] });
    // the last run charges what is right, so that this changes nothing
    await credit('Agreed', { charges: 'recharge' });
    await terminal.play(before(21), before(32));
    await runUntil('2026-03-31');
  }, 600_000);

  it('charges everything once, to who pays it, at its price', async () => {
    const { charges, rows } = await charged();
    expect(rows).toEqual(shown(expected));
    expect(charges.filter(({ status }) => ['open', 'draft'].includes(status))).toEqual([]);
  });

  it('makes documents whose lines, charges, taxes and totals agree, numbered without gaps', async () => {
    const { charges } = await charged();
    const documents = await invoices();
    for (const { id, number, line_items, subtotal, taxes_and_fees, total } of documents) {
      const lines = line_items.reduce((sum: number, line: Body) => sum + cents(line.total), 0);
      const own = charges.filter(({ invoice }) => invoice?.id === id);
      const ofCharges = own.reduce((sum, each) => sum + cents(each.total), 0);
      const tax = Math.sign(lines) * Math.round((Math.abs(lines) * 21) / 100);
      expect([number, subtotal, ofCharges, taxes_and_fees, total]).toEqual([
        number,
        euros(lines),
        lines,
        euros(tax),
        euros(lines + tax),
      ]);
    }
    for (const type of ['INV', 'CN']) {
      const numbers = documents.map(({ number }) => number as string).filter((each) => each.startsWith(type));
      const counted = numbers.map((number) => Number(number.slice(-6))).sort((a, b) => a - b);
      expect(counted).toEqual(numbers.map((_, n) => n + 1));
    }
  });

  it('has in the ledger of each customer what its cargo cost, less what was credited for good', async () => {
    const ledger: Record<string, number> = {};
    for (const { customer, subtotal } of await invoices())
      ledger[customer.name] = (ledger[customer.name] ?? 0) + cents(subtotal);
    const sums: Record<string, number> = {};
    for (const [key, { cents }] of expected) {
      const payer = key.split(' ')[2]!;
      sums[payer] = (sums[payer] ?? 0) + cents;
    }
    expect(ledger).toEqual({ ...sums, Account: sums.Account! + waived });
  });

  it('finds nothing to do in another run', async () => {
    expect(await runUntil('2026-03-31')).toMatchObject({ charges: 0, adjustments: 0, invoices: 0 });
  });
});
