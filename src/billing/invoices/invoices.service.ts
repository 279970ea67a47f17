import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { byConditions, byWords } from '../../common/database/sql/counts';
import { effect, type Query } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import { today } from '../../common/input/times';
import { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import type { CreateInvoice, InvoiceCountQuery, InvoiceQuery } from './invoice.dto';
import { DOCUMENT_TYPES, Invoice } from './invoice.entity';
import { countedStatuses, filterInvoices } from './invoice-filters';
import { requireDeletable, requireMaker } from './invoice-status.rules';
import { InvoiceItem } from './invoice.view';
import { invoiceModel } from './invoice.write';
import { Numbering } from './numbering';

/** What takes a waiver back repeats of it. */
const REPEATED =
  raw(`subject_id, kind, charge_code_id, container_id, stay_id, bill_of_lading_id, event, first_unit, last_unit,
  occurred_on, period_from, period_until, billed_by, billed_per, amount, currency, customer_id, tariff_id, rate_position,
  ahead, reason, waives_id`);

@Injectable()
export class InvoicesService {
  constructor(
    private readonly db: Db,
    private readonly numbering: Numbering,
  ) {}

  list(query: InvoiceQuery): Promise<Page> {
    const reader = this.db.read(InvoiceItem);
    const { time_zone } = this.db.actor;
    return filterInvoices(reader, query, { day: today(time_zone), time_zone }).page(query.request());
  }

  /** How many invoices there are of each value. */
  counts({ by, ...query }: InvoiceCountQuery): Promise<Json> {
    const { time_zone } = this.db.actor;
    const day = today(time_zone);
    const group =
      by === 'status' ? byConditions(countedStatuses(day)) : byWords('document_type', DOCUMENT_TYPES);
    return filterInvoices(this.db.read(InvoiceItem), query as InvoiceQuery, { day, time_zone }).counts(
      by,
      group,
    );
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
   * @throws Forbidden for what a token of the role write did not draft; NotFound; Conflict for an invoice that has its number
   *   for good, or is approved or paid
   */
  async remove(idOrNumber: string): Promise<string> {
    const named = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    requireMaker(named, this.db.actor);
    if (!named) throw new NotFound('Invoice', idOrNumber);
    await this.db.run(this.lockingWaived(named.id));
    const invoice = await this.find(idOrNumber, { lock: true });
    requireDeletable(invoice);
    const { id } = invoice;
    await record(this.db, 'invoice.deleted', InvoiceItem, id);
    await this.db.pipeline(this.takingWaiversBack(id), this.freeing(id));
    await this.db.remove(Invoice, id, 'Invoice');
    return 'Invoice was successfully deleted.';
  }

  /** Locks the subjects of what a credit note waives, before the credit note. */
  private lockingWaived(id: number): Query<void> {
    const { organization_id } = this.db.actor;
    return effect(sql`
      SELECT s.id FROM charge_subjects s WHERE s.organization_id = ${organization_id} AND s.id IN (
        SELECT c.subject_id FROM charges c WHERE ${this.isWaivedBy(id)})
      ORDER BY s.id FOR UPDATE`);
  }

  /** SQL: whether the charge `c` is a waiver of a credit note that charges nothing again. */
  private isWaivedBy(id: number): Sql {
    const { organization_id } = this.db.actor;
    const lines = sql`(
      SELECT l.id FROM invoice_lines l
      JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id AND i.credits_id IS NOT NULL
      WHERE l.organization_id = ${organization_id} AND l.invoice_id = ${id})`;
    return sql`c.organization_id = ${organization_id} AND c.kind = 'waiver' AND c.invoice_line_id IN ${lines}
      AND NOT EXISTS (SELECT FROM charges a
        WHERE a.organization_id = ${organization_id} AND a.kind = 'adjustment' AND a.invoice_line_id IN ${lines})`;
  }

  /** Writes what takes the waivers of a credit note back, because without it nothing is waived. Both settle each other. */
  private takingWaiversBack(id: number): Query<void> {
    const { user_id } = this.db.actor;
    return effect(sql`
      WITH own AS MATERIALIZED (
        SELECT c.*, nextval('charges_id_seq') AS back_id, (
            SELECT max(n.number) FROM charges n
            WHERE n.organization_id = c.organization_id AND n.subject_id = c.subject_id)
          + row_number() OVER (PARTITION BY c.subject_id ORDER BY c.number) AS back_number
        FROM charges c WHERE ${this.isWaivedBy(id)}
      ), written AS (
        INSERT INTO charges (organization_id, id, number, quantity, total, settled_with_id, user_id, ${REPEATED})
        SELECT organization_id, back_id, back_number, -quantity, -total, back_id, ${user_id}::bigint, ${REPEATED} FROM own
      )
      UPDATE charges c SET invoice_line_id = NULL, settled_with_id = o.back_id, updated_at = now()
      FROM own o WHERE c.organization_id = o.organization_id AND c.id = o.id`);
  }

  /** Sets the charges of a draft free: the next draft takes them. */
  private freeing(id: number): Query<void> {
    const { organization_id } = this.db.actor;
    return effect(sql`
      UPDATE charges SET invoice_line_id = NULL, updated_at = now()
      WHERE organization_id = ${organization_id} AND invoice_line_id IN (
        SELECT id FROM invoice_lines WHERE organization_id = ${organization_id} AND invoice_id = ${id})`);
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
