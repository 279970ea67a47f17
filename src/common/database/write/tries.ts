import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { failureOf, Unavailable } from '../../errors/database-errors';
import { Background } from './background';
import { Db } from '../db';

/** How often work at a row is tried. */
export const MOST_TRIES = 3;

/** SQL: what is set where something goes on for ever that was given up, such as a channel: it is tried once more in an hour. */
export const IN_AN_HOUR = sql`tries = ${MOST_TRIES - 1}, try_at = clock_timestamp() + interval '1 hour'`;

/** A row that a worker has taken up. */
interface TakenUp {
  /** Its table, which counts in the column `tries`. */
  table: string;
  organization_id: number;
  id: number;
  /** How often the row was taken up, with this time. It is stored and committed, since a process that dies says nothing. */
  tries: number;
}

/** What is done at a row that was taken up. */
interface AtRow<T> {
  work: () => Promise<T>;
  /** Ends the row with a sentence in place of a fourth try, so that the rows behind it go on. */
  giveUp: () => Promise<T>;
}

/**
 * Keeps a row at which the service fails, or even dies, from being taken up for ever (decision 740). A worker counts the try
 * on the row before it works. A try that ends because the database is away or the service stops is given back.
 */
@Injectable()
export class Tries implements OnModuleDestroy {
  private readonly logger = new Logger('Tries');
  /** The rows that this process works at. */
  private readonly underWay = new Set<TakenUp>();
  /** Rows, by table and id, whose try could not be given back yet because the database is away. */
  private readonly owed = new Set<string>();

  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {}

  /** Gives the tries back that a stop may cut off. */
  async onModuleDestroy(): Promise<void> {
    for (const row of [...this.underWay]) await this.giveBack(row);
  }

  /**
   * Works at a row, or gives it up: when three tries ended without a word, and when the third one fails.
   * @throws what the work throws in a try before the third, or in one that is given back
   */
  async at<T>(row: TakenUp, { work, giveUp }: AtRow<T>): Promise<T> {
    const isOwed = this.owed.delete(keyOf(row));
    this.underWay.add(row);
    if (isOwed) await this.giveBack(row).finally(() => this.underWay.add(row));
    const tries = row.tries - Number(isOwed);
    try {
      if (tries <= MOST_TRIES) return await work();
      this.logger.warn(
        `${nameOf(row)} is given up: the service ended ${MOST_TRIES} times while it worked at it`,
      );
    } catch (error) {
      if (!(await this.counts(error))) {
        await this.giveBack(row);
        throw error;
      }
      if (tries < MOST_TRIES) throw error;
      this.logger.warn(`${nameOf(row)} is given up: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      this.underWay.delete(row);
    }
    return giveUp();
  }

  /** Whether a try counts that ended with this failure. One that took the time of a statement or transaction does. */
  private async counts(error: unknown): Promise<boolean> {
    if (this.background.ends) return false;
    const failure = failureOf(error);
    if (!(failure instanceof Unavailable)) return true;
    if (failure.reason === 'statement_timeout' || failure.reason === 'deadline') return true;
    // PostgreSQL ends the session of a transaction that waits too long for its next statement, and goes on itself
    return failure.reason === 'connection_lost' && this.db.pool.probe.ask();
  }

  private async giveBack(row: TakenUp): Promise<void> {
    if (!this.underWay.delete(row)) return;
    await this.background
      .query(
        sql`UPDATE ${raw(row.table)} SET tries = greatest(0, tries - 1)
          WHERE organization_id = ${row.organization_id} AND id = ${row.id}`,
      )
      .catch(() => this.owed.add(keyOf(row)));
  }
}

const keyOf = ({ table, organization_id, id }: TakenUp) => `${table} ${organization_id} ${id}`;

const nameOf = ({ table, organization_id, id }: TakenUp) =>
  `${table} ${id} of organization ${organization_id}`;
