import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { today } from '../../common/input/times';
import { Json } from '../../common/json';
import { ChargingService } from '../charges/charging.service';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { customerIds } from '../customers/customer-reference';
import { CUSTOMERS } from '../customers/customers';
import { InvoiceItem } from '../invoices/invoice.view';
import { CHARGE_AHEAD_DAYS } from '../profile/billing-profile.entity';
import { taxRules } from '../previews/customers-of';
import { dayFrom } from '../pricing/local-days';
import { refuseProblems, requireSomething, untilOf } from './demand.rules';
import type { CreateInvoiceDrafts } from './draft.dto';
import { documentsOf, type Documents, type DraftDocument } from './draft-documents.rules';
import { DraftedSubjects, type Drafted } from './drafted-subjects';
import { DraftsService } from './drafts.service';
import { DraftWriter } from './draft-writer';
import { IS_OPEN, lockedCharges } from './open-charges';

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
    if (drafted.customer_id === undefined) refuseProblems(charged.problems, ['payer_missing']);
    const { documents, settled, problems } = await this.documents(charged.subject_ids, drafted);
    refuseProblems(problems, ['tax_missing']);
    requireSomething(documents.length, drafted.label, until);
    // What a pro-forma shows is charged when it is invoiced.
    if (is_proforma) await this.uncharge(documents);
    const ids = await this.writer.write(documents, settled, {
      created_during: leaving ? 'gate_out' : 'payment',
      billing_run_id: null,
      is_proforma: is_proforma ?? false,
    });
    const shown = await this.db.pipeline(...ids.map((id) => this.db.showing(InvoiceItem, id)));
    return new Json(`[${shown.map(({ text }) => text).join(',')}]`);
  }

  /** The drafts of all open charges of these subjects, customer by customer. */
  private async documents(subject_ids: number[], { customer_id }: Drafted): Promise<Documents> {
    const all: Documents = { documents: [], settled: [], problems: [] };
    if (!subject_ids.length) return all;
    const only = customer_id === undefined ? empty : sql`AND c.customer_id = ${customer_id}`;
    const [rules, open] = await this.db.pipeline(
      taxRules(this.db),
      lockedCharges(this.db, sql`${among('c.subject_id', subject_ids)} AND ${IS_OPEN} ${only}`),
    );
    const customers = [...new Set(open.map((charge) => charge.customer_id))];
    const terms = await this.db.pipeline(...customers.map((id) => this.drafts.terms(id)));
    customers.forEach((id, at) => {
      const own = open.filter((charge) => charge.customer_id === id);
      const found = documentsOf(own, [], terms[at]!, rules);
      all.documents.push(...found.documents);
      all.settled.push(...found.settled);
      all.problems.push(...found.problems);
    });
    return all;
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
