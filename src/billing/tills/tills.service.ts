import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import { key } from '../../common/database/sql/references';
import { Conflict, naming, NotFound } from '../../common/errors/errors';
import { startOfDay, startOfNextDay } from '../../common/input/times';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { SetupService } from '../../common/setup/setup.service';
import { asTime } from '../../common/view/view';
import { BILLING } from '../billing.codes';
import { customerShown } from '../customers/customer-reference';
import { Numbering } from '../invoices/numbering';
import { money } from '../money';
import type { CloseTill, OpenTill, TillClosingQuery } from './till.dto';
import { Till } from './till.kind';
import { tillModel } from './till.write';
import { TillClosing } from './till-closing.entity';
import { countedOf, differenceOf, expectedOf, type TillEntry } from './till-closing.rules';
import { TillClosingShow } from './till-closing.view';

type Entry = TillEntry & { id: number; direction: string };

/** Tills: a set-up kind whose records are opened, and counted when they are closed. */
@Injectable()
export class TillsService extends SetupService<Till> {
  constructor(
    db: Db,
    private readonly numbering: Numbering,
  ) {
    super(db, kindOf(Till), tillModel);
  }

  /** @throws NotFound; Conflict for one that is open, or that is not active */
  async open(name: string, { float }: OpenTill): Promise<Json> {
    const till = await this.find(name, { lock: true });
    if (till.opened_at || !till.active)
      throw new Conflict({
        code: till.opened_at ? BILLING.till_open : BILLING.till_closed,
        sentence: till.opened_at ? `Till ${till.name} is open.` : `Till ${till.name} is not active.`,
        records: naming('till', till.name),
      });
    await recordUpdate(this.db, kindEvent('till', 'updated'), this.view, till.id, async () =>
      this.db.update(Till, till.id, {
        opened_at: await this.db.now(),
        opened_by_id: this.db.actor.user_id,
        float: money(float, till.currency),
      }),
    );
    return this.read(till.id);
  }

  /**
   * Counts and closes a till. Payments wait for it, and it for them, so that each is in one closing.
   * @throws NotFound; Conflict for one that is not open
   */
  async close(name: string, input: CloseTill): Promise<Json> {
    const till = await this.find(name, { lock: true });
    const { id: till_id, currency, opened_at, opened_by_id, float } = till;
    if (!opened_at || float === null)
      throw new Conflict({
        code: BILLING.till_closed,
        sentence: `Till ${till.name} is not open.`,
        records: naming('till', till.name),
      });
    const entries = await this.db.run(this.entries(till_id));
    const counted = countedOf(input.counted);
    const expected = expectedOf(float, entries);
    const closed_at = await this.db.now(opened_at);
    const id = await this.db.insert(TillClosing, {
      number: await this.numbering.next('till_closing', closed_at),
      till_id,
      currency,
      opened_at,
      opened_by_id,
      closed_at,
      closed_by_id: this.db.actor.user_id,
      float,
      expected,
      counted,
      difference: differenceOf(counted, expected),
      payments: entries.map(shownOf),
    });
    await this.db.run(
      this.closing(
        till_id,
        id,
        entries.map((entry) => entry.id),
      ),
    );
    await record(this.db, 'till.closed', this.view, till_id, closed_at);
    return this.db.show(TillClosingShow, id, 'Till closing');
  }

  closings(query: TillClosingQuery): Promise<Page> {
    const { time_zone } = this.db.actor;
    return this.db
      .read(TillClosingShow)
      .refersTo('till', key('name'), query.till)
      .skewed(query.closed_from, (day) => sql`t.closed_at >= ${startOfDay(day, time_zone)}::timestamptz`)
      .skewed(query.closed_until, (day) => sql`t.closed_at < ${startOfNextDay(day, time_zone)}::timestamptz`)
      .page(query.request());
  }

  /** @throws NotFound */
  async showClosing(idOrNumber: string): Promise<Json> {
    const closing = await this.db.readByIdOrKey(TillClosingShow, 'number', idOrNumber.trim());
    if (!closing) throw new NotFound('Till closing', idOrNumber);
    return closing;
  }

  /** Locks and reads what no closing counts yet: payments of the till, and reversals of those that earlier ones count. */
  private entries(till_id: number): Query<Entry[]> {
    const { organization_id } = this.db.actor;
    return rows<Entry>(sql`
      WITH pending AS MATERIALIZED (
        SELECT p.* FROM payments p
        WHERE p.organization_id = ${organization_id} AND p.till_id = ${till_id}
          AND (p.till_closing_id IS NULL OR (p.status = 'reversed' AND p.reversal_closing_id IS NULL))
        FOR UPDATE OF p
      )
      SELECT p.id, p.number, p.way, p.amount::text, p.reference, p.direction, p.status = 'reversed' AS reversed,
        CASE WHEN p.till_closing_id IS NOT NULL THEN 'reversal' WHEN p.direction = 'out' THEN 'refund' ELSE 'payment' END AS entry,
        ${raw(customerShown('p.organization_id', 'p.customer_id'))} ->> 'name' AS customer,
        ${raw(asTime('CASE WHEN p.till_closing_id IS NOT NULL THEN p.reversed_at ELSE p.paid_at END'))} AS at
      FROM pending p
      ORDER BY p.till_closing_id IS NOT NULL, p.id`);
  }

  /** Has a closing count these payments or their reversals, and closes the till. */
  private closing(till_id: number, closing_id: number, ids: number[]): Query<void> {
    const { organization_id } = this.db.actor;
    return effect(sql`
      WITH counted AS (
        UPDATE payments p SET
          till_closing_id = coalesce(p.till_closing_id, ${closing_id}),
          reversal_closing_id = CASE WHEN p.status = 'reversed' THEN ${closing_id}::bigint END, updated_at = now()
        WHERE p.organization_id = ${organization_id} AND p.id = ANY(${ids}::bigint[])
      )
      UPDATE tills SET opened_at = NULL, opened_by_id = NULL, "float" = NULL, updated_at = now()
      WHERE organization_id = ${organization_id} AND id = ${till_id}`);
  }
}

/** An entry as the closing lists it. */
const shownOf = ({ number, way, entry, amount, reference, customer, at, reversed }: Entry): TillEntry => ({
  number,
  way,
  entry,
  amount,
  reference,
  customer,
  at,
  reversed,
});
