import { Injectable } from '@nestjs/common';
import sql, { empty, type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query } from '../../common/database/sql/query';
import { record } from '../../common/recording/record';
import { expandMarks } from '../charges/marks';
import { solvedProblems } from '../charges/solved-problems';
import { addSubjects, lockSubjects } from '../charges/subjects';
import { ChargingService } from '../charges/charging.service';
import { DraftsService } from '../drafts/drafts.service';
import { Exact, money } from '../money';
import type { Problem } from '../pricing/item';
import { dayFrom } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { storedPrices } from '../pricing/stored-prices';
import { SUBJECT_TYPES, type SubjectType } from '../tariffs/measures';
import { BillingRun } from './billing-run.entity';
import { isNarrowed } from './narrowing';
import { countMarks, markPresent, nextMarked, takeMarks } from './run-marks';
import { BillingRunShow } from './run.view';

/** The most subjects of a batch. */
export const MOST_SUBJECTS = 200;

/** A run that a process works off, and what it remembers between its transactions. */
export interface HeldRun {
  organization_id: number;
  id: number;
  claim: number;
  /** The prices, which are read once; read again when a tariff was published meanwhile. */
  prices?: { published: number; list: PriceList };
  /** How many subjects the next batch has: 1 behind a batch that failed, to find the one that fails. */
  limit: number;
  /** For how many batches of one subject that stays so. */
  alone: number;
  /** Behind which charge of the customer the drafts go on. */
  afterCharge?: { customer: number; charge: number };
}

/** A problem as a run notes it. The subject is null where it is not known any more. */
type NotedProblem = Problem & { subject_id: number | null };

/** What a step takes: the ids of marks, and SQL that closes problems of before. */
interface Taken {
  marks?: number[];
  solved?: Sql;
}

/** A run that this transaction has locked, with how many tariffs are published. */
type LockedRun = BillingRun & { published: number };

/** Works off runs, one transaction after the other: marking, charging in batches, and making drafts. */
@Injectable()
export class RunSteps {
  constructor(
    private readonly db: Db,
    private readonly charging: ChargingService,
    private readonly drafts: DraftsService,
  ) {}

  /** Does the next step of a run, within the running transaction. Returns whether there is more to do. */
  async next(held: HeldRun): Promise<boolean> {
    const run = await this.lock(held);
    if (!run) return false;
    if (run.phase === 'marking') await this.mark(run);
    else if (run.phase === 'charging') await this.charge(run, held);
    else if (!(await this.draft(run, held))) return false;
    return true;
  }

  /** Locks a run that is still ours, so that nobody else claims or cancels it before the step has ended. */
  private async lock({ organization_id, id, claim }: HeldRun): Promise<LockedRun | undefined> {
    const [run] = await this.db.query<LockedRun>(sql`
      SELECT r.*, (
        SELECT count(t.published_at)::integer FROM tariffs t WHERE t.organization_id = r.organization_id) AS published
      FROM billing_runs r
      WHERE r.organization_id = ${organization_id} AND r.id = ${id} AND r.claim = ${claim} AND r.status = 'running'
      FOR NO KEY UPDATE OF r`);
    return run;
  }

  /** Makes marks of subjects of those that stand for several, step by step, and then counts what is marked. */
  private async mark(run: BillingRun): Promise<void> {
    if (await expandMarks(this.db)) return this.advance(run, {});
    if (run.interim) await this.db.run(markPresent(this.db, run));
    const counted = await this.db.run(countMarks(this.db, run));
    await this.advance(run, { phase: 'charging', after_type: SUBJECT_TYPES[0], after_id: 0, ...counted });
  }

  /** Charges the next batch: subjects of one type, in order of their ids. */
  private async charge(run: LockedRun, held: HeldRun): Promise<void> {
    const type = run.after_type as SubjectType;
    const { limit } = held;
    const marked = await this.db.run(nextMarked(this.db, run, { type, after: run.after_id ?? 0, limit }));
    const behind = marked.length === limit ? { after_id: marked.at(-1)!.record_id } : behindType(type);
    if (!marked.length) return this.advance(run, behind);
    const charged = await this.charging.charge(
      marked.map(({ record_id: id }) => ({ type, id })),
      {
        until: dayFrom(run.until),
        interim: run.interim,
        codes: run.charge_code_ids,
        run: run.id,
        prices: await this.prices(held, run.published),
      },
    );
    const left = new Set(charged.beyond.map(({ id }) => id));
    const taken = isNarrowed(run) ? [] : marked.filter(({ record_id }) => !left.has(record_id));
    await this.advance(
      run,
      {
        ...behind,
        subjects_done: run.subjects_done + marked.length,
        charges: run.charges + charged.charges,
        adjustments: run.adjustments + charged.adjustments,
        totals: added(run.totals as Record<string, string>, charged.totals),
      },
      charged.problems,
      {
        marks: taken.flatMap(({ marks }) => marks),
        solved: solvedProblems(run.organization_id, charged.subject_ids, [], run.charge_code_ids),
      },
    );
    if (--held.alone <= 0) held.limit = MOST_SUBJECTS;
  }

  /**
   * Leaves out a subject that cannot be charged: its mark stays for the next run. What fails otherwise ends the run.
   * Returns whether there is more to do.
   */
  async skip(held: HeldRun): Promise<boolean> {
    const run = await this.lock(held);
    if (!run) return false;
    if (run.phase !== 'charging') {
      await this.finish(run, 'failed', `The step '${run.phase}' failed.`);
      return false;
    }
    const type = run.after_type as SubjectType;
    const [marked] = await this.db.run(
      nextMarked(this.db, run, { type, after: run.after_id ?? 0, limit: 1 }),
    );
    if (!marked) return true;
    const sentence = `The charges of ${type.replaceAll('_', ' ')} ${marked.record_id} could not be calculated.`;
    const keys = [{ type, id: marked.record_id }];
    const [, [subject]] = await this.db.pipeline(addSubjects(this.db, keys), lockSubjects(this.db, keys));
    const subject_id = subject?.subject_id ?? null;
    const problem = { code: 'calculation_failed' as const, charge_code_id: null, sentence, subject_id };
    await this.db.run(this.notedBefore([problem]));
    await this.advance(run, { after_id: marked.record_id, subjects_done: run.subjects_done + 1 }, [problem]);
    return true;
  }

  /** Makes the next drafts. Returns whether there are more. */
  private async draft(run: BillingRun, held: HeldRun): Promise<boolean> {
    const customer = run.invoice ? await this.nextCustomer(run, held) : undefined;
    if (customer === undefined) {
      await this.finish(run, 'completed');
      return false;
    }
    const after = held.afterCharge?.customer === customer ? held.afterCharge.charge : 0;
    const { invoices, problems, next } = await this.drafts.ofRun({ run: run.id, customer, after });
    if (next === null) delete held.afterCharge;
    else held.afterCharge = { customer, charge: next };
    const after_id = next === null ? customer : run.after_id;
    if (problems.length) await this.db.run(this.notedBefore(problems));
    await this.advance(run, { after_id, invoices: run.invoices + invoices }, problems);
    return true;
  }

  private async nextCustomer(
    { customer_id, after_id }: BillingRun,
    held: HeldRun,
  ): Promise<number | undefined> {
    if (held.afterCharge) return held.afterCharge.customer;
    if (customer_id !== null) return after_id! < customer_id ? customer_id : undefined;
    return this.drafts.nextCustomer(after_id ?? 0);
  }

  /** Ends a run, and tells of it. */
  async finish(
    run: BillingRun,
    status: 'completed' | 'cancelled' | 'failed',
    failure?: string,
  ): Promise<void> {
    const finished_at = await this.db.now();
    await this.db.update(BillingRun, run, { status, phase: 'over', finished_at, failure: failure ?? null });
    await record(this.db, `billing_run.${status}`, BillingRunShow, run.id);
  }

  private async prices(held: HeldRun, published: number): Promise<PriceList> {
    if (held.prices?.published !== published)
      held.prices = { published, list: await this.db.run(storedPrices(this.db, sql`'0001-01-02'::date`)) };
    return held.prices.list;
  }

  /** Closes what was noted of these problems before: they are open where they are noted last. */
  private notedBefore(problems: NotedProblem[]): Query<void> {
    return effect(sql`
      UPDATE billing_problems b SET open = false
      FROM json_to_recordset(${JSON.stringify(problems)}::json) AS p(subject_id bigint, charge_code_id bigint, code text)
      WHERE b.organization_id = ${this.db.actor.organization_id} AND b.subject_id = p.subject_id AND b.open
        AND b.code = p.code AND b.charge_code_id IS NOT DISTINCT FROM p.charge_code_id`);
  }

  /** Notes how far a run has come, with its problems and what it has taken and closed, in one statement. */
  private async advance(
    run: BillingRun,
    to: Partial<BillingRun>,
    problems: NotedProblem[] = [],
    { marks = [], solved }: Taken = {},
  ): Promise<void> {
    Object.assign(run, to, { problems: run.problems + problems.length });
    const { organization_id, id } = run;
    await this.db.query(sql`
      WITH taken AS (${takeMarks(organization_id, marks)}), ${solved ? sql`solved AS (${solved}),` : empty} noted AS (
        INSERT INTO billing_problems (organization_id, billing_run_id, subject_id, charge_code_id, code, sentence, open)
        SELECT ${organization_id}, ${id}, p.subject_id, p.charge_code_id, p.code, p.sentence, true
        FROM json_to_recordset(${JSON.stringify(problems)}::json)
          AS p(subject_id bigint, charge_code_id bigint, code text, sentence text))
      UPDATE billing_runs SET phase = ${run.phase}, after_type = ${run.after_type}, after_id = ${run.after_id},
        marks_until = ${run.marks_until}, subjects = greatest(${run.subjects}::integer, ${run.subjects_done}::integer),
        subjects_done = ${run.subjects_done}, charges = ${run.charges}, adjustments = ${run.adjustments},
        invoices = ${run.invoices}, problems = ${run.problems}, totals = ${JSON.stringify(run.totals)}::jsonb,
        claimed_until = clock_timestamp() + interval '60 seconds', tries = 0, updated_at = now()
      WHERE organization_id = ${organization_id} AND id = ${id}`);
  }
}

/** Where a run goes on behind the last subject of a type. */
function behindType(type: SubjectType): Partial<BillingRun> {
  const following = SUBJECT_TYPES[SUBJECT_TYPES.indexOf(type) + 1];
  return following
    ? { after_type: following, after_id: 0 }
    : { phase: 'drafting', after_type: null, after_id: 0 };
}

/** The sums of two tables of totals by currency. */
function added(totals: Record<string, string>, more: Record<string, string>): Record<string, string> {
  const sums = { ...totals };
  for (const [currency, total] of Object.entries(more))
    sums[currency] = money(new Exact(sums[currency] ?? 0).plus(total), currency);
  return sums;
}
