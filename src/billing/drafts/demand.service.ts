import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { today } from '../../common/input/times';
import { Json } from '../../common/json';
import { ChargingService } from '../charges/charging.service';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { customerIds } from '../customers/customer-reference';
import { CUSTOMERS } from '../customers/customers';
import { isFinal } from '../invoices/invoice-sql';
import { InvoiceItem } from '../invoices/invoice.view';
import type { AlsoDue } from './draft.view';
import { CHARGE_AHEAD_DAYS } from '../profile/billing-profile.entity';
import { taxRules } from '../previews/customers-of';
import { dayFrom } from '../pricing/local-days';
import { refuseProblems, requireSomething, untilOf } from './demand.rules';
import type { CreateInvoiceDrafts } from './draft.dto';
import {
  documentsOf,
  type Documents,
  type DraftDocument,
  type OpenDraft,
  type StoredDraft,
  withoutCharges,
} from './draft-documents.rules';
import { DraftedSubjects, type Drafted, isPaidBy } from './drafted-subjects';
import { DraftsService } from './drafts.service';
import { DraftWriter } from './draft-writer';
import { IS_OPEN, lockedCharges, type OpenCharge } from './open-charges';

/** The drafts that are made, and those of runs as they are without what these took in. */
interface Found {
  made: Documents;
  rest: Documents;
}

const allOf = (parts: Documents[]): Documents => ({
  documents: parts.flatMap(({ documents }) => documents),
  settled: parts.flatMap(({ settled }) => settled),
  problems: parts.flatMap(({ problems }) => problems),
});
const NOTHING: Found = { made: allOf([]), rest: allOf([]) };

/** Charges something and makes its drafts at once, as a cash desk does. */
@Injectable()
export class DemandService {
  constructor(
    private readonly db: Db,
    private readonly subjects: DraftedSubjects,
    private readonly charging: ChargingService,
    private readonly drafts: DraftsService,
    private readonly writer: DraftWriter,
  ) {}

  /**
   * Who charges one of the subjects at the same time waits, and then finds nothing to invoice.
   * @throws Invalid and Unknown as `DraftedSubjects` does; Refused for a day out of range, a payer or a tax that is
   *   missing, and where nothing is to be invoiced
   */
  async create(input: CreateInvoiceDrafts): Promise<Json> {
    const { is_proforma, leaving } = input;
    const drafted = await this.subjects.of(input);
    const until = untilOf(input.until, today(this.db.actor.time_zone), await this.aheadDays());
    if (is_proforma) await this.db.query(sql`SAVEPOINT proforma`);
    const charged = await this.charging.charge(drafted.keys, {
      until: dayFrom(until),
      interim: true,
      leaving: leaving ?? false,
    });
    if (!drafted.payer) refuseProblems(charged.problems, ['payer_missing']);
    const wanted = charged.subject_ids.length ? this.wanted(charged.subject_ids, drafted) : null;
    const found = wanted ? await this.documents(wanted) : NOTHING;
    const { documents, settled, problems } = found.made;
    refuseProblems(problems, ['tax_missing']);
    requireSomething(documents.length, drafted.label, until);
    // What a pro-forma shows is charged when it is invoiced.
    if (is_proforma) await this.uncharge(documents);
    else documents.push(...found.rest.documents);
    const ids = await this.writer.write(documents, [...settled, ...(is_proforma ? [] : found.rest.settled)], {
      created_during: leaving ? 'gate_out' : 'payment',
      billing_run_id: null,
      is_proforma: is_proforma ?? false,
    });
    const shown = await this.db.pipeline(...ids.map((id) => this.db.showing(InvoiceItem, id)));
    const also_due = wanted ? await this.alsoDue(wanted, ids) : [];
    const invoices = `[${shown.map(({ text }) => text).join(',')}]`;
    return new Json(`{"invoices":${invoices},"also_due":${JSON.stringify(also_due)}}`);
  }

  /**
   * SQL: which charges `c` are wanted: those of these subjects that the customer pays, or those who have to pay before their
   * containers leave; else everybody. Who has it on account does not have to.
   */
  private wanted(subject_ids: number[], { payer, forRelease }: Drafted): Sql {
    const ofSubjects = among('c.subject_id', subject_ids);
    if (payer) return sql`${ofSubjects} AND ${isPaidBy(payer)}`;
    if (!forRelease) return ofSubjects;
    const { organization_id } = this.db.actor;
    return sql`${ofSubjects} AND c.customer_id IN (
        SELECT r.customer_id FROM charges r
        JOIN charge_codes k ON k.organization_id = r.organization_id AND k.id = r.charge_code_id
        WHERE r.organization_id = ${organization_id} AND ${among('r.subject_id', subject_ids)} AND k.release)
      AND NOT EXISTS (
        SELECT FROM billing_accounts a
        WHERE a.organization_id = ${organization_id} AND a.customer_id = c.customer_id AND a.terms = 'credit'
          AND NOT a.blocked)`;
  }

  /**
   * The drafts of all open charges that are wanted, customer by customer, and of those that stand on drafts of runs; and these
   * drafts as they are without them.
   */
  private async documents(wanted: Sql): Promise<Found> {
    const [rules, stored] = await this.db.pipeline(taxRules(this.db), this.runDrafts(wanted));
    const drafts = await this.drafts.withCharges(stored);
    const open = await this.db.run(lockedCharges(this.db, sql`${wanted} AND ${IS_OPEN}`));
    const ofDrafts = await this.wantedIds(wanted, drafts);
    const isTaken = ({ id }: OpenCharge) => ofDrafts.has(id);
    const charges = [...open, ...drafts.flatMap((draft) => draft.charges.filter(isTaken))];
    const customers = [...new Set(charges.map(({ customer_id }) => customer_id))];
    const terms = await this.db.pipeline(...customers.map((id) => this.drafts.terms(id)));
    const parts = customers.map((id, at): Found => {
      const own = charges.filter(({ customer_id }) => customer_id === id);
      const rest = drafts
        .filter((draft) => draft.charges[0]!.customer_id === id)
        .map((draft) => withoutCharges(draft, isTaken, terms[at]!.treatment, rules));
      return { made: documentsOf(own, [], terms[at]!, rules), rest: allOf(rest) };
    });
    return { made: allOf(parts.map(({ made }) => made)), rest: allOf(parts.map(({ rest }) => rest)) };
  }

  /** The drafts of runs that have wanted charges and that nobody approved, locked, in order of their ids. */
  private runDrafts(wanted: Sql): Query<StoredDraft[]> {
    const { organization_id } = this.db.actor;
    return rows<StoredDraft>(sql`
      SELECT i.id, i.currency, i.voyage_id, i.bill_of_lading_id, i.truck_visit_id FROM invoices i
      WHERE i.organization_id = ${organization_id} AND i.id IN (
          SELECT l.invoice_id FROM charges c
          JOIN invoice_lines l ON l.organization_id = c.organization_id AND l.id = c.invoice_line_id
          WHERE c.organization_id = ${organization_id} AND ${wanted})
        AND i.billing_run_id IS NOT NULL AND i.credits_id IS NULL AND NOT i.is_proforma
        AND NOT ${raw(isFinal((column) => `i.${column}`))}
      ORDER BY i.id FOR UPDATE OF i`);
  }

  /** The ids of the charges of these drafts that are wanted. */
  private async wantedIds(wanted: Sql, drafts: OpenDraft[]): Promise<Set<number>> {
    const ids = drafts.flatMap(({ charges }) => charges.map(({ id }) => id));
    if (!ids.length) return new Set();
    const found = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM charges c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', ids)} AND ${wanted}`);
    return new Set(found.map(({ id }) => id));
  }

  /** What else of the wanted charges has to be paid: on other invoices and drafts that are not paid. */
  private async alsoDue(wanted: Sql, made: number[]): Promise<AlsoDue[]> {
    const { organization_id } = this.db.actor;
    const found = await this.db.query<AlsoDue>(sql`
      SELECT i.id, i.number, i.total::text FROM invoices i
      WHERE i.organization_id = ${organization_id} AND i.id IN (
          SELECT l.invoice_id FROM charges c
          JOIN invoice_lines l ON l.organization_id = c.organization_id AND l.id = c.invoice_line_id
          WHERE c.organization_id = ${organization_id} AND ${wanted})
        AND NOT i.paid AND NOT i.is_proforma AND i.total > 0
      ORDER BY i.id`);
    return found.filter(({ id }) => !made.includes(id));
  }

  /** Takes back what was charged since the savepoint. Customers that were first named by it are named anew. */
  private async uncharge(documents: DraftDocument[]): Promise<void> {
    const ids = [...new Set(documents.map((document) => document.customer_id))];
    const rows = await this.db.findAll(BillingCustomer, { id: ids });
    await this.db.query(sql`ROLLBACK TO SAVEPOINT proforma`);
    const companies = rows.map((row) => ({
      type: row.customer_type,
      id: row[CUSTOMERS[row.customer_type].column]!,
    }));
    const named = await customerIds(this.db, companies);
    const known = new Map(rows.map(({ id }, at) => [id, named[at]!]));
    for (const document of documents) document.customer_id = known.get(document.customer_id)!;
  }

  /** How many days ahead the organization charges. */
  private async aheadDays(): Promise<number> {
    const [profile] = await this.db.query<{ days: number }>(sql`
      SELECT charge_ahead_days AS days FROM billing_profiles
      WHERE organization_id = ${this.db.actor.organization_id}`);
    return profile?.days ?? CHARGE_AHEAD_DAYS;
  }
}
