import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Tries } from '../../common/database/write/tries';
import { failureOf, Unavailable } from '../../common/errors/database-errors';
import { stackOf } from '../../common/errors/stack-of';
import { type HeldRun, MOST_SUBJECTS, RunSteps } from './run-steps.service';

/** How often a process looks for runs that nobody works off, in milliseconds. */
const EVERY_MS = 5_000;
/** How often it looks for them while it works off others. */
const MEANWHILE_MS = 1_000;
/** The most runs that are claimed at a time, each of another organization. */
const MOST_CLAIMED = 100;
/** SQL: whether a run belongs to no process. */
const IS_FREE = sql`status = 'running' AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())`;

/**
 * Works off billing runs beside requests, those of several organizations in turns. A run belongs to the process that
 * claimed it last; one that has died loses its runs after 60 seconds, and another process goes on behind their last batch.
 */
@Injectable()
export class RunWorker {
  private readonly logger = new Logger('Billing runs');
  /** Looks for runs at once. */
  readonly wake: () => void;

  constructor(
    private readonly background: Background,
    private readonly tries: Tries,
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

  /**
   * Does one step in a transaction of its own, which is noted on the run before. A batch that was begun before is charged subject by
   * subject, so that the one at which the service fails is found and left out. Returns whether the run is still ours and has
   * more to do.
   */
  private async step(run: HeldRun): Promise<boolean> {
    const { organization_id, id, claim } = run;
    const inTransaction = <T>(work: () => Promise<T>) =>
      this.background.inOrganization(organization_id, 'a billing run', work);
    const [begun] = await this.background.query<{ tries: number }>(sql`
      UPDATE billing_runs SET tries = tries + 1
      WHERE organization_id = ${organization_id} AND id = ${id} AND claim = ${claim} AND status = 'running'
      RETURNING tries`);
    if (!begun) return false;
    if (begun.tries > 1) oneByOne(run);
    try {
      return await this.tries.at(
        { table: 'billing_runs', organization_id, id, tries: begun.tries },
        {
          work: () => inTransaction(() => this.steps.next(run)),
          giveUp: () => inTransaction(() => this.steps.skip(run)),
        },
      );
    } catch (error) {
      return this.afterFailure(run, error, inTransaction);
    }
  }

  /**
   * What failed because of the database is tried again later. A batch that failed otherwise is tried again subject by subject,
   * and the one that fails alone is left out.
   */
  private async afterFailure(
    run: HeldRun,
    error: unknown,
    inTransaction: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<boolean> {
    const { organization_id, id } = run;
    // A lock that was lost and a database that is away are no defects: the step is tried again.
    const isOut = failureOf(error) instanceof Unavailable;
    this.logger[isOut ? 'warn' : 'error'](
      `A step of run ${id} of organization ${organization_id} failed: ${isOut ? String(error) : stackOf(error)}`,
    );
    delete run.prices;
    delete run.afterCharge;
    const wasAlone = run.limit === 1;
    oneByOne(run);
    if (!isOut) return !wasAlone || inTransaction(() => this.steps.skip(run));
    await this.release(run);
    return false;
  }
}

/** The next batches have one subject each. */
function oneByOne(run: HeldRun): void {
  run.limit = 1;
  run.alone = MOST_SUBJECTS;
}
