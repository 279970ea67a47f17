import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { failureOf, Unavailable } from '../../common/errors/database-errors';
import { type HeldRun, MOST_SUBJECTS, RunSteps } from './run-steps.service';

/** How often a process looks for runs that nobody works off, in milliseconds. */
const EVERY_MS = 5_000;
/** How often it looks for them while it works off others. */
const MEANWHILE_MS = 1_000;
/** The most runs that are claimed at a time, each of another organization. */
const MOST_CLAIMED = 100;
/** SQL: whether a run belongs to no process. */
const IS_FREE = sql`status = 'running' AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())`;
/** How often a step is tried before its run fails. */
const TRIES = 5;

/**
 * Works off billing runs beside requests, those of several organizations in turns. A run belongs to the process that
 * claimed it last; one that has died loses its runs after 60 seconds, and another process goes on behind their last batch.
 */
@Injectable()
export class RunWorker {
  private readonly logger = new Logger('Billing runs');
  private readonly failures = new Map<number, number>();
  /** Looks for runs at once. */
  readonly wake: () => void;

  constructor(
    private readonly background: Background,
    private readonly steps: RunSteps,
  ) {
    this.wake = background.repeat('Billing runs', EVERY_MS, () => this.work());
  }

  private async work(): Promise<void> {
    let held = await this.claim();
    let looked = performance.now();
    while (held.length && !this.background.ends) {
      const left: HeldRun[] = [];
      for (const run of held) if (await this.step(run)) left.push(run);
      held = left;
      if (performance.now() - looked < MEANWHILE_MS) continue;
      held.push(...(await this.claim()));
      looked = performance.now();
    }
    for (const run of held) await this.release(run);
  }

  /** Claims the runs that belong to no process. */
  private claim(): Promise<HeldRun[]> {
    const find = () =>
      this.background.query<{ organization_id: number }>(sql`
      SELECT organization_id FROM billing_runs WHERE ${IS_FREE} ORDER BY created_at LIMIT ${MOST_CLAIMED}`);
    return this.background.claimInTurns('Claiming a billing run', find, async ({ organization_id }) => {
      const claimed = await this.background.query<Omit<HeldRun, 'limit' | 'alone'>>(sql`
        UPDATE billing_runs SET claim = claim + 1, claimed_until = clock_timestamp() + interval '60 seconds'
        WHERE organization_id = ${organization_id} AND id IN (
          SELECT id FROM billing_runs WHERE organization_id = ${organization_id} AND ${IS_FREE}
          FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING organization_id, id, claim`);
      return claimed.map((run) => ({ ...run, limit: MOST_SUBJECTS, alone: 0 }));
    });
  }

  /** Lets another process go on with a run. */
  private async release({ organization_id, id, claim }: HeldRun): Promise<void> {
    await this.background.query(sql`
      UPDATE billing_runs SET claimed_until = clock_timestamp()
      WHERE organization_id = ${organization_id} AND id = ${id} AND claim = ${claim} AND status = 'running'`);
  }

  /** Does one step in a transaction of its own. Returns whether the run is still ours and has more to do. */
  private async step(run: HeldRun): Promise<boolean> {
    const inTransaction = <T>(work: () => Promise<T>) =>
      this.background.inOrganization(run.organization_id, 'a billing run', work);
    try {
      const more = await inTransaction(() => this.steps.next(run));
      this.failures.delete(run.id);
      return more;
    } catch (error) {
      return this.afterFailure(run, error, inTransaction);
    }
  }

  /**
   * A batch that failed is tried again subject by subject, and the one that fails alone is left out. What fails
   * otherwise, such as a database that does not answer, is tried again later, and fails the run after some times.
   */
  private async afterFailure(
    run: HeldRun,
    error: unknown,
    inTransaction: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<boolean> {
    const { organization_id, id } = run;
    const what = error instanceof Error ? error.stack : String(error);
    this.logger.error(`A step of run ${id} of organization ${organization_id} failed: ${what}`);
    delete run.prices;
    delete run.afterCharge;
    const failures = (this.failures.get(id) ?? 0) + 1;
    this.failures.set(id, failures);
    if (!(failureOf(error) instanceof Unavailable)) {
      const alone = run.limit === 1;
      run.limit = 1;
      run.alone = MOST_SUBJECTS;
      return !alone || inTransaction(() => this.steps.skip(run));
    }
    if (failures < TRIES) await this.release(run);
    else await inTransaction(() => this.steps.fail(run, 'A step failed again and again.'));
    return false;
  }
}
