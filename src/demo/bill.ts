import { KnownTokens } from '../common/auth/known-tokens';
import type { Db } from '../common/database/db';
import type { Columns } from '../common/schema/columns';
import { Consignee } from '../parties/consignees/consignee.entity';
import { ShippingLine } from '../parties/shipping-lines/shipping-line.entity';
import { ChargingService } from '../billing/charges/charging.service';
import { CreditsService } from '../billing/drafts/credits.service';
import { DraftsService } from '../billing/drafts/drafts.service';
import { DraftWriter } from '../billing/drafts/draft-writer';
import { Recharges } from '../billing/drafts/recharges';
import { Invoice } from '../billing/invoices/invoice.entity';
import { InvoicesService } from '../billing/invoices/invoices.service';
import { Numbering } from '../billing/invoices/numbering';
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
  email: 'invoices@harbour.example',
  phone: '+31 118 000 100',
  iban: 'NL91ABNA0417164300',
  bic: 'ABNANL2A',
  calendar: 'NL 2026',
};

/** The run is worked off where it is started. */
const NO_WORKER = { wake: () => undefined };

/**
 * Bills the demonstration as its clerks do: charges what happened until a day, makes drafts, approves one of them, notes
 * that another one was paid, and credits a third. The others stay drafts. Runs in the scope of a transaction.
 * @param until a date, the last day that is charged
 */
export async function billDemo(db: Db, until: string): Promise<void> {
  const writer = new DraftWriter(db);
  const invoices = new InvoicesService(db, new Numbering(db));
  const credits = new CreditsService(db, writer, new Recharges(db));
  await new BillingProfileService(db, new KnownTokens()).update(SELLER);
  const billing_run_id = await run(
    db,
    new RunSteps(db, new ChargingService(db), new DraftsService(db, writer)),
    until,
  );

  const line = await db.find(ShippingLine, { code: 'WHA' });
  const [payer, other] = await Promise.all(
    ['Kade Interiors', 'Lowland Fresh Produce'].map((name) => db.find(Consignee, { name })),
  );
  const approve = async (customer: Partial<Columns<Invoice>>) => {
    const [draft] = await db.findAll(Invoice, { ...customer, billing_run_id });
    await invoices.update(String(draft!.id), { approved: true });
    return String(draft!.id);
  };
  await approve({ shipping_line_id: line!.id });
  await invoices.update(await approve({ consignee_id: payer!.id }), { paid: true });
  const credited = await approve({ consignee_id: other!.id });
  await credits.credit(credited, { reason: 'The drums are charged to their forwarder' });
  const [note] = await db.findAll(Invoice, { consignee_id: other!.id, document_type: 'credit_note' });
  await invoices.update(String(note!.id), { approved: true });
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
