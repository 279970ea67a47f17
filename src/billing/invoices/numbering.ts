import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { naming, Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { customerRowOf } from '../customers/customer-row';
import { DOCUMENT_TYPES, type DocumentType } from './invoice.entity';
import {
  beginningIn,
  beginningOf,
  dayIn,
  DEFAULT_SERIES,
  numberOf,
  type Series,
} from './number-series.rules';

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
      const numbers = await this.next(type, year, ids.length);
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

  /**
   * The next numbers of a year. Where an invoice of another origin has one of them, they begin behind the highest of
   * those.
   */
  private async next(type: DocumentType, year: number, count: number): Promise<string[]> {
    const { organization_id } = this.db.actor;
    const [raised] = await this.db.query<{ last: number; prefix: string | null; digits: number | null }>(sql`
      WITH raised AS (
        INSERT INTO number_counters AS c (organization_id, document_type, year, last)
        VALUES (${organization_id}, ${type}, ${year}, ${count})
        ON CONFLICT (organization_id, document_type, year)
        DO UPDATE SET last = c.last + excluded.last, updated_at = now()
        RETURNING c.last
      )
      SELECT r.last, s.prefix, s.digits FROM raised r
      LEFT JOIN number_series s ON s.organization_id = ${organization_id} AND s.document_type = ${type}`);
    const series = seriesOf(type, raised);
    const before = raised!.last - count;
    const numbers = numbersOf(series, year, before, count);
    if (!(await this.isTaken(numbers))) return numbers;
    const behind = Math.max(before, await this.highest(beginningOf(series, year)));
    await this.db.query(sql`
      UPDATE number_counters SET last = ${behind + count}
      WHERE organization_id = ${organization_id} AND document_type = ${type} AND year = ${year}`);
    return numbersOf(series, year, behind, count);
  }

  private async isTaken(numbers: string[]): Promise<boolean> {
    const found = await this.db.query(sql`
      SELECT FROM invoices WHERE organization_id = ${this.db.actor.organization_id} AND number = ANY(${numbers}) LIMIT 1`);
    return found.length > 0;
  }

  /** The highest number that an invoice has behind a beginning. */
  private async highest(beginning: string): Promise<number> {
    const { organization_id } = this.db.actor;
    const [found] = await this.db.query<{ last: number }>(sql`
      SELECT coalesce(max(substr(number, length(${beginning}) + 1)::int), 0) AS last FROM invoices
      WHERE organization_id = ${organization_id} AND starts_with(number, ${beginning})
        AND substr(number, length(${beginning}) + 1) ~ '^\\d{1,9}$'`);
    return found!.last;
  }

  private async allSeries(): Promise<Record<DocumentType, Series>> {
    const stored = await this.db.query<Series & { document_type: DocumentType }>(sql`
      SELECT document_type, prefix, digits FROM number_series
      WHERE organization_id = ${this.db.actor.organization_id}`);
    const of = (type: DocumentType) => stored.find(({ document_type }) => document_type === type);
    return {
      invoice: seriesOf('invoice', of('invoice')),
      credit_note: seriesOf('credit_note', of('credit_note')),
    };
  }

  private async wasUsed(type: DocumentType): Promise<boolean> {
    const found = await this.db.query(sql`
      SELECT FROM invoices WHERE organization_id = ${this.db.actor.organization_id}
        AND document_type = ${type} AND numbered_at IS NOT NULL LIMIT 1`);
    return found.length > 0;
  }
}

const seriesOf = (
  type: DocumentType,
  stored: { prefix: string | null; digits: number | null } | undefined,
): Series =>
  stored?.prefix && stored.digits ? { prefix: stored.prefix, digits: stored.digits } : DEFAULT_SERIES[type];

const numbersOf = (series: Series, year: number, before: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => numberOf(series, year, before + 1 + n));
