import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/query';
import { COMMON } from '../../common/errors/codes';
import { naming, NotFound, Refused } from '../../common/errors/errors';
import { today } from '../../common/input/times';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record, recordUpdate, updating } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import type { CreateInvoice, InvoiceQuery, UpdateInvoice } from './invoice.dto';
import { Invoice } from './invoice.entity';
import { filterInvoices } from './invoice-filters';
import { isCalculated } from './invoice-sql';
import { requireDeletable, requireUncredited } from './invoice-status.rules';
import { ApprovedInvoice, InvoiceItem, UpdatedInvoice } from './invoice.view';
import { invoiceModel } from './invoice.write';
import { Numbering } from './numbering';

@Injectable()
export class InvoicesService {
  constructor(
    private readonly db: Db,
    private readonly numbering: Numbering,
  ) {}

  list(query: InvoiceQuery): Promise<Page> {
    const reader = this.db.read(InvoiceItem);
    return filterInvoices(reader, query, today(this.db.actor.time_zone)).page(query.request());
  }

  /** @throws NotFound */
  async show(idOrNumber: string): Promise<Json> {
    const invoice = await this.db.readByIdOrKey(InvoiceItem, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return invoice;
  }

  /** @throws Refused when the number is taken or of a series, or a record that it names is unknown */
  async create(input: CreateInvoice): Promise<Json> {
    await this.numbering.requireFree(input.number);
    const id = await invoiceModel.create(this.db, input);
    await record(this.db, 'invoice.created', InvoiceItem, id);
    return this.read(InvoiceItem, id);
  }

  /**
   * Writes only the columns that are sent, so that concurrent approval and payment both last. Approving an approved
   * invoice records a new approval. A draft that was calculated gets its number with the first of both.
   * @throws NotFound; Refused for withdrawing the approval of an invoice that was credited
   */
  async update(idOrNumber: string, { approved, ...input }: UpdateInvoice): Promise<Json> {
    const invoice = await this.find(idOrNumber, { lock: true });
    const { id } = invoice;
    if (approved === false && invoice.approved) requireUncredited(invoice, await this.isCredited(id));
    const now = await this.db.now();
    const approval = approved
      ? { approved, approved_at: now, approved_by_id: this.db.actor.user_id }
      : { approved, approved_at: null, approved_by_id: null };
    await recordUpdate(this.db, 'invoice.updated', InvoiceItem, id, async () => {
      if (approved || input.paid) await this.numbering.number(await this.drafts([id]), now);
      await this.db.update(Invoice, invoice, { ...input, ...(approved !== undefined && approval) });
    });
    return this.read(UpdatedInvoice, id);
  }

  /**
   * Approves invoices, all or none, and numbers the drafts among them in this order.
   * @throws Refused for an unknown id
   */
  async approve(ids: number[]): Promise<Json> {
    const [found] = await this.db.pipeline(
      this.db.queries.findAll(Invoice, { id: ids }, { lock: true, only: ['id'] }),
      updating(this.db, 'invoice.updated', InvoiceItem, ids),
    );
    const unknown = ids.findIndex((id) => !found.some((each) => each.id === id));
    if (unknown >= 0)
      throw new Refused({
        code: COMMON.unknown_reference,
        sentence: `Invoice '${ids[unknown]}' is unknown.`,
        field: `ids.${unknown}`,
        records: naming('invoice', ids[unknown]!),
      });
    const now = await this.db.now();
    await this.numbering.number(await this.drafts(ids), now);
    const { organization_id, user_id } = this.db.actor;
    const [, ...shown] = await this.db.pipeline(
      effect(sql`
        UPDATE invoices SET approved = true, approved_at = ${now}, approved_by_id = ${user_id}, updated_at = now()
        WHERE organization_id = ${organization_id} AND ${among('id', ids)}`),
      ...ids.map((id) => this.db.showing(ApprovedInvoice, id)),
    );
    return new Json(`[${shown.map(({ text }) => text).join(',')}]`);
  }

  /** @throws NotFound, and Conflict for an invoice that has its number for good, or is approved or paid */
  async remove(idOrNumber: string): Promise<string> {
    const invoice = await this.find(idOrNumber, { lock: true });
    requireDeletable(invoice);
    const { id } = invoice;
    await record(this.db, 'invoice.deleted', InvoiceItem, id);
    await this.db.run(this.freeing(id));
    await this.db.remove(Invoice, id, 'Invoice');
    return 'Invoice was successfully deleted.';
  }

  /** Sets the charges of a draft free: the next draft takes them. */
  private freeing(id: number): Query<void> {
    const { organization_id } = this.db.actor;
    return effect(sql`
      UPDATE charges SET invoice_line_id = NULL, updated_at = now()
      WHERE organization_id = ${organization_id} AND invoice_line_id IN (
        SELECT id FROM invoice_lines WHERE organization_id = ${organization_id} AND invoice_id = ${id})`);
  }

  /** The drafts among these locked invoices that were made of charges or credit another one, in this order. */
  private async drafts(ids: number[]): Promise<Pick<Invoice, 'id' | 'document_type'>[]> {
    const { organization_id } = this.db.actor;
    const found = await this.db.run(
      rows<Pick<Invoice, 'id' | 'document_type'>>(sql`
        SELECT i.id, i.document_type FROM invoices i
        WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)}
          AND i.numbered_at IS NULL AND NOT i.is_proforma AND (i.credits_id IS NOT NULL OR ${raw(isCalculated((column) => `i.${column}`))})`),
    );
    return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
  }

  private async isCredited(id: number): Promise<boolean> {
    return (await this.db.find(Invoice, { credits_id: id })) !== null;
  }

  /** The invoice that a path names; digits alone are tried as an id first. Throws NotFound. */
  private async find(
    idOrNumber: string,
    options?: { lock?: boolean },
  ): Promise<Columns<Invoice> & Pick<Invoice, 'id'>> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim(), options);
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return invoice;
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db.show(view, id, 'Invoice');
  }
}
