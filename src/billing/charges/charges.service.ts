import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { byConditions, byRecord, type Group } from '../../common/database/sql/counts';
import { type Query, rows } from '../../common/database/sql/query';
import type { Reader } from '../../common/database/read/reader';
import { key, keyAmong, keyInAnyCase, many } from '../../common/database/sql/references';
import { NotFound } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { record } from '../../common/recording/record';
import { nameOfCustomer } from '../customers/customer-row';
import { CUSTOMERS } from '../customers/customers';
import { Invoice } from '../invoices/invoice.entity';
import { isFinal } from '../invoices/invoice-sql';
import type { CHARGE_GROUPS, ChargeCountQuery, ChargeQuery, WaiveCharge } from './charge.dto';
import { ChargeShow } from './charge.view';
import type { ChargeStatus } from './charge-words';
import { CHARGE_COLUMNS } from './stored-charge';
import { type Waivable, waiverOf } from './waiver.rules';
import { type ChargeRow, writeCharges } from './write-charges';

/** The voyages that a charge is found by: its own, and those that its stay came and left by. */
const VOYAGES = ['subject.voyage', 'stay.arrived_by_voyage', 'stay.departed_by_voyage'];
const BOOKINGS = ['stay.booking', 'subject.service_order.booking'];

const ON_INVOICE = (is: string) =>
  raw(`t.invoice_line_id IS NOT NULL AND EXISTS (
    SELECT FROM invoice_lines l JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
    WHERE l.organization_id = t.organization_id AND l.id = t.invoice_line_id AND ${is})`);
const SETTLED_BY = (is: string) =>
  raw(`t.invoice_line_id IS NULL AND t.settled_with_id IS NOT NULL AND EXISTS (
    SELECT FROM charges s WHERE s.organization_id = t.organization_id AND s.id = t.settled_with_id AND s.kind ${is} 'waiver')`);

const OF_INVOICE = isFinal((column) => `i.${column}`);

/** SQL: whether a charge `t` has come as far. */
const HAS_STATUS: Record<ChargeStatus, Sql> = {
  open: raw('t.invoice_line_id IS NULL AND t.settled_with_id IS NULL'),
  draft: ON_INVOICE(`NOT ${OF_INVOICE}`),
  invoiced: ON_INVOICE(`NOT i.paid AND ${OF_INVOICE}`),
  paid: ON_INVOICE('i.paid'),
  waived: SETTLED_BY('='),
  settled: SETTLED_BY('<>'),
};

const GROUPS: Record<keyof typeof CHARGE_GROUPS, Group> = {
  status: byConditions(HAS_STATUS),
  charge_code: byRecord('charge_code_id', 'charge_codes', 'code'),
  customer: { key: raw('t.customer_id'), shown: nameOfCustomer },
};

/** Lists what was charged, and waives it. */
@Injectable()
export class ChargesService {
  constructor(private readonly db: Db) {}

  list(query: ChargeQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** How many charges there are of each value. */
  counts(query: ChargeCountQuery): Promise<Json> {
    return this.matching(query).counts(query.by, GROUPS[query.by]);
  }

  private matching(query: ChargeQuery): Reader {
    const reader = this.db.read(ChargeShow);
    if (query.customer_type) {
      const { column, namedBy } = CUSTOMERS[query.customer_type];
      const path = `customer.${column.replace(/_id$/, '')}`;
      reader.refersTo('customer', 'customer_type', query.customer_type);
      reader.refersTo(path, many(keyAmong(...namedBy)), query.customer);
    }
    return reader
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .filter(query.container_stay_id, (id) => sql`t.stay_id = ${id}`)
      .refersTo('bill_of_lading', keyInAnyCase('number'), query.bill_of_lading_number)
      .refersTo(BOOKINGS, keyInAnyCase('number'), query.booking_number)
      .refersTo(VOYAGES, keyInAnyCase('number'), query.voyage_number)
      .refersTo('subject', 'truck_visit_id', query.truck_visit_id)
      .refersTo('charge_code', 'code', query.charge_code)
      .filter(query.kind, (kind) => raw(`t.kind = '${kind}'`))
      .filter(query.status, (status) => HAS_STATUS[status])
      .skewed(query.occurred_from, (day) => sql`t.occurred_on >= ${day}::date`)
      .skewed(query.occurred_until, (day) => sql`t.occurred_on <= ${day}::date`)
      .refersTo('invoice_line.invoice', 'number', query.invoice_number)
      .filter(query.billing_run_id, (id) => sql`t.billing_run_id = ${id}`)
      .filter(query.currency, (currency) => sql`t.currency = ${currency}`);
  }

  /** The charges on an invoice. Throws NotFound. */
  async ofInvoice(idOrNumber: string, query: PageQuery): Promise<Page> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return this.db.read(ChargeShow).refersTo('invoice_line', 'invoice_id', invoice.id).page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(ChargeShow, id, 'Charge');
  }

  /**
   * Writes what takes a charge, or part of it, off; comparison does not see it, so nothing is charged again.
   * @throws NotFound; Conflict and Refused as `waiverOf` does
   */
  async waive(id: number, { reason, quantity }: WaiveCharge): Promise<Json> {
    const [, [charge]] = await this.db.pipeline(this.locking(id), this.waivable(id));
    if (!charge) throw new NotFound('Charge', id);
    const { is_whole, ...off } = waiverOf(charge, quantity ?? undefined);
    const { last, waivers, ...same } = charge;
    const number = last + 1;
    const waiver: ChargeRow = {
      ...same,
      ...off,
      number,
      kind: 'waiver',
      explanation: null,
      waives_id: id,
      reason,
      settled_with: is_whole ? number : null,
    };
    const settled = (is_whole ? [id, ...waivers] : []).map((id) => ({
      id,
      subject_id: charge.subject_id,
      settled_with: number,
    }));
    const [written] = await this.db.run(writeCharges(this.db, [waiver], settled, [], null));
    await record(this.db, 'charge.waived', ChargeShow, written!.id);
    return this.show(written!.id);
  }

  /** Locks the subject of a charge, as everybody does who writes charges. */
  private locking(id: number): Query<unknown> {
    return rows(sql`
      SELECT s.id FROM charge_subjects s
      WHERE s.organization_id = ${this.db.actor.organization_id} AND s.id = (
        SELECT c.subject_id FROM charges c
        WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${id})
      FOR UPDATE`);
  }

  private waivable(id: number): Query<(ChargeRow & Waivable & { last: number; waivers: number[] })[]> {
    return rows(sql`
      SELECT ${CHARGE_COLUMNS}, c.customer_id, c.settled_with_id IS NOT NULL AS is_settled,
        (SELECT max(n.number) FROM charges n
          WHERE n.organization_id = c.organization_id AND n.subject_id = c.subject_id) AS last,
        w.ids AS waivers, w.taken,
        EXISTS (SELECT FROM charges a
          WHERE a.organization_id = c.organization_id AND a.subject_id = c.subject_id AND a.kind = 'adjustment'
            AND a.number > c.number AND a.charge_code_id = c.charge_code_id AND a.amount = c.amount
            AND a.customer_id IS NOT DISTINCT FROM c.customer_id
            AND (a.event = c.event OR (a.first_unit <= c.last_unit AND a.last_unit >= c.first_unit))) AS is_adjusted,
        (SELECT i.number FROM invoice_lines l
          JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
          WHERE l.organization_id = c.organization_id AND l.id = c.invoice_line_id) AS invoice
      FROM charges c
      CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(n.id), '{}') AS ids, coalesce(-sum(n.quantity), 0)::text AS taken FROM charges n
        WHERE n.organization_id = c.organization_id AND n.waives_id = c.id) w
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${id}`);
  }
}
