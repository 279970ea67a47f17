import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { callerOf } from '../../common/tenancy/actor';
import { effect, known, type Query } from '../../common/database/sql/query';
import { record, updating } from '../../common/recording/record';
import { CUSTOMER_COLUMNS } from '../customers/customers';
import { InvoiceItem } from '../invoices/invoice.view';
import type { DraftDocument } from './draft-documents.rules';
import type { OpenCharge } from './open-charges';

/** What drafts say of how they came about. */
export interface DraftOrigin {
  created_during: 'run' | 'gate_out' | 'payment';
  billing_run_id: number | null;
  /** A pro-forma takes no charges. */
  is_proforma?: boolean;
}

/** What numbers of drafts begin with, before 8 digits. */
const BEGINNINGS = { draft: 'DRAFT-', proforma: 'PRO-' } as const;

const COLUMNS = [
  ['subtotal', 'numeric'],
  ['taxes_and_fees', 'numeric'],
  ['total', 'numeric'],
  ['document_type', 'text'],
  ['voyage_id', 'bigint'],
  ['bill_of_lading_id', 'bigint'],
  ['truck_visit_id', 'bigint'],
] as const;
const names = raw(COLUMNS.map(([name]) => name).join(', '));
const typed = raw(COLUMNS.map(([name, type]) => `${name} ${type}`).join(', '));

/** Writes drafts with their lines and taxes, and puts the charges on them. */
@Injectable()
export class DraftWriter {
  constructor(private readonly db: Db) {}

  /**
   * Writes these drafts by a number of statements that does not depend on how many they are. Returns the ids of the new
   * ones, in their order.
   * @param documents new drafts, and locked ones as they are to be; those without lines are deleted
   * @param settled charges that net to nothing
   */
  async write(documents: DraftDocument[], settled: OpenCharge[][], origin: DraftOrigin): Promise<number[]> {
    const stored = documents.filter(({ id, lines }) => id !== null && lines.length).map(({ id }) => id!);
    const empty = documents.filter(({ id, lines }) => id !== null && !lines.length).map(({ id }) => id!);
    await this.db.run(updating(this.db, 'invoice.updated', InvoiceItem, stored));
    if (empty.length) await record(this.db, 'invoice.deleted', InvoiceItem, empty);
    const made = documents.filter(({ id }) => id === null);
    const ids = await this.newIds('invoices', made.length);
    made.forEach((document, at) => (document.id = ids[at]!));
    const kept = documents.filter(({ lines }) => lines.length);
    const lines = kept.flatMap((document) => document.lines.map((line) => ({ document, line })));
    const lineIds = await this.newIds('invoice_lines', lines.length);
    const numbers = await this.newNumbers(made.length, origin.is_proforma ? 'proforma' : 'draft');
    const rows = lines.map(({ document, line }, at) => ({ id: lineIds[at]!, document, line }));
    await this.db.pipeline(
      this.inserted(made, numbers, origin),
      this.updated(kept.filter(({ id }) => stored.includes(id!))),
      this.lines(rows),
      origin.is_proforma ? known(undefined) : this.charges(rows, settled),
      this.cleared([...stored, ...empty], lineIds),
      this.taxes(kept),
      this.containers(kept),
      this.deleted(empty),
    );
    await record(this.db, 'invoice.created', InvoiceItem, ids);
    return ids;
  }

  /** Ids of rows that are to be inserted. */
  async newIds(table: string, count: number): Promise<number[]> {
    if (!count) return [];
    const found = await this.db.query<{ id: number }>(
      sql`SELECT nextval(${`${table}_id_seq`}::regclass) AS id FROM generate_series(1, ${count}::int)`,
    );
    return found.map(({ id }) => id);
  }

  /** Numbers of drafts that no invoice has. */
  async newNumbers(count: number, kind: keyof typeof BEGINNINGS): Promise<string[]> {
    const numbers = new Set<string>();
    while (numbers.size < count) {
      const tried = Array.from({ length: count - numbers.size }, () => madeNumber(kind));
      const taken = await this.db.query<{ number: string }>(sql`
        SELECT number FROM invoices
        WHERE organization_id = ${this.db.actor.organization_id} AND ${among('number', tried, 'text')}`);
      for (const number of tried) if (!taken.some((each) => each.number === number)) numbers.add(number);
    }
    return [...numbers];
  }

  private inserted(documents: DraftDocument[], numbers: string[], origin: DraftOrigin): Query<void> {
    if (!documents.length) return known(undefined);
    const { created_during, billing_run_id, is_proforma = false } = origin;
    const drafted_by = billing_run_id === null ? callerOf(this.db.actor) : null;
    const rows = documents.map(({ lines: _lines, taxes: _taxes, ...document }, at) => ({
      ...document,
      number: numbers[at],
    }));
    const customers = raw(CUSTOMER_COLUMNS.join(', '));
    const ofCustomer = raw(CUSTOMER_COLUMNS.map((column) => `b.${column}`).join(', '));
    return effect(sql`
      INSERT INTO invoices (organization_id, id, number, currency, creation_method, created_during, billing_run_id,
        drafted_by, is_proforma, ${names}, ${customers})
      SELECT b.organization_id, r.id, r.number, r.currency, 'auto', ${created_during}::text, ${billing_run_id}::bigint,
        ${drafted_by}::text, ${is_proforma}::boolean, ${names}, ${ofCustomer}
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS r(id bigint, number text, currency text, customer_id bigint, ${typed})
      JOIN billing_customers b ON b.organization_id = ${this.db.actor.organization_id} AND b.id = r.customer_id
      ORDER BY r.id`);
  }

  private updated(documents: DraftDocument[]): Query<void> {
    if (!documents.length) return known(undefined);
    const rows = documents.map(({ lines: _lines, taxes: _taxes, ...document }) => document);
    const changes = raw(COLUMNS.map(([name]) => `${name} = r.${name}`).join(', '));
    return effect(sql`
      UPDATE invoices i SET ${changes}, updated_at = now()
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id bigint, ${typed})
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.id = r.id`);
  }

  private lines(rows: LineRow[]): Query<void> {
    if (!rows.length) return known(undefined);
    const { organization_id } = this.db.actor;
    const values = rows.map(({ id, document, line }) => {
      const charge = line.charges[0]!;
      return {
        id,
        invoice_id: document.id,
        currency: document.currency,
        description: charge.name ?? charge.item,
        quantity: line.quantity,
        amount: charge.amount,
        total: line.total,
        billed_by: charge.billed_by,
        billed_per: charge.billed_per,
        item: charge.item,
        tariff_name: charge.tariff_name,
        tariff_general_ledger_id: charge.general_ledger_id,
        tariff_id: charge.tariff_id === null ? null : String(charge.tariff_id),
        container_id: charge.container_id,
        stay_id: charge.stay_id,
        charge_code_id: charge.charge_code_id,
        tax_id: line.tax_id,
        tax_percent: line.tax_percent,
        period_from: line.from,
        period_until: line.until,
      };
    });
    return effect(sql`
      INSERT INTO invoice_lines (organization_id, id, ${LINE_NAMES})
      SELECT ${organization_id}::bigint, r.id, ${LINE_NAMES}
      FROM json_to_recordset(${JSON.stringify(values)}::json) AS r(id bigint, ${LINE_TYPES}) ORDER BY r.id`);
  }

  /** Puts charges on their lines, and settles those that net to nothing with the last of them. */
  private charges(rows: LineRow[], settled: OpenCharge[][]): Query<void> {
    const values = [
      ...rows.flatMap(({ id, line }) =>
        line.charges.map((charge) => ({ id: charge.id, line: id, settled: null })),
      ),
      ...settled.flatMap((charges) => {
        const last = Math.max(...charges.map(({ id }) => id));
        return charges.map(({ id }) => ({ id, line: null, settled: last }));
      }),
    ];
    if (!values.length) return known(undefined);
    return effect(sql`
      UPDATE charges c SET invoice_line_id = r.line, settled_with_id = r.settled, updated_at = now()
      FROM json_to_recordset(${JSON.stringify(values)}::json) AS r(id bigint, line bigint, settled bigint)
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = r.id`);
  }

  /** Takes away what stored drafts had. */
  private cleared(ids: number[], lineIds: number[]): Query<void> {
    if (!ids.length) return known(undefined);
    const { organization_id } = this.db.actor;
    const own = sql`organization_id = ${organization_id} AND ${among('invoice_id', ids)}`;
    return effect(sql`
      WITH taxes AS (DELETE FROM invoice_taxes WHERE ${own}), billed AS (DELETE FROM billed_containers WHERE ${own})
      DELETE FROM invoice_lines WHERE ${own} AND NOT ${lineIds.length ? among('id', lineIds) : sql`false`}`);
  }

  /** Writes the taxes of documents. */
  taxes(documents: Pick<DraftDocument, 'id' | 'taxes'>[]): Query<void> {
    const rows = documents.flatMap(({ id, taxes }) => taxes.map((tax) => ({ ...tax, invoice_id: id })));
    if (!rows.length) return known(undefined);
    return effect(sql`
      INSERT INTO invoice_taxes (organization_id, invoice_id, tax_id, percent, base, amount)
      SELECT ${this.db.actor.organization_id}::bigint, r.*
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS r(invoice_id bigint, tax_id bigint, percent numeric, base numeric, amount numeric)`);
  }

  /** The containers of drafts that are of one bill of lading. */
  private containers(documents: DraftDocument[]): Query<void> {
    const rows = documents.flatMap(({ id, bill_of_lading_id, lines }) => {
      if (bill_of_lading_id === null) return [];
      const stays = new Map(lines.map(({ charges: [charge] }) => [charge!.container_id, charge!.stay_id]));
      return [...stays].flatMap(([container_id, stay_id]) =>
        container_id === null ? [] : [{ invoice_id: id, container_id, stay_id }],
      );
    });
    if (!rows.length) return known(undefined);
    return effect(sql`
      INSERT INTO billed_containers (organization_id, invoice_id, container_id, stay_id)
      SELECT ${this.db.actor.organization_id}::bigint, r.*
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(invoice_id bigint, container_id bigint, stay_id bigint)`);
  }

  private deleted(ids: number[]): Query<void> {
    if (!ids.length) return known(undefined);
    return effect(sql`
      DELETE FROM invoices WHERE organization_id = ${this.db.actor.organization_id} AND ${among('id', ids)}`);
  }
}

interface LineRow {
  id: number;
  document: DraftDocument;
  line: DraftDocument['lines'][number];
}

const LINE_COLUMNS = {
  invoice_id: 'bigint',
  description: 'text',
  quantity: 'numeric',
  currency: 'text',
  amount: 'numeric',
  total: 'numeric',
  billed_by: 'text',
  billed_per: 'text',
  item: 'text',
  tariff_name: 'text',
  tariff_general_ledger_id: 'text',
  tariff_id: 'text',
  container_id: 'bigint',
  stay_id: 'bigint',
  charge_code_id: 'bigint',
  tax_id: 'bigint',
  tax_percent: 'numeric',
  period_from: 'date',
  period_until: 'date',
};
const LINE_NAMES = raw(Object.keys(LINE_COLUMNS).join(', '));
const LINE_TYPES = raw(
  Object.entries(LINE_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/** The number of a draft: `DRAFT-48213377`. */
const madeNumber = (kind: keyof typeof BEGINNINGS): string =>
  BEGINNINGS[kind] + String(randomInt(100_000_000)).padStart(8, '0');
