import { Inject, Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Conflict, Invalid, NotFound, Refused, Unknown } from '../../common/errors/errors';
import { today } from '../../common/input/times';
import type { Page } from '../../common/pagination/page';
import { record } from '../../common/recording/record';
import { currentScope } from '../../common/tenancy/scope';
import { BILLING } from '../billing.codes';
import { MOST_MEMBERS } from '../money-fields';
import { markSince } from '../charges/marks';
import { dateOf, dayFrom } from '../pricing/local-days';
import { BillingRun } from './billing-run.entity';
import { RunSteps } from './run-steps.service';
import { RunWorker } from './run-worker.service';
import { billingRunModel } from './run.write';
import type { BillingProblemQuery, BillingRunQuery, CreateBillingRun } from './run.dto';
import { BillingProblemShow, BillingRunShow, isStanding } from './run.view';

/** Starts, shows and cancels billing runs. */
@Injectable()
export class BillingRunsService {
  constructor(
    private readonly db: Db,
    @Inject(RunWorker) private readonly worker: Pick<RunWorker, 'wake'>,
    private readonly steps: RunSteps,
  ) {}

  list(query: BillingRunQuery): Promise<Page> {
    return this.db
      .read(BillingRunShow)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .page(query.request());
  }

  show(id: number): Promise<object> {
    return this.db.show(BillingRunShow, id, 'Billing run');
  }

  /** @throws NotFound */
  async problems(id: number, query: BillingProblemQuery): Promise<Page> {
    if (!(await this.db.find(BillingRun, { id }))) throw new NotFound('Billing run', id);
    return this.problemsFor(query)
      .where(sql`t.billing_run_id = ${id}`)
      .page(query.request());
  }

  allProblems(query: BillingProblemQuery): Promise<Page> {
    return this.problemsFor(query).page(query.request());
  }

  private problemsFor({ open }: BillingProblemQuery) {
    const standing = raw(isStanding((column) => `t.${column}`));
    return this.db
      .read(BillingProblemShow)
      .filter(open, (isOpen) => (isOpen ? sql`t.open AND ${standing}` : sql`NOT ${standing}`));
  }

  /**
   * Starts a run, which a process works off beside requests.
   * @throws Conflict while another one is at work; Refused for a day to come; Unknown
   */
  async create({ charge_codes, ...input }: CreateBillingRun): Promise<object> {
    const { organization_id, time_zone, user_id } = this.db.actor;
    const now = today(time_zone);
    const until = input.until ?? dateOf(dayFrom(now) - 1);
    const recalculate_from = input.recalculate_from ?? null;
    if (until > now)
      throw new Refused({ code: BILLING.charge_day, sentence: `${until} is after today.`, field: 'until' });
    if (recalculate_from !== null && recalculate_from > until)
      throw new Invalid({ recalculate_from: ['must not be after until'] });
    await this.requireNone();
    const [numbered] = await this.db.query<{ number: number }>(sql`
      SELECT coalesce(max(number), 0) + 1 AS number FROM billing_runs WHERE organization_id = ${organization_id}`);
    const id = await billingRunModel.create(this.db, {
      ...input,
      until,
      recalculate_from,
      number: numbered!.number,
      charge_code_ids: await this.codes(charge_codes ?? []),
      user_id,
    });
    if (recalculate_from !== null) await this.db.run(markSince(this.db, recalculate_from));
    await record(this.db, 'billing_run.started', BillingRunShow, id);
    currentScope().afterCommit?.add(() => this.worker.wake());
    return this.show(id);
  }

  /**
   * Ends a run behind the batch that is under way. What was charged stays.
   * @throws NotFound; Conflict for one that is over
   */
  async cancel(id: number): Promise<object> {
    const run = await this.db.find(BillingRun, { id }, { lock: true });
    if (!run) throw new NotFound('Billing run', id);
    if (run.status !== 'running')
      throw new Conflict({
        code: BILLING.run_over,
        sentence: `Billing run ${run.number} is ${run.status}.`,
      });
    await this.steps.finish(run as BillingRun, 'cancelled');
    return this.show(id);
  }

  /** Locks the organization, so that of two who start runs one waits and then finds the other's. */
  private async requireNone(): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.query(sql`SELECT FROM organizations WHERE id = ${organization_id} FOR NO KEY UPDATE`);
    const running = await this.db.find(BillingRun, { status: 'running' });
    if (running)
      throw new Conflict({
        code: BILLING.run_going_on,
        sentence: `Billing run ${running.number} is still at work.`,
      });
  }

  private async codes(codes: string[]): Promise<number[]> {
    if (!codes.length) return [];
    if (codes.length > MOST_MEMBERS)
      throw new Invalid({ charge_codes: [`must have at most ${MOST_MEMBERS} items`] });
    const found = await this.db.query<{ id: number; code: string }>(sql`
      SELECT id, code FROM charge_codes
      WHERE organization_id = ${this.db.actor.organization_id} AND ${among('code', codes, 'text')} ORDER BY id`);
    codes.forEach((code, at) => {
      if (!found.some((each) => each.code === code))
        throw new Unknown('Charge code', code, `charge_codes.${at}`);
    });
    return found.map(({ id }) => id);
  }
}
