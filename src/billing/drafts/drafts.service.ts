import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { type Query, row, rows } from '../../common/database/sql/query';
import { isFinal } from '../invoices/invoice-sql';
import { taxRules } from '../previews/customers-of';
import { isOfCustomer } from '../customers/customer-row';
import {
  documentsOf,
  draftsFor,
  type DraftTerms,
  type OpenDraft,
  type StoredDraft,
} from './draft-documents.rules';
import { DraftWriter } from './draft-writer';
import type { RunDrafted, RunDrafting } from './drafting';
import { IS_OPEN, lockedCharges } from './open-charges';

/** The most charges that are put on drafts in one transaction. */
const MOST_CHARGES = 5_000;

/** Makes drafts of the open charges of customers, for runs. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly db: Db,
    private readonly writer: DraftWriter,
  ) {}

  /** The id in billing_customers of the next customer with open charges behind an id. */
  async nextCustomer(after: number): Promise<number | undefined> {
    const { organization_id } = this.db.actor;
    const [found] = await this.db.query<{ customer_id: number }>(sql`
      SELECT c.customer_id FROM charges c
      WHERE c.organization_id = ${organization_id} AND c.customer_id > ${after} AND ${IS_OPEN}
      ORDER BY c.customer_id LIMIT 1`);
    return found?.customer_id;
  }

  /**
   * Makes the drafts of a part of the open charges of a customer, within the running transaction. The newest draft of a
   * run that is still one takes in what belongs on it. Locks these drafts, then the charges.
   */
  async ofRun({ run, customer, after }: RunDrafting): Promise<RunDrafted> {
    const [terms, rules, drafts] = await this.db.pipeline(
      this.terms(customer),
      taxRules(this.db),
      this.openDrafts(customer),
    );
    const open = await this.db.run(
      lockedCharges(
        this.db,
        sql`c.customer_id = ${customer} AND c.id > ${after} AND ${IS_OPEN}`,
        MOST_CHARGES,
      ),
    );
    const stored = await this.withCharges(draftsFor(open, drafts, terms.group_by));
    const { documents, settled, problems } = documentsOf(open, stored, terms, rules);
    const made = await this.writer.write(documents, settled, { created_during: 'run', billing_run_id: run });
    return {
      invoices: made.length,
      problems,
      next: open.length < MOST_CHARGES ? null : open.at(-1)!.id,
    };
  }

  /** These drafts with the charges that they have, locked. */
  async withCharges(drafts: StoredDraft[]): Promise<OpenDraft[]> {
    if (!drafts.length) return [];
    const { organization_id } = this.db.actor;
    const ids = drafts.map(({ id }) => id);
    const charges = await this.db.run(
      lockedCharges(
        this.db,
        sql`c.invoice_line_id IN (
          SELECT l.id FROM invoice_lines l WHERE l.organization_id = ${organization_id} AND ${among('l.invoice_id', ids)})`,
      ),
    );
    return drafts.map((draft) => ({
      ...draft,
      charges: charges.filter(({ invoice_id }) => invoice_id === draft.id),
    }));
  }

  /** What the account of a customer says, or what holds without one. */
  terms(customer: number): Query<DraftTerms> {
    return row<DraftTerms>(sql`
      SELECT treatment, group_by FROM billing_accounts
      WHERE organization_id = ${this.db.actor.organization_id} AND customer_id = ${customer}`).map(
      (found) => found ?? { treatment: 'domestic', group_by: 'all' },
    );
  }

  /** The drafts of runs of a customer that may take charges in, locked, in order of their ids. */
  private openDrafts(customer: number): Query<StoredDraft[]> {
    const { organization_id } = this.db.actor;
    return rows<StoredDraft>(sql`
      SELECT i.id, i.currency, i.voyage_id, i.bill_of_lading_id, i.truck_visit_id
      FROM invoices i
      WHERE i.organization_id = ${organization_id} AND ${isOfCustomer('i', organization_id, customer)} AND i.billing_run_id IS NOT NULL
        AND NOT ${raw(isFinal((column) => `i.${column}`))} AND NOT i.is_proforma
      ORDER BY i.id FOR UPDATE OF i`);
  }
}
