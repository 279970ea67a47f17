import sql from 'sql-template-tag';
import { KnownTokens } from '../common/auth/known-tokens';
import type { Db } from '../common/database/db';
import { Outbox } from '../common/mail/outbox.service';
import type { Columns } from '../common/schema/columns';
import { Consignee } from '../parties/consignees/consignee.entity';
import { ShippingLine } from '../parties/shipping-lines/shipping-line.entity';
import { ChargingService } from '../billing/charges/charging.service';
import { CreditsService } from '../billing/drafts/credits.service';
import { DraftsService } from '../billing/drafts/drafts.service';
import { DraftWriter } from '../billing/drafts/draft-writer';
import { Recharges } from '../billing/drafts/recharges';
import { InvoiceMailsService } from '../billing/documents/invoice-mails.service';
import { Invoice } from '../billing/invoices/invoice.entity';
import { Numbering } from '../billing/invoices/numbering';
import { CreditNotesService } from '../billing/payments/credit-notes.service';
import { InvoiceStatusService } from '../billing/payments/invoice-status.service';
import { PaymentsService } from '../billing/payments/payments.service';
import { PaymentWriter } from '../billing/payments/payment-writer';
import { TillsService } from '../billing/tills/tills.service';
import { Exact, money } from '../billing/money';
import { BillingProfileService } from '../billing/profile/billing-profile.service';
import { BillingRunsService } from '../billing/runs/billing-runs.service';
import { BillingRun } from '../billing/runs/billing-run.entity';
import { MOST_SUBJECTS, RunSteps } from '../billing/runs/run-steps.service';

const SELLER = {
  name: 'Harbour Demo B.V.',
  street: 'Kaaiweg 1',
  postal_code: '4389 PA',
  city: 'Vlissingen',
  country: 'NL',
  vat_number: 'NL000000001B01',
  registration_number: '00000001',
  registration_scheme: '0106',
  email: 'invoices@harbour.example',
  phone: '+31 118 000 100',
  iban: 'NL91ABNA0417164300',
  bic: 'ABNANL2A',
  endpoint_scheme: '0106',
  endpoint_id: '00000001',
  calendar: 'NL 2026',
};

/** The run is worked off where it is started. */
const NO_WORKER = { wake: () => undefined };

/**
 * Has PostgreSQL count what this transaction has written. Until then its plans are for the organizations that it knows, such as a
 * demonstration that is loaded anew, and join each row of the new one with each.
 */
const count = (db: Db) =>
  db.query(
    sql`ANALYZE charges, charge_subjects, container_movements, container_stays, containers, invoices, invoice_lines, service_orders`,
  );

/**
 * Bills the demonstration as its clerks do: charges what happened until a day, makes drafts, approves some of them, takes
 * what pays one in part and another one at a till, and credits a third, and sends these by mail. The others stay drafts. Runs in the scope of a transaction.
 * @param until a date, the last day that is charged
 */
export async function billDemo(db: Db, until: string): Promise<void> {
  const writer = new DraftWriter(db);
  const numbering = new Numbering(db);
  const payments = new PaymentsService(db, new PaymentWriter(db, numbering));
  const invoices = new InvoiceStatusService(db, numbering, payments, new CreditNotesService(db));
  const tills = new TillsService(db, numbering);
  const credits = new CreditsService(db, writer, new Recharges(db));
  await new BillingProfileService(db, new KnownTokens()).update(SELLER);
  await count(db);
  const billing_run_id = await run(
    db,
    new RunSteps(db, new ChargingService(db), new DraftsService(db, writer)),
    until,
  );

  await count(db);
  const line = await db.find(ShippingLine, { code: 'WHA' });
  const [payer, other] = await Promise.all(
    ['Kade Interiors', 'Lowland Fresh Produce'].map((name) => db.find(Consignee, { name })),
  );
  const approve = async (customer: Partial<Columns<Invoice>>) => {
    const [draft] = await db.findAll(Invoice, { ...customer, billing_run_id });
    await invoices.update(String(draft!.id), { approved: true });
    return String(draft!.id);
  };
  const approved = async (customer: Partial<Columns<Invoice>>) =>
    (await db.find(Invoice, { id: Number(await approve(customer)) }))!;
  // the line pays a part, and the consignee all of it at a desk
  const ofLine = await approved({ shipping_line_id: line!.id });
  await payments.create({
    customer: { customer_type: 'ShippingLine', code: 'WHA' },
    amount: money(new Exact(ofLine.total).times(0.4), ofLine.currency),
    way: 'transfer',
    reference: 'First instalment',
    invoices: [{ invoice: ofLine.number }],
  });
  const bill = await approved({ consignee_id: payer!.id });
  await tills.open('Desk 1', { float: '150.00' });
  await payments.create({
    customer: { customer_type: 'Consignee', name: 'Kade Interiors' },
    amount: bill.total,
    way: 'card',
    till: 'Desk 1',
    invoices: [{ invoice: bill.number }],
  });
  await tills.close('Desk 1', { counted: { cash: '150.00', card: bill.total } });
  const credited = await approve({ consignee_id: other!.id });
  await credits.credit(credited, { reason: 'The drums are charged to their forwarder' });
  const [note] = await db.findAll(Invoice, { consignee_id: other!.id, document_type: 'credit_note' });
  await invoices.update(String(note!.id), { approved: true });
  // the demonstration writes to nobody, also where a server of mails is set up
  const mails = new InvoiceMailsService(db, new Outbox(db, {}));
  await mails.send(ofLine.number, { to: ['accounts@westhaven.example'] });
  await mails.send(bill.number, {
    to: ['accounts@kade-interiors.example'],
    message: 'Thank you for your payment at our desk.',
  });
  await mails.send(String(note!.id), { to: ['accounts@lowland-fresh.example'] });
}

/** Starts a run and works it off. Returns its id. */
async function run(db: Db, steps: RunSteps, until: string): Promise<number> {
  await new BillingRunsService(db, NO_WORKER, steps).create({ until });
  const { id } = (await db.find(BillingRun, { status: 'running' }))!;
  const { organization_id } = db.actor;
  const held = { organization_id, id, claim: 0, limit: MOST_SUBJECTS, alone: 0 };
  while (await steps.next(held));
  return id;
}
