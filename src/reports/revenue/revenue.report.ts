import sql, { type Sql, raw } from 'sql-template-tag';
import {
  CHARGE_CODE,
  CUSTOMER,
  customerOf,
  GENERAL_LEDGER_ID,
  SHIPPING_LINE,
  TERMINAL,
} from '../frame/groups';
import type { Asked, Report } from '../frame/report';

const sum = (column: string) => `round(coalesce(sum(f.${column}), 0), 2)::text`;

/** SQL: the terminal at which the container of a stay came; what is not grouped by it does not ask. */
const terminalOf = ({ by }: Asked, stay: string) =>
  by.includes('terminal')
    ? raw(`(SELECT location_terminal(m.organization_id, m.to_location_type, m.to_location_id) FROM container_movements m
        WHERE m.organization_id = ${stay}.organization_id AND m.stay_id = ${stay}.stay_id
          AND m.movement_type IN ('gate_in', 'discharge') ORDER BY m.id LIMIT 1)`)
    : raw('NULL::bigint');

/** SQL: the line of a stay, else the line that pays. */
const lineOf = (row: string, payer: string) =>
  raw(`coalesce((SELECT s.shipping_line_id FROM container_stays s
    WHERE s.organization_id = ${row}.organization_id AND s.id = ${row}.stay_id), ${payer}.shipping_line_id)`);

const inCurrency = ({ filters }: Asked, of: Sql) =>
  filters.currency ? sql`AND ${of} = ${filters.currency}` : sql``;

/** SQL: whether an invoice `i` has taxes by line. One without has the sum that was stated for it. */
const TAXED = raw(
  `EXISTS (SELECT FROM invoice_taxes x WHERE x.organization_id = i.organization_id AND x.invoice_id = i.id)`,
);

/** SQL: the share of the line `l` in the taxes of its invoice `i`, not rounded. */
const TAX = sql`CASE WHEN ${TAXED} THEN (
    SELECT sum(x.amount * l.total / nullif(x.base, 0)) FROM invoice_taxes x
    WHERE x.organization_id = i.organization_id AND x.invoice_id = i.id AND x.tax_id = l.tax_id AND x.percent = l.tax_percent)
  ELSE i.taxes_and_fees * l.total / nullif(i.subtotal, 0) END`;

/** SQL: what was charged, by the day on which it occurred. */
const charged = (asked: Asked) => {
  const { organization_id } = asked.db.actor;
  return sql`
    SELECT h.occurred_on::timestamp AS at, h.currency, h.charge_code_id, k.general_ledger_id, ${raw(customerOf('b'))} AS customer,
      ${lineOf('h', 'b')} AS shipping_line_id, ${terminalOf(asked, 'h')} AS terminal_id,
      h.total AS charged, h.quantity,
      CASE WHEN h.settled_with_id IS NULL AND NOT EXISTS (
        SELECT FROM invoice_lines l JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
        WHERE l.organization_id = h.organization_id AND l.id = h.invoice_line_id AND i.numbered_at IS NOT NULL)
      THEN h.total END AS open, NULL::numeric AS invoiced, NULL::numeric AS credited, NULL::numeric AS tax, NULL::numeric AS paid
    FROM charges h
    JOIN charge_codes k ON k.organization_id = h.organization_id AND k.id = h.charge_code_id
    LEFT JOIN billing_customers b ON b.organization_id = h.organization_id AND b.id = h.customer_id
    WHERE h.organization_id = ${organization_id} AND h.occurred_on BETWEEN ${asked.from}::date AND ${asked.until}::date
      ${inCurrency(asked, raw('h.currency'))}`;
};

/** SQL: what the facts of lines `l` of documents `i` have in common. */
const ofLine = (
  asked: Asked,
) => sql`i.currency, l.charge_code_id, l.tariff_general_ledger_id AS general_ledger_id,
  ${raw(customerOf('i'))} AS customer, ${lineOf('l', 'i')} AS shipping_line_id, ${terminalOf(asked, 'l')} AS terminal_id,
  NULL::numeric AS charged, NULL::numeric AS quantity, NULL::numeric AS open`;

/** SQL: the lines of invoices and credit notes, by when these got their number. */
const invoiced = (asked: Asked) => {
  const { organization_id, time_zone } = asked.db.actor;
  return sql`
    SELECT i.numbered_at AT TIME ZONE ${time_zone} AS at, ${ofLine(asked)},
      CASE WHEN i.document_type = 'invoice' THEN l.total END AS invoiced,
      CASE WHEN i.document_type = 'credit_note' THEN -l.total END AS credited, ${TAX} AS tax, NULL::numeric AS paid
    FROM invoices i
    JOIN invoice_lines l ON l.organization_id = i.organization_id AND l.invoice_id = i.id
    WHERE i.organization_id = ${organization_id} AND i.document_type IN ('invoice', 'credit_note') AND NOT i.is_proforma
      AND i.numbered_at >= ${asked.begins} AND i.numbered_at < ${asked.ends} ${inCurrency(asked, raw('i.currency'))}`;
};

/** SQL: what payments count for lines, in proportion, by when they were made; what was paid out counts against it. */
const paid = (asked: Asked) => {
  const { organization_id, time_zone } = asked.db.actor;
  return sql`
    SELECT p.paid_at AT TIME ZONE ${time_zone} AS at, ${ofLine(asked)},
      NULL::numeric AS invoiced, NULL::numeric AS credited, NULL::numeric AS tax,
      CASE p.direction WHEN 'out' THEN -1 ELSE 1 END * a.amount * l.total / nullif(i.total, 0) AS paid
    FROM payments p
    JOIN payment_allocations a ON a.organization_id = p.organization_id AND a.payment_id = p.id AND a.deallocated_at IS NULL
    JOIN invoices i ON i.organization_id = a.organization_id AND i.id = a.invoice_id
    JOIN invoice_lines l ON l.organization_id = i.organization_id AND l.invoice_id = i.id
    WHERE p.organization_id = ${organization_id} AND p.status = 'received'
      AND p.paid_at >= ${asked.begins} AND p.paid_at < ${asked.ends} ${inCurrency(asked, raw('i.currency'))}`;
};

/**
 * What was charged, invoiced, credited and paid, net of tax: each by its own day (decision 897). A group of lines that came from
 * no charge has no charge code.
 */
export const revenue: Report = {
  name: 'revenue',
  title: 'Revenue',
  times: ['day', 'month'],
  isMoney: true,
  groups: {
    charge_code: CHARGE_CODE,
    shipping_line: SHIPPING_LINE,
    customer: CUSTOMER,
    terminal: TERMINAL,
    general_ledger_id: GENERAL_LEDGER_ID,
  },
  measures: {
    charged: sum('charged'),
    quantity: 'trim_scale(coalesce(sum(f.quantity), 0))',
    not_yet_invoiced: sum('open'),
    invoiced: sum('invoiced'),
    credited: sum('credited'),
    tax: sum('tax'),
    paid: sum('paid'),
  },
  picture: {
    measures: ['charged', 'invoiced', 'credited', 'paid'],
    byGroup: 'charged',
    form: 'lines',
    unit: '',
  },
  facts: (asked) => sql`${charged(asked)} UNION ALL ${invoiced(asked)} UNION ALL ${paid(asked)}`,
};
