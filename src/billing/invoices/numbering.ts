import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { naming, Refused } from '../../common/errors/errors';
import { nextNumbers } from '../../common/numbering/next-numbers';
import {
  beginningIn,
  dayIn,
  DEFAULT_SERIES,
  type NumberedType,
  type Series,
} from '../../common/numbering/number-series.rules';
import { BILLING } from '../billing.codes';
import { customerRowOf } from '../customers/customer-row';
import { DOCUMENT_TYPES, type DocumentType } from './invoice.entity';

/** A document that gets a number. */
export interface Unnumbered {
  id: number;
  document_type: DocumentType;
}

/** How many days a customer has to pay whose account says nothing else. */
const PAYMENT_DAYS = 30;

/**
 * Gives documents the next numbers of their series. The counter of a type and year is raised in the running transaction,
 * so that a rollback gives the numbers back and none is missing.
 */
@Injectable()
export class Numbering {
  constructor(private readonly db: Db) {}

  /**
   * Numbers documents that the caller has locked, in their order: number, dates of invoice and number, and the last day to
   * pay. Counters are locked last, in order of the types.
   * @param at when they are approved or paid; the year is that of its day in the organization's time zone
   */
  async number(documents: Unnumbered[], at: Date): Promise<void> {
    const { organization_id, time_zone } = this.db.actor;
    const { year, date } = dayIn(time_zone, at);
    const numbered: { id: number; number: string }[] = [];
    for (const type of DOCUMENT_TYPES) {
      const ids = documents.filter(({ document_type }) => document_type === type).map(({ id }) => id);
      if (!ids.length) continue;
      const numbers = await nextNumbers(this.db, type, year, ids.length);
      numbered.push(...ids.map((id, at) => ({ id, number: numbers[at]! })));
    }
    if (!numbered.length) return;
    await this.db.query(sql`
      UPDATE invoices i SET number = n.number, numbered_at = ${at}, invoiced_at = ${at}, updated_at = now(),
        due_on = ${date}::date + coalesce((
          SELECT a.payment_days FROM billing_accounts a
          WHERE a.organization_id = i.organization_id AND a.customer_id = ${customerRowOf('i')}), ${PAYMENT_DAYS}::int)
      FROM json_to_recordset(${JSON.stringify(numbered)}::json) AS n(id bigint, number text)
      WHERE i.organization_id = ${organization_id} AND i.id = n.id`);
  }

  /**
   * The next number of a payment or a till's closing, of the year of its day. The counter is locked until the transaction ends.
   * @param at when it was received or made
   */
  async next(type: NumberedType, at: Date): Promise<string> {
    const { year } = dayIn(this.db.actor.time_zone, at);
    const [number] = await nextNumbers(this.db, type, year, 1);
    return number!;
  }

  /**
   * Refuses a number that the service would give to a document: one that begins as those of a series that was used.
   * @throws Refused
   */
  async requireFree(number: string): Promise<void> {
    const series = await this.allSeries();
    for (const type of DOCUMENT_TYPES) {
      const beginning = beginningIn(series[type], number);
      if (!beginning || !(await this.wasUsed(type))) continue;
      const sentence = `Numbers that begin with ${beginning} are given by the service.`;
      throw new Refused({
        code: BILLING.number_reserved,
        sentence,
        field: 'number',
        records: naming('invoice', number),
      });
    }
  }

  private async allSeries(): Promise<Record<DocumentType, Series>> {
    const stored = await this.db.query<Series & { document_type: DocumentType }>(sql`
      SELECT document_type, prefix, digits FROM number_series
      WHERE organization_id = ${this.db.actor.organization_id}`);
    const of = (type: DocumentType) =>
      stored.find(({ document_type }) => document_type === type) ?? DEFAULT_SERIES[type];
    return { invoice: of('invoice'), credit_note: of('credit_note') };
  }

  private async wasUsed(type: DocumentType): Promise<boolean> {
    const found = await this.db.query(sql`
      SELECT FROM invoices WHERE organization_id = ${this.db.actor.organization_id}
        AND document_type = ${type} AND numbered_at IS NOT NULL LIMIT 1`);
    return found.length > 0;
  }
}
