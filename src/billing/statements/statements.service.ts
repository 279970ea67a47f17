import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { row, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { NotFound, Refused } from '../../common/errors/errors';
import { humanize } from '../../common/errors/humanize';
import { FileAnswer } from '../../common/file-answer';
import { startOfNextDay, today } from '../../common/input/times';
import { BILLING } from '../billing.codes';
import { CUSTOMER_TYPES, CUSTOMERS, type CustomerType, keysOfParties } from '../customers/customers';
import { DocumentsService } from '../documents/documents.service';
import { sum } from '../money';
import { AGES, type Ages, byAge } from './ages';
import { entries, IS_OWED, openAt, OWED_AT, unallocatedAt, type Whose } from './entries';
import { spanOf } from './span';
import { statementSheet } from './statement-sheet';
import type { StatementQuery } from './statement.dto';
import type { Statement, StatementRow } from './statement.view';

/** The most rows of a statement. */
const MOST_ROWS = 10_000;
/** The order of what happened on one day. */
const ORDER = raw(`e.day, e.type, e.at, e.id, e.kind`);

type Company = Statement['customer'];
interface Sums {
  opening_balance: string;
  closing_balance: string;
  count: number;
}
type Open = Ages & { open_invoices: string; open_credit_notes: string };

/** What customers owe and how that came about (decision 884). */
@Injectable()
export class StatementsService {
  constructor(
    private readonly db: Db,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * @throws NotFound for a customer that is not there, or is not the actor's; Refused for a span that is too long, for several
   *   currencies, and for too many rows
   */
  async of(type: string, idOrKey: string, query: StatementQuery): Promise<Statement> {
    const { organization_id, time_zone } = this.db.actor;
    const customer = await this.customer(type, idOrKey);
    const { from, until } = spanOf(query, today(time_zone));
    const end = sql`${startOfNextDay(until, time_zone)}::timestamptz`;
    const whose = ofCustomer(customer, organization_id);
    const currency = await this.currency(query.currency, customer, whose);
    const isIn = (alias: string) => sql`${raw(alias)}.currency IS NOT DISTINCT FROM ${currency}::text`;
    const all = sql`(${entries(organization_id, time_zone, whose)}) e`;
    const [sums, found, open, paid, as_of] = await this.db.pipeline(
      row<Sums>(sql`
        SELECT coalesce(sum(e.amount) FILTER (WHERE e.day < ${from}::date), 0)::numeric(18,2)::text AS opening_balance,
          coalesce(sum(e.amount), 0)::numeric(18,2)::text AS closing_balance,
          count(*) FILTER (WHERE e.day >= ${from}::date)::integer AS count
        FROM ${all} WHERE ${isIn('e')} AND e.day <= ${until}::date`),
      rows<StatementRow>(sql`
        SELECT e.day::text, e.kind, json_build_object('type', e.type, 'id', e.id, 'number', e.number) AS document, e.reference,
          e.due_on::text, e.amount::text, (sum(e.amount) OVER (ORDER BY ${ORDER}))::numeric(18,2)::text AS balance
        FROM ${all} WHERE ${isIn('e')} AND e.day BETWEEN ${from}::date AND ${until}::date
        ORDER BY ${ORDER} LIMIT ${MOST_ROWS}`),
      row<Open>(sql`
        SELECT coalesce(sum(o.open) FILTER (WHERE NOT o.is_credit), 0)::numeric(18,2)::text AS open_invoices,
          coalesce(-sum(o.open) FILTER (WHERE o.is_credit), 0)::numeric(18,2)::text AS open_credit_notes,
          ${join(byAge(raw('CASE WHEN o.is_credit THEN 0 ELSE o.open END'), raw('o.due_on'), until).map((each, at) => sql`${each} AS ${raw(AGES[at]!)}`))}
        FROM (
          SELECT i.due_on, i.document_type = 'credit_note' AS is_credit, ${openAt(organization_id, end)} AS open
          FROM invoices i
          WHERE i.organization_id = ${organization_id} AND ${IS_OWED} AND ${OWED_AT} < ${end} AND ${whose.invoices}
            AND ${isIn('i')} AND (i.amount_open <> 0 OR i.paid_at >= ${end} OR i.total <= 0)) o`),
      row<{ unallocated: string }>(sql`
        SELECT coalesce(sum(${unallocatedAt(organization_id, end)}), 0)::numeric(18,2)::text AS unallocated
        FROM payments p
        WHERE p.organization_id = ${organization_id} AND p.paid_at < ${end} AND ${whose.payments} AND ${isIn('p')}`),
      this.db.queries.now(),
    );
    const { opening_balance, closing_balance, count } = sums!;
    if (count > MOST_ROWS) throw tooMany(customer);
    const { open_invoices, open_credit_notes, ...ages } = open!;
    return {
      customer,
      currency,
      from,
      until,
      opening_balance,
      rows: found.map(({ balance, ...each }) => ({ ...each, balance: plus(opening_balance, balance) })),
      closing_balance,
      open_invoices,
      open_credit_notes,
      unallocated: paid!.unallocated,
      ages,
      as_of,
    };
  }

  /** The same as a PDF. Throws as `of` does, and Unavailable when too many documents of the organization wait. */
  pdf(type: string, idOrKey: string, query: StatementQuery): Promise<FileAnswer> {
    return this.documents.sheet(async () => {
      const statement = await this.of(type, idOrKey, query);
      return statementSheet(statement, await this.documents.parties(statement.customer));
    });
  }

  private async customer(type: string, idOrKey: string): Promise<Company> {
    const customer_type = CUSTOMER_TYPES.find((each) => each === type);
    if (!customer_type) throw new NotFound('Customer type', type, { records: [] });
    const { entity, key } = CUSTOMERS[customer_type];
    const found = await this.db.findByIdOrKey(entity, key as 'name', idOrKey.trim());
    const { limited, parties } = this.db.actor;
    if (!found || (limited && !keysOfParties(parties).has(`${customer_type}:${found.id}`)))
      throw new NotFound(humanize(customer_type), idOrKey);
    return { customer_type, id: found.id, name: found.name };
  }

  /** The currency of a statement; the only one that there is unless given, and null where there is none. Throws Refused. */
  private async currency(
    said: string | null | undefined,
    { name }: Company,
    whose: Whose,
  ): Promise<string | null> {
    if (said) return said;
    const { organization_id } = this.db.actor;
    const found = await this.db.query<{ currency: string | null }>(sql`
      SELECT i.currency FROM invoices i WHERE i.organization_id = ${organization_id} AND ${IS_OWED} AND ${whose.invoices}
      UNION
      SELECT p.currency FROM payments p WHERE p.organization_id = ${organization_id} AND ${whose.payments}
      ORDER BY currency`);
    if (found.length > 1)
      throw new Refused({
        code: BILLING.currency_missing,
        sentence: `Say in which currency: ${name ?? 'the customer'} owes in ${found.map(({ currency }) => currency ?? 'none').join(', ')}.`,
        field: 'currency',
      });
    return found[0]?.currency ?? null;
  }
}

/** What is of a customer. */
function ofCustomer(
  { customer_type, id }: { customer_type: CustomerType; id: number },
  organization_id: number,
): Whose {
  const { column } = CUSTOMERS[customer_type];
  return {
    invoices: sql`${raw(`i.${column}`)} = ${id}`,
    payments: sql`p.customer_id = (SELECT b.id FROM billing_customers b
      WHERE b.organization_id = ${organization_id} AND ${raw(`b.${column}`)} = ${id})`,
  };
}

/** The sum of two amounts, exactly. */
const plus = (one: string, other: string): string => sum([one, other]).toFixed(2);

const tooMany = ({ name }: Company) =>
  new Refused({
    code: COMMON.answer_too_large,
    sentence: `The statement of ${name ?? 'the customer'} has more than ${MOST_ROWS.toLocaleString('en')} rows: take fewer days.`,
    field: 'from',
  });
