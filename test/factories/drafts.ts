import { DateTime } from 'luxon';
import type { RunDrafted } from '../../src/billing/drafts/drafting';
import { DraftsService } from '../../src/billing/drafts/drafts.service';
import type { Client } from '../setup/client';
import { aChargeCode, anOrder, aRate, aTariff, aTax, aTaxRule } from './billing';
import { inTransaction } from './charges';
import { aContainerInYard } from './gate';
import { aConsignee } from './parties';
import { type Body, next } from './record';

/** The date in Amsterdam, so many days ahead: around midnight it is another one than in UTC. */
export const dayInAmsterdam = (ahead = 0): string =>
  DateTime.now().setZone('Europe/Amsterdam').plus({ days: ahead }).toISODate()!;

/** The tax of 21 % on standard codes of domestic customers. */
export async function taxed(client: Client): Promise<void> {
  await aTax(client, { code: 'NL21', percentages: [{ percent: '21.00', valid_from: '2012-10-01' }] });
  await aTaxRule(client, { tax: 'NL21', tax_class: 'standard', treatment: 'domestic' });
}

/** A published tariff by which an order of the code `WORK` costs so much. */
export async function aPriceOfWork(client: Client, amount = '10.02', code = 'WORK'): Promise<void> {
  await aChargeCode(client, { code, name: 'Work', measure: 'service_order' });
  const { name } = await aTariff(client, { name: `Work ${next()}`, valid_from: '2026-01-01' });
  await aRate(client, { tariff: name, charge_code: code, amount });
  await client.post(`/tariffs/${name}/publish`, { retroactive: true });
}

/** Orders of work for a container of its own, done, that a consignee pays. */
export async function workDone(
  client: Client,
  { orders = 1, container, customer, code = 'WORK', ...more }: Body = {},
): Promise<{ container: string; customer: object | null }> {
  const number: string = container ?? (await aContainerInYard(client)).number;
  const payer: object | null =
    customer === undefined ? { customer_type: 'Consignee', name: (await aConsignee(client)).name } : customer;
  for (let n = 0; n < orders; n++) {
    const order = await anOrder(client, { charge_code: code, container: number, ordered_by: payer, ...more });
    await client.post(`/service_orders/${order.number}/complete`, {});
  }
  return { container: number, customer: payer };
}

/** The drafts of a container on demand. */
export const draftsOf = async (client: Client, container: string, more: object = {}): Promise<Body[]> =>
  (await client.create('/invoice_drafts', { container_numbers: [container], ...more })).invoices;

/** A draft of so many orders of work. */
export async function aDraft(client: Client, more: Body = {}): Promise<Body> {
  const { container } = await workDone(client, more);
  const [draft] = await draftsOf(client, container);
  return draft!;
}

/** What a run does in its second phase, for all customers. */
export async function draftRun(client: Client, run: number): Promise<RunDrafted[]> {
  const drafts = client.service.app.get(DraftsService, { strict: false });
  const customers: number[] = [];
  for (;;) {
    const next = await inTransaction(client, () => drafts.nextCustomer(customers.at(-1) ?? 0));
    if (next === undefined) break;
    customers.push(next);
  }
  const drafted: RunDrafted[] = [];
  for (const customer of customers)
    for (let after: number | null = 0; after !== null;) {
      const requested = { run, customer, after };
      const found: RunDrafted = await inTransaction(client, () => drafts.ofRun(requested));
      drafted.push(found);
      after = found.next;
    }
  return drafted;
}

/** A billing run that is over, to make drafts of. */
export async function aRun(client: Client): Promise<number> {
  const [run] = await client.service.query<{ id: number }>(
    `INSERT INTO billing_runs (organization_id, number, until, status, phase)
     SELECT $1, coalesce(max(number), 0) + 1, '2026-03-31', 'completed', 'over' FROM billing_runs
     WHERE organization_id = $1 RETURNING id`,
    [client.organization_id],
  );
  return run!.id;
}
