import { isDeepStrictEqual } from 'node:util';
import sql, { raw } from 'sql-template-tag';
import { billReference } from '../../cargo/bills-of-lading/bill-lookup';
import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { StayLine, stayOrNone } from '../../cargo/stays/container-stay.write';
import { User } from '../../common/auth/user.kind';
import { among } from '../../common/database/sql/conditions';
import { In } from '../../common/input/in';
import { BadValue } from '../../common/input/values';
import { column, type FieldMap, reference } from '../../common/write/field-map';
import { joinKey, type Lookup, lookupOf, tableOfKeys } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { CustomerLine } from '../customers/customer-key';
import { customerReference } from '../customers/customer-reference';
import { amountColumn, amountInput } from '../money-fields';
import { Charge } from './charge.entity';
import { CHARGE_KINDS } from './charge-words';
import { eventOfFile } from './event-of-file';
import { CHARGE, placeOf, SubjectLine, subjectReference } from './subject-reference';
import { RECORD_ID, SUBJECT_TYPE } from './subjects';

/** Another charge, which may be of another subject. */
class ChargeKey {
  @In.object(() => SubjectLine, { required: true }) subject: SubjectLine;
  @In.int({ min: 1, required: true }) number: number;
}

/** A charge in a file, which states what was charged. */
class ChargeLine extends StayLine {
  @In.object(() => SubjectLine, { required: true }) subject: SubjectLine;
  @In.int({ min: 1, required: true }) number: number;
  @In.oneOf(CHARGE_KINDS, { required: true }) kind: string;
  @In.text({ required: true }) charge_code: string;
  @In.text() container?: string | null;
  @In.object(() => BillKey) bill_of_lading?: BillKey | null;
  @In.text() event?: string | null;
  @In.int({ min: 1 }) first_unit?: number | null;
  @In.int({ min: 1 }) last_unit?: number | null;
  @In.date({ required: true }) occurred_on: string;
  @In.date() period_from?: string | null;
  @In.date() period_until?: string | null;
  @In.number({ required: true }) quantity: number;
  @In.text({ required: true }) billed_by: string;
  @In.text({ required: true }) billed_per: string;
  @amountInput({ required: true }) amount: string;
  @In.number({ required: true }) total: number;
  @In.text({ required: true }) currency: string;
  @In.object(() => CustomerLine) customer?: CustomerLine | null;
  @In.text() tariff?: string | null;
  @In.int({ min: 1 }) rate_position?: number | null;
  @In.bool({ notNull: true }) ahead?: boolean;
  @In.custom({ type: 'object', additionalProperties: true }, toObject) explanation?: object | null;
  @In.note() reason?: string | null;
  /** The number of the charge of the same subject that a waiver waives. */
  @In.int({ min: 1 }) waives?: number | null;
  /** The charge with which it nets to nothing. */
  @In.object(() => ChargeKey) settled_with?: ChargeKey | null;
  /** The invoice that it is on, and the place, from 1, of its line. */
  @In.text() invoice?: string | null;
  @In.int({ min: 1 }) invoice_line?: number | null;
  @In.text() user?: string | null;
  @In.time({ required: true }) created_at: string;
}

function toObject(raw: unknown): unknown {
  if (typeof raw !== 'object' || Array.isArray(raw)) throw new BadValue('must be an object');
  return raw;
}

/** SQL: the lines `l` of an invoice before a line and it, which are its place. */
const PLACE = `SELECT count(*) FROM invoice_lines l
  JOIN invoice_lines p ON p.organization_id = l.organization_id AND p.invoice_id = l.invoice_id AND p.id <= l.id
  WHERE l.organization_id = t.organization_id AND l.id = t.invoice_line_id HAVING count(*) > 0`;

/** A line of an invoice by the number of the invoice and its place. */
const LINE: Lookup = {
  kind: 'invoices',
  what: 'Line',
  keyOf: (named) => joinKey(...(named as [string, number])),
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)}
    JOIN invoices i ON i.organization_id = ${organization_id} AND i.number = k.key::json ->> 0
    CROSS JOIN LATERAL (
      SELECT l.id FROM invoice_lines l WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id
      ORDER BY l.id OFFSET (k.key::json ->> 1)::integer - 1 LIMIT 1) f`,
  name: (of) => `(SELECT i.number FROM invoice_lines l
    JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
    WHERE l.organization_id = t.organization_id AND l.id = ${of})`,
  unknown: (key) => {
    const [invoice, place] = JSON.parse(key) as [string, number];
    return `${place} of invoice '${invoice}' is unknown`;
  },
};

const invoiceLine: FieldMap = {
  columns: ['invoice_line_id'],
  kinds: [LINE.kind],
  value: () => LINE.name('t.invoice_line_id'),
  put: (row, invoice) => {
    const { invoice_line = 1 } = row.said<ChargeLine>();
    if (invoice) row.want('invoice', LINE, [invoice, invoice_line], (id) => row.set('invoice_line_id', id));
    else if (invoice === null) row.set('invoice_line_id', null);
  },
};

/** The charge that a waiver waives, which the file states before it or which is stored. */
const waived: FieldMap = {
  columns: ['waives_id'],
  value: () =>
    `(SELECT c.number FROM charges c WHERE c.organization_id = t.organization_id AND c.id = t.waives_id)`,
  put: (row, value) => {
    if (value === null) row.set('waives_id', null);
  },
  complete: async (all, run) => {
    const rows = (all as RowOf<Charge>[]).filter(({ values }) => values.waives);
    if (!rows.length) return;
    const { organization_id } = run.db.actor;
    const stored = await run.db.query<{ id: number; subject_id: number; number: number }>(sql`
      SELECT id, subject_id, number FROM charges WHERE organization_id = ${organization_id}
        AND ${among('subject_id', [...new Set(rows.map(({ columns }) => columns.subject_id!))])}`);
    const known = new Map(stored.map(({ id, subject_id, number }) => [`${subject_id} ${number}`, id]));
    const kept = await run.idsAt(
      'charges',
      rows.map(({ values }) => placeOf(values.subject as SubjectLine, values.waives as number)),
    );
    rows.forEach((row, at) => {
      const id = known.get(`${row.columns.subject_id} ${row.values.waives as number}`) ?? kept[at];
      if (id === undefined) row.invalid('waives', `'${String(row.values.waives)}' is unknown`);
      else row.set('waives_id', id);
    });
  },
};

/**
 * Charges in files: what was charged is stated, not calculated, and never changes; only where it was invoiced, or what
 * it nets to nothing with, may be stated later. The subjects are marked, and stay charged as far as their charges go.
 */
export const chargeModel = new WriteModel<Charge>({
  entity: Charge,
  input: [ChargeLine],
  key: ['subject', 'number'],
  compares: true,
  place: ({ subject, number }) => placeOf(subject as SubjectLine, number as number),
  maps: {
    subject: { ...subjectReference, written: markAndReach },
    charge_code: reference('charge_code', lookupOf('charge_codes', 'code')),
    container: reference('container', lookupOf('containers', 'number')),
    stay: stayOrNone('charges'),
    bill_of_lading: billReference(),
    event: eventOfFile,
    amount: amountColumn('amount'),
    customer: customerReference(),
    tariff: reference('tariff', lookupOf('tariffs', 'name')),
    waives: waived,
    settled_with: reference('settled_with', CHARGE),
    invoice: invoiceLine,
    invoice_line: { columns: [], value: () => `(${PLACE})`, put: () => undefined },
    user: reference('user', lookupOf(User, 'email')),
    created_at: column('created_at'),
  },
  checks: [keepCharged],
});

/** What a file may state of a charge that is stored. */
const LATER: ReadonlySet<string> = new Set(['invoice_line_id', 'settled_with_id']);

function keepCharged(rows: RowOf<Charge>[]): void {
  for (const row of rows) {
    const { before } = row as WriteRow;
    if (!before) continue;
    const changes = Object.entries(row.columns).some(
      ([name, value]) => !LATER.has(name) && value !== undefined && !isSame(value, before[name]),
    );
    if (changes) row.invalid('number', 'is charged otherwise: a charge never changes');
  }
}

function isSame(sent: unknown, stored: unknown): boolean {
  if (stored instanceof Date) return new Date(sent as string).getTime() === stored.getTime();
  if (typeof stored === 'string' && typeof sent === 'number') return Number(stored) === sent;
  if (typeof stored === 'string' && typeof sent === 'string' && /^-?[\d.]+$/.test(stored))
    return Number(stored) === Number(sent);
  return isDeepStrictEqual(sent ?? null, stored ?? null);
}

/** Marks the subjects for the next run, and has them charged as far as their units go. */
async function markAndReach(rows: WriteRow[], { db }: WriteRun): Promise<void> {
  const { organization_id } = db.actor;
  const ids = [...new Set(rows.map(({ columns }) => columns.subject_id as number))];
  await db.query(sql`
    INSERT INTO charge_marks (organization_id, mark_type, record_id)
    SELECT s.organization_id, ${raw(SUBJECT_TYPE)}, ${raw(RECORD_ID)} FROM charge_subjects s
    WHERE s.organization_id = ${organization_id} AND ${among('s.id', ids)} ORDER BY s.id`);
  await db.query(sql`
    UPDATE charge_subjects s SET charged_through = c.through, updated_at = now()
    FROM (
      SELECT c.subject_id, max(c.period_until) AS through FROM charges c
      WHERE c.organization_id = ${organization_id} AND ${among('c.subject_id', ids)} GROUP BY c.subject_id) c
    WHERE s.organization_id = ${organization_id} AND s.id = c.subject_id
      AND (s.charged_through IS NULL OR s.charged_through < c.through)`);
}
