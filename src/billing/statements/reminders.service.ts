import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { Refused } from '../../common/errors/errors';
import { today } from '../../common/input/times';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import { Outbox } from '../../common/mail/outbox.service';
import { traceMails } from '../../common/mail/trace-mails';
import { BILLING } from '../billing.codes';
import { emailOf, languageOf } from '../customers/contact';
import { IS_OWED } from '../customers/credit-limit';
import { CUSTOMER_COLUMNS, CUSTOMERS, type CustomerType } from '../customers/customers';
import { namedCustomer } from '../customers/named-customer';
import { CUSTOMER } from './customer-json';
import { MOST_REMINDED, type Remind } from './receivable.dto';
import type { Reminders } from './receivable.view';

/** The most customers that are reminded at once, and the most invoices that a reminder lists, the oldest ones. */
const MOST_CUSTOMERS = 1_000;
const MOST_LISTED = 200;

/** What a reminder lists. */
export interface ReminderFacts {
  invoices: { number: string; due_on: string; days: number; open: string; currency: string | null }[];
}

/** A customer with what it has to pay. */
interface Debtor {
  customer: { customer_type: CustomerType; id: number; name: string };
  email: string | null;
  language: InvoiceLanguage | null;
  invoices: ReminderFacts['invoices'];
}

/** Reminds customers of what is overdue (decision 938). */
@Injectable()
export class RemindersService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Puts a mail into the outbox for each customer with something overdue.
   * @throws Refused where no mail is set up, and for too many customers; Unknown for one that is not there
   */
  async remind({ min_days, customers }: Remind): Promise<Reminders> {
    if (!this.outbox.isSetUp)
      throw new Refused({
        code: BILLING.mail_missing,
        sentence: 'Reminders are not sent: no mail is set up here.',
        field: 'min_days',
      });
    if (customers && customers.length > MOST_REMINDED)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `At most ${MOST_REMINDED} customers are named at once.`,
        field: 'customers',
      });
    const debtors = await this.debtors(min_days, customers ?? null);
    if (debtors.length > MOST_CUSTOMERS)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `More than ${MOST_CUSTOMERS.toLocaleString('en')} customers would be reminded: name some.`,
        field: 'customers',
      });
    const ids = await this.outbox.put(
      debtors.flatMap(({ customer, email, language, invoices }) =>
        email
          ? {
              kind: 'reminder' as const,
              to: [email],
              record: {
                type: CUSTOMERS[customer.customer_type].column.replace(/_id$/, ''),
                id: customer.id,
                key: customer.name,
              },
              language,
              facts: { invoices } satisfies ReminderFacts,
            }
          : [],
      ),
    );
    if (ids.length) await traceMails(this.db, ids);
    const without_email = debtors.flatMap(({ customer, email }) => (email ? [] : customer));
    return { mails: ids.length, without_email };
  }

  private async debtors(min_days: number, customers: Remind['customers'] | null): Promise<Debtor[]> {
    const { organization_id, time_zone } = this.db.actor;
    const day = today(time_zone);
    const named = [];
    for (const each of customers ?? []) named.push((await namedCustomer(this.db, each)).payer);
    const isNamed = customers
      ? join([sql`false`, ...named.map(({ column, id }) => sql`${raw(`i.${column}`)} = ${id}`)], ' OR ')
      : sql`true`;
    const columns = raw(CUSTOMER_COLUMNS.map((column) => `i.${column}`).join(', '));
    return this.db.query<Debtor>(sql`
      SELECT r.* FROM (
      SELECT ${CUSTOMER} AS customer, ${emailOf('g')} AS email, ${languageOf('g')} AS language,
        (SELECT json_agg(a.e ORDER BY a.nth) FROM json_array_elements(g.invoices) WITH ORDINALITY AS a(e, nth)
          WHERE a.nth <= ${MOST_LISTED}) AS invoices
      FROM (
        SELECT i.organization_id, ${columns}, json_agg(json_build_object('number', i.number, 'due_on', i.due_on,
          'days', ${day}::date - i.due_on, 'open', i.amount_open::numeric(18,2)::text, 'currency', i.currency)
          ORDER BY i.due_on, i.id) AS invoices
        FROM invoices i
        WHERE i.organization_id = ${organization_id} AND ${IS_OWED} AND (${isNamed})
          AND i.due_on <= ${day}::date - ${Math.max(min_days, 1)}::integer
        GROUP BY i.organization_id, ${columns}
        LIMIT ${MOST_CUSTOMERS + 1}) g) r
      ORDER BY r.customer ->> 'customer_type', (r.customer ->> 'id')::bigint`);
  }
}
