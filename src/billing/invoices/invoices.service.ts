import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { Conflict, NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { Columns } from '../../common/schema/columns';
import type { CreateInvoice, InvoiceQuery, UpdateInvoice } from './invoice.dto';
import { Invoice } from './invoice.entity';
import { filterInvoices } from './invoice-filters';
import { InvoiceItem, UpdatedInvoice } from './invoice.view';
import { invoiceModel } from './invoice.write';
import { record, recordUpdate } from '../../common/recording/record';
import { BILLING } from '../billing.codes';

@Injectable()
export class InvoicesService {
  constructor(private readonly db: Db) {}

  list(query: InvoiceQuery): Promise<Page> {
    const reader = this.db.read(InvoiceItem);
    return filterInvoices(reader, query).page(query.request());
  }

  /** @throws NotFound */
  async show(idOrNumber: string): Promise<Json> {
    const invoice = await this.db.readByIdOrKey(InvoiceItem, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return invoice;
  }

  /** @throws Refused when the number is taken or a record that it names is unknown */
  async create(input: CreateInvoice): Promise<Json> {
    const id = await invoiceModel.create(this.db, input);
    await record(this.db, 'invoice.created', InvoiceItem, id);
    return this.read(InvoiceItem, id);
  }

  /**
   * Writes only the columns that are sent, so that concurrent approval and payment both last. Approving an approved
   * invoice records a new approval.
   * @throws NotFound
   */
  async update(idOrNumber: string, { approved, ...input }: UpdateInvoice): Promise<Json> {
    const invoice = await this.find(idOrNumber, { lock: true });
    const { id } = invoice;
    const approval = approved
      ? { approved, approved_at: new Date(), approved_by_id: this.db.actor.user_id }
      : { approved, approved_at: null, approved_by_id: null };
    await recordUpdate(this.db, 'invoice.updated', InvoiceItem, id, () =>
      this.db.update(Invoice, invoice, { ...input, ...(approved !== undefined && approval) }),
    );
    return this.read(UpdatedInvoice, id);
  }

  /** @throws NotFound, and Conflict for an approved or paid invoice */
  async remove(idOrNumber: string): Promise<string> {
    const { id, approved, paid } = await this.find(idOrNumber, { lock: true });
    if (approved || paid)
      throw new Conflict({
        code: BILLING.invoice_final,
        sentence: `An invoice that is ${approved ? 'approved' : 'paid'} cannot be deleted.`,
      });
    await record(this.db, 'invoice.deleted', InvoiceItem, id);
    await this.db.remove(Invoice, id, 'Invoice');
    return 'Invoice was successfully deleted.';
  }

  /** The invoice that a path names; digits alone are tried as an id first. Throws NotFound. */
  private async find(idOrNumber: string, options?: { lock?: boolean }): Promise<Columns<Invoice>> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim(), options);
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return invoice;
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db.show(view, id, 'Invoice');
  }
}
