import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import { ChargeShow } from '../charges/charge.view';
import { RECORD_ID, SUBJECT_TYPE } from '../charges/subjects';
import { CHARGE_COLUMNS } from '../charges/stored-charge';
import { type ChargeRow, writeCharges } from '../charges/write-charges';
import type { CreditLine } from './credit.rules';
import type { CreditedInvoiceLine } from './credited-invoice';
import { type InvoicedCharge, takenBack } from './recharge.rules';

type RechargedCharge = InvoicedCharge &
  Omit<ChargeRow, 'kind' | 'settled_with' | 'number' | 'waives_id'> & {
    line_id: number;
    waives_id: number | null;
  };

/** Takes charges off with the credit of their lines: for good, or so that the next run charges what is right then. */
@Injectable()
export class Recharges {
  constructor(private readonly db: Db) {}

  /** Locks the subjects of the charges on an invoice, before the invoice. */
  locking(invoice_id: number): Query<void> {
    const { organization_id } = this.db.actor;
    return effect(sql`
      SELECT s.id FROM charge_subjects s WHERE s.organization_id = ${organization_id} AND s.id IN (
        SELECT c.subject_id FROM charges c
        JOIN invoice_lines l ON l.organization_id = c.organization_id AND l.id = c.invoice_line_id
        WHERE c.organization_id = ${organization_id} AND l.invoice_id = ${invoice_id})
      ORDER BY s.id FOR UPDATE`);
  }

  /**
   * Writes what takes the charges of these credits off, and puts it on their lines: waivers, which comparison does not see, or
   * adjustments, with marks of the subjects.
   * @param line_ids the ids of the lines of the credit note, in the order of the credits
   * @param waived why they are waived; undefined where they are charged again
   */
  async of(
    lines: CreditedInvoiceLine[],
    credits: CreditLine<CreditedInvoiceLine>[],
    line_ids: number[],
    currency: string | null,
    waived?: string,
  ): Promise<void> {
    const charges = await this.db.run(this.invoiced(lines.map(({ id }) => id)));
    const numbers = await this.lastNumbers([...new Set(charges.map(({ subject_id }) => subject_id))]);
    const taken = credits.flatMap(({ of: line, quantity, total, isRounding }, at) => {
      if (isRounding) return [];
      const credit = { quantity, before: line.credited_quantity, total };
      const own = charges.filter(({ line_id }) => line_id === line.id);
      const found = takenBack(own, line, credit, currency);
      return found.map((each) => ({ ...each, line_id: line_ids[at]! }));
    });
    if (!taken.length) return;
    const written = taken.map(({ of, kind, first_unit, last_unit, quantity, total }): ChargeRow => {
      const number = (numbers.get(of.subject_id) ?? 0) + 1;
      numbers.set(of.subject_id, number);
      const { id, line_id: _line, waives_id, ...same } = of;
      const row = { ...same, number, first_unit, last_unit, quantity, total, settled_with: null };
      if (kind === 'waiver') return { ...row, kind, waives_id: waives_id! };
      if (waived === undefined) return { ...row, kind };
      return { ...row, kind: 'waiver', explanation: null, waives_id: id, reason: waived };
    });
    const rowsWritten = await this.db.run(writeCharges(this.db, written, [], [], null));
    const placed = written.map(({ subject_id, number }, at) => ({
      id: rowsWritten.find((row) => row.subject_id === subject_id && row.number === number)!.id,
      line: taken[at]!.line_id,
    }));
    const { organization_id } = this.db.actor;
    await this.db.run(
      effect(sql`
        UPDATE charges c SET invoice_line_id = r.line, updated_at = now()
        FROM json_to_recordset(${JSON.stringify(placed)}::json) AS r(id bigint, line bigint)
        WHERE c.organization_id = ${organization_id} AND c.id = r.id`),
    );
    if (waived !== undefined) {
      const ids = placed.map(({ id }) => id);
      return record(this.db, 'charge.waived', ChargeShow, ids);
    }
    await this.db.run(
      effect(sql`
        INSERT INTO charge_marks (organization_id, mark_type, record_id)
        SELECT s.organization_id, ${raw(SUBJECT_TYPE)}, ${raw(RECORD_ID)} FROM charge_subjects s
        WHERE s.organization_id = ${organization_id} AND ${among('s.id', [...numbers.keys()])} ORDER BY s.id`),
    );
  }

  private invoiced(line_ids: number[]): Query<RechargedCharge[]> {
    return rows<RechargedCharge>(sql`
      SELECT ${CHARGE_COLUMNS}, c.customer_id, c.invoice_line_id AS line_id
      FROM charges c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.invoice_line_id', line_ids)}
      ORDER BY c.subject_id, c.number`);
  }

  /** The number of the last charge of each subject. */
  private async lastNumbers(subject_ids: number[]): Promise<Map<number, number>> {
    const found = await this.db.query<{ id: number; last: number }>(sql`
      SELECT c.subject_id AS id, max(c.number) AS last FROM charges c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.subject_id', subject_ids)}
      GROUP BY c.subject_id`);
    return new Map(found.map(({ id, last }) => [id, last]));
  }
}
