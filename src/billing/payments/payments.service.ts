import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { byWords, type Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { effect, rows } from '../../common/database/sql/query';
import { key, keyAmong, many } from '../../common/database/sql/references';
import { Conflict, Invalid, naming, NotFound, Refused, Unknown } from '../../common/errors/errors';
import { isToCome, startOfDay, startOfNextDay } from '../../common/input/times';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns, Numeric } from '../../common/schema/columns';
import { BILLING } from '../billing.codes';
import { isOfCustomer } from '../customers/customer-row';
import { customerIds } from '../customers/customer-reference';
import { CUSTOMERS } from '../customers/customers';
import { namedCustomer } from '../customers/named-customer';
import { InvoiceItem } from '../invoices/invoice.view';
import { openTill } from '../tills/open-till';
import { WAYS } from '../tills/ways';
import {
  allocate,
  type Allocated,
  amountOf,
  currencyMissing,
  currencyOf,
  type Payable,
  refund,
  timeToCome,
  type Wish,
} from './allocation.rules';
import { lockPayables, namedAmong, wishesOf } from './payables';
import {
  MOST_INVOICES,
  type AllocatePayment,
  type CreatePayment,
  type DeallocatePayment,
  type PAYMENT_GROUPS,
  type PaymentCountQuery,
  type InvoiceToPay,
  type PaymentQuery,
  type ReversePayment,
} from './payment.dto';
import { Payment, PAYMENT_STATUSES } from './payment.entity';
import { PaymentShow } from './payment.view';
import { type NewPayment, PaymentWriter } from './payment-writer';
import { takeBack, type ToWrite } from './write-allocations';

type Found = Columns<Payment> & Pick<Payment, 'id'>;
type WishOf = Wish & { item: InvoiceToPay };

const GROUPS: Record<keyof typeof PAYMENT_GROUPS, Group> = {
  way: byWords('way', WAYS),
  status: byWords('status', PAYMENT_STATUSES),
};

/** What customers pay, what it is allocated to, and what takes that back. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly db: Db,
    private readonly writer: PaymentWriter,
  ) {}

  list(query: PaymentQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** How many payments there are of each value. */
  counts(query: PaymentCountQuery): Promise<Json> {
    return this.matching(query).counts(query.by, GROUPS[query.by]);
  }

  private matching(query: PaymentQuery): Reader {
    const reader = this.db.read(PaymentShow);
    const { time_zone } = this.db.actor;
    if (query.customer_type) {
      const { column, namedBy } = CUSTOMERS[query.customer_type];
      reader.refersTo('customer', 'customer_type', query.customer_type);
      reader.refersTo(`customer.${column.replace(/_id$/, '')}`, many(keyAmong(...namedBy)), query.customer);
    }
    return reader
      .refersTo('allocations.invoice', key('number'), query.invoice_number)
      .filter(query.way, (way) => sql`t.way = ${way}`)
      .filter(query.direction, (direction) => sql`t.direction = ${direction}`)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .refersTo('till', key('name'), query.till)
      .filter(query.currency, (currency) => sql`t.currency = ${currency}`)
      .filter(query.unallocated, (is) => (is ? sql`t.unallocated > 0` : sql`t.unallocated = 0`))
      .skewed(query.paid_from, (day) => sql`t.paid_at >= ${startOfDay(day, time_zone)}::timestamptz`)
      .skewed(query.paid_until, (day) => sql`t.paid_at < ${startOfNextDay(day, time_zone)}::timestamptz`);
  }

  /** @throws NotFound */
  async show(idOrNumber: string): Promise<Json> {
    const payment = await this.db.readByIdOrKey(PaymentShow, 'number', idOrNumber.trim());
    if (!payment) throw new NotFound('Payment', idOrNumber);
    return payment;
  }

  /**
   * Receives a payment, and allocates it to the invoices that it names; or pays a credit note out.
   * @throws Invalid; Unknown for a customer, an invoice, a container or a till; Refused as `allocate`, `refund` and `openTill` do
   */
  async create(input: CreatePayment): Promise<Json> {
    const { customer, way, reference, notes, invoices, refunds } = input;
    if (invoices?.length && refunds)
      throw new Invalid({ invoices: ['is not for what is paid out: `refunds` names the credit note'] });
    const now = await this.db.now();
    if (input.paid_at && isToCome(input.paid_at, now)) throw timeToCome('paid_at');
    const { payer } = await namedCustomer(this.db, customer);
    const [id] = await customerIds(this.db, [{ type: customer.customer_type, id: payer.id }]);
    const customer_id = id!;
    const payables = await this.lock(invoices ?? [], refunds);
    const note = refunds ? namedAmong(payables, refunds.trim(), 'refunds') : undefined;
    const wishes = wishesOf(invoices ?? [], payables);
    const named = note ? [note] : wishes.map(({ invoice }) => invoice);
    const currency = await this.currency(input.currency, named, customer_id);
    const amount = amountOf(input.amount, currency, 'amount');
    const allocated = note
      ? [refund(note, { customer_id, currency, amount })]
      : await this.inContainers(
          allocate({ customer_id, currency, left: amount, exceeds: lessLeft(amount) }, wishes),
        );
    const till_id = await openTill(this.db, { name: input.till, way, currency });
    const paid_at = input.paid_at ? new Date(input.paid_at) : now;
    const written = { customer_id, currency, amount, way, reference, notes, paid_at, till_id };
    return this.read(await this.receive({ ...written, refunds_id: note?.id ?? null }, allocated, now));
  }

  /**
   * Writes a payment and its event.
   * @param allocated what of it goes to locked invoices
   * @param at when it is allocated
   * @returns its id
   */
  async receive(payment: NewPayment, allocated: ToWrite[], at: Date): Promise<number> {
    const id = await this.writer.write(payment, allocated, at);
    const type = payment.refunds_id ? 'payment.refunded' : 'payment.received';
    await record(this.db, type, PaymentShow, id, payment.paid_at);
    return id;
  }

  /**
   * Allocates what is left of a payment.
   * @throws NotFound; Conflict for one that is reversed or was paid out; Refused as `allocate` does
   */
  async allocate(idOrNumber: string, { invoices }: AllocatePayment): Promise<Json> {
    const payables = await this.lock(invoices);
    const payment = await this.find(idOrNumber);
    const { id, customer_id, currency, unallocated } = payment;
    requireIncoming(payment);
    const money = {
      customer_id,
      currency,
      left: unallocated,
      exceeds: lessLeft(unallocated, payment.number),
    };
    const allocated = await this.inContainers(allocate(money, wishesOf(invoices, payables)));
    await this.writer.allocate(id, allocated, await this.db.now());
    if (allocated.length) await record(this.db, 'payment.allocated', PaymentShow, id);
    return this.read(id);
  }

  /**
   * Takes back what of a payment is allocated to an invoice, which is open again.
   * @throws NotFound; Conflict for one that is reversed or was paid out; Unknown for the invoice; Refused where nothing is
   */
  async deallocate(idOrNumber: string, { invoice: named, reason }: DeallocatePayment): Promise<Json> {
    const invoice = namedAmong(await this.lock([{ invoice: named }]), named.trim(), 'invoice');
    const payment = await this.find(idOrNumber);
    requireIncoming(payment);
    const taken = await recordUpdate(this.db, 'invoice.updated', InvoiceItem, invoice.id, () =>
      this.db.run(takeBack(this.db, payment.id, reason, invoice.id)),
    );
    if (!taken.length)
      throw new Refused({
        code: BILLING.not_allocated,
        sentence: `${nameOf(payment)} is not allocated to invoice ${invoice.number}.`,
        field: 'invoice',
        records: naming('invoice', invoice.number),
      });
    await record(this.db, 'payment.deallocated', PaymentShow, payment.id);
    return this.read(payment.id);
  }

  /**
   * Reverses a payment: it counts nowhere, and what it was allocated to is open again.
   * @throws NotFound; Conflict for one that is reversed already
   */
  async reverse(idOrNumber: string, { reason }: ReversePayment): Promise<Json> {
    const { id } = await this.find(idOrNumber, { lock: false });
    const ids = await this.lockAllocated(id);
    const payment = await this.find(String(id));
    requireCounting(payment);
    await recordUpdate(this.db, 'invoice.updated', InvoiceItem, ids, () => this.reversing([id], reason));
    await record(this.db, 'payment.reversed', PaymentShow, id);
    return this.read(id);
  }

  /**
   * Reverses what marks of an invoice as paid have made. The invoice is locked; what else they were allocated to is not.
   * @returns whether there were any
   */
  async reverseMarks(invoice_id: number): Promise<boolean> {
    const marks = await this.db.query<{ id: number }>(sql`
      SELECT p.id FROM payments p
      WHERE p.organization_id = ${this.db.actor.organization_id} AND p.is_mark AND p.status = 'received' AND p.id IN (
        SELECT a.payment_id FROM payment_allocations a
        WHERE a.organization_id = ${this.db.actor.organization_id} AND a.invoice_id = ${invoice_id}
          AND a.deallocated_at IS NULL)
      ORDER BY p.id FOR UPDATE`);
    const ids = marks.map(({ id }) => id);
    await this.reversing(ids, null);
    await record(this.db, 'payment.reversed', PaymentShow, ids);
    return ids.length > 0;
  }

  private async reversing(ids: number[], reason: string | null): Promise<void> {
    const { organization_id, user_id } = this.db.actor;
    for (const id of ids)
      await this.db.pipeline(
        takeBack(this.db, id, reason),
        effect(sql`
          UPDATE payments SET status = 'reversed', reversed_at = clock_timestamp(), reversed_by_id = ${user_id},
            reverse_reason = ${reason}, unallocated = 0, updated_at = now()
          WHERE organization_id = ${organization_id} AND id = ${id}`),
      );
  }

  /** Locks the invoices that a request names, before the payment. Throws Invalid for too many. */
  private async lock(named: { invoice: string }[], more?: string | null): Promise<Payable[]> {
    if (named.length > MOST_INVOICES)
      throw new Invalid({ invoices: [`must have at most ${MOST_INVOICES} items`] });
    const all = [...named.map(({ invoice }) => invoice), ...(more ? [more] : [])];
    return all.length
      ? this.db.run(
          lockPayables(
            this.db,
            all.map((each) => each.trim()),
          ),
        )
      : [];
  }

  /** Locks what a payment is allocated to, and returns the ids. */
  private async lockAllocated(payment_id: number): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const locked = await this.db.query<{ id: number }>(sql`
      SELECT i.id FROM invoices i WHERE i.organization_id = ${organization_id} AND i.id IN (
        SELECT a.invoice_id FROM payment_allocations a
        WHERE a.organization_id = ${organization_id} AND a.payment_id = ${payment_id} AND a.deallocated_at IS NULL)
      ORDER BY i.id FOR UPDATE`);
    return locked.map(({ id }) => id);
  }

  /** The currency of a payment: that of the invoices, else the only one that the customer owes in. Throws Refused. */
  private async currency(
    stated: string | null | undefined,
    named: Payable[],
    customer_id: number,
  ): Promise<string | null> {
    if (named.length) return stated || named[0]!.currency;
    const currency = currencyOf(stated, stated ? [] : await this.db.run(this.owedIn(customer_id)));
    if (currency === undefined) throw currencyMissing();
    return currency;
  }

  /** The currencies in which a customer owes something. */
  private owedIn(customer_id: number) {
    const { organization_id } = this.db.actor;
    return rows<{ currency: string | null }>(sql`
      SELECT DISTINCT i.currency FROM invoices i
      WHERE i.organization_id = ${organization_id} AND i.amount_open > 0 AND NOT i.is_proforma
        AND (i.approved OR i.numbered_at IS NOT NULL) AND ${isOfCustomer('i', organization_id, customer_id)}
      LIMIT 2`).map((found) => found.map(({ currency }) => currency));
  }

  /** Finds the containers that allocations name, each on its invoice. Throws Unknown. */
  private async inContainers(
    allocated: Allocated<WishOf>[],
  ): Promise<(Allocated<WishOf> & { container_id: number | null })[]> {
    const named = allocated.filter(({ item }) => item.container);
    const found = named.length
      ? await this.db.query<{ invoice_id: number; id: number; number: string }>(this.billed(named))
      : [];
    return allocated.map((each) => {
      const number = each.item.container && normalizeContainerNumber(each.item.container);
      if (!number) return { ...each, container_id: null };
      const container = found.find(
        ({ invoice_id, number: known }) => invoice_id === each.invoice.id && known === number,
      );
      if (!container) throw new Unknown('Container', each.item.container!, `${each.field}.container`);
      return { ...each, container_id: container.id };
    });
  }

  private billed(named: Allocated<WishOf>[]): Sql {
    const { organization_id } = this.db.actor;
    return sql`
      SELECT DISTINCT l.invoice_id, c.id, c.number FROM invoice_lines l
      JOIN containers c ON c.organization_id = l.organization_id AND c.id = l.container_id
      WHERE l.organization_id = ${organization_id}
        AND ${among(
          'l.invoice_id',
          named.map(({ invoice }) => invoice.id),
        )}
        AND ${among(
          'c.number',
          named.map(({ item }) => normalizeContainerNumber(item.container!)),
          'text',
        )}`;
  }

  /** The payment that a path names, locked. Throws NotFound. */
  private async find(idOrNumber: string, options: { lock: boolean } = { lock: true }): Promise<Found> {
    const payment = await this.db.findByIdOrKey(Payment, 'number', idOrNumber.trim(), options);
    if (!payment) throw new NotFound('Payment', idOrNumber);
    return payment;
  }

  private read(id: number): Promise<Json> {
    return this.db.show(PaymentShow, id, 'Payment');
  }
}

const nameOf = ({ id, number }: Pick<Found, 'id' | 'number'>) => `Payment ${number ?? id}`;

/** Refuses that more than is left of a payment is allocated. */
const lessLeft =
  (left: Numeric, number?: string | null) =>
  (field: string): Refused =>
    new Refused({
      code: BILLING.more_than_left,
      sentence: `${number ? `Payment ${number}` : 'The payment'} has ${left} left.`,
      field,
      records: number ? naming('payment', number) : [],
    });

/** @throws Conflict for a payment that is reversed */
function requireCounting(payment: Found): void {
  if (payment.status !== 'reversed') return;
  throw new Conflict({
    code: BILLING.already_reversed,
    sentence: `${nameOf(payment)} was reversed.`,
    records: naming('payment', payment.number ?? payment.id),
  });
}

/** @throws Conflict for a payment that is reversed, or that was paid out */
function requireIncoming(payment: Found): void {
  requireCounting(payment);
  if (payment.direction === 'in') return;
  throw new Conflict({
    code: BILLING.refund_stays,
    sentence: `${nameOf(payment)} was paid out for a credit note: reverse it as a whole.`,
    records: naming('payment', payment.number ?? payment.id),
  });
}
