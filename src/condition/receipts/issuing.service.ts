import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Outbox } from '../../common/mail/outbox.service';
import { telling } from '../../common/recording/record';
import { currentScope, type Scope } from '../../common/tenancy/scope';
import type { Corrected, InterchangeChange } from '../../gate/visits/interchange-followers';
import { issue, type Marked } from './issue';
import type { ReceiptStatus } from './receipt.entity';
import { ReceiptShow } from './receipt.view';
import type { ReceiptDocument } from './receipt-document';

/** The keys of a document that a correction states anew (decision 922). */
const CORRECTED: Readonly<Record<Corrected | 'inspection', ('driver' | keyof ReceiptDocument)[]>> = {
  driver: ['driver', 'trucking_company'],
  equipment: ['container', 'chassis', 'genset', 'booking', 'bills_of_lading', 'dock_receipt'],
  seals: ['container'],
  inspection: ['condition', 'is_clean', 'seals_as_announced', 'damages', 'known', 'remarks'],
};

/** Why issues may be made in a transaction. */
const STATUS_OF = { completed: 'issued', corrected: 'corrected', reversed: 'cancelled' } as const;

interface Pending {
  marks: Map<number, Marked>;
  statuses: Set<ReceiptStatus>;
}

/**
 * Issues the receipts of interchanges that a transaction completes, corrects or reverses. They are made by the statements that end
 * it, so that they state what it leaves, and hold the counter of numbers no longer than the commit takes.
 */
@Injectable()
export class IssuingService {
  private readonly pending = new WeakMap<Scope, Pending>();

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /** Marks interchanges, whose visit the caller has locked. */
  follow(change: InterchangeChange): void {
    this.mark(change.ids, change.done, change.done === 'corrected' ? CORRECTED[change.what] : []);
  }

  /** Marks interchanges whose inspection was made or changed after their completion. */
  inspected(interchange_ids: number[]): void {
    if (interchange_ids.length) this.mark(interchange_ids, 'corrected', CORRECTED.inspection);
  }

  /** Marks the interchanges whose receipts name a damage that was entered in error. */
  async withdrawn({ id, container_id }: { id: number; container_id: number }): Promise<void> {
    const named = JSON.stringify([{ id }]);
    const found = await this.db.query<{ interchange_id: number }>(sql`
      SELECT DISTINCT r.interchange_id FROM receipts r
      WHERE r.organization_id = ${this.db.actor.organization_id} AND r.container_id = ${container_id}
        AND r.interchange_id IS NOT NULL
        AND (r.document -> 'damages' @> ${named}::jsonb OR r.document -> 'known' @> ${named}::jsonb)`);
    this.inspected(found.map(({ interchange_id }) => interchange_id));
  }

  private mark(ids: number[], done: InterchangeChange['done'], corrected: string[]): void {
    const { marks, statuses } = this.ofTransaction();
    statuses.add(STATUS_OF[done]);
    for (const interchange_id of ids) {
      const mark = marks.get(interchange_id) ?? { interchange_id, completed: false, corrected: [] };
      if (done === 'completed') mark.completed = true;
      mark.corrected.push(...corrected);
      marks.set(interchange_id, mark);
    }
  }

  private ofTransaction(): Pending {
    const scope = currentScope();
    const known = this.pending.get(scope);
    if (known) return known;
    const pending: Pending = { marks: new Map(), statuses: new Set() };
    this.pending.set(scope, pending);
    // in front of the events, which tell of the receipts
    scope.last?.unshift(() => this.statements(pending));
    return pending;
  }

  private statements({ marks, statuses }: Pending): Sql[] {
    const marked = [...marks.values()];
    const ids = marked.map(({ interchange_id }) => interchange_id);
    const told = [...statuses].flatMap((status) =>
      telling(this.db, `receipt.${status}`, ReceiptShow, this.madeNow(ids, status)),
    );
    // corrections of one interchange may be of several records, which do not lock each other
    const locks = statuses.has('corrected') ? [this.lock(ids), this.lockDrivers(ids)] : [];
    const mailStatus = this.outbox.isSetUp ? 'queued' : 'not_sent';
    return [...locks, issue(this.db.actor, marked, mailStatus), ...told];
  }

  private lock(ids: number[]): Sql {
    return sql`
      SELECT FROM interchanges i
      WHERE i.organization_id = ${this.db.actor.organization_id} AND ${among('i.id', ids)}
      ORDER BY i.id FOR NO KEY UPDATE`;
  }

  /** SQL: keeps the drivers from being erased, or waits until one is, before their names are read. */
  private lockDrivers(ids: number[]): Sql {
    const { organization_id } = this.db.actor;
    return sql`
      SELECT FROM truck_drivers d
      WHERE d.organization_id = ${organization_id} AND d.id IN (
        SELECT v.truck_driver_id FROM interchanges i
        JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)})
      ORDER BY d.id FOR KEY SHARE`;
  }

  /** SQL: the ids of the issues of a status that the transaction has made. */
  private madeNow(ids: number[], status: ReceiptStatus): Sql {
    return sql`
      SELECT r.id FROM receipts r
      WHERE r.organization_id = ${this.db.actor.organization_id} AND ${among('r.interchange_id', ids)}
        AND r.status = ${status} AND r.created_at = now()::timestamp(3) with time zone`;
  }
}
