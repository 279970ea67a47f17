import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { isDatabaseOut, Unavailable } from '../../errors/database-errors';
import type { Actor } from '../../tenancy/actor';
import { Organization } from '../../tenancy/organization.entity';
import { OrganizationsService } from '../../tenancy/organizations.service';
import { Db } from '../db';
import { BACKGROUND, OwnConnection } from '../pool/own-connection';

/** A recurring task. */
interface Task {
  name: string;
  every: number;
  work: () => Promise<void>;
  timer?: NodeJS.Timeout;
  running?: Promise<void>;
  /** Whether it was requested again while it runs. */
  wanted: boolean;
}

/**
 * SQL: the organizations that have rows in a table, found by as many steps along its primary key as there are of them, however
 * many rows each has.
 */
export const organizationsIn = (table: string): Sql => sql`
  WITH RECURSIVE found(organization_id) AS (
    (SELECT t.organization_id FROM ${raw(table)} t ORDER BY t.organization_id LIMIT 1)
    UNION ALL
    SELECT n.organization_id FROM found f CROSS JOIN LATERAL (
      SELECT t.organization_id FROM ${raw(table)} t WHERE t.organization_id > f.organization_id
      ORDER BY t.organization_id LIMIT 1) n
  )
  SELECT organization_id FROM found`;

/**
 * Runs the background work of the service on a connection of its own, so that it takes none from requests. A statement finds
 * for which organizations there is something to do; every other one is for one of them, and they take turns (decision 690). The
 * same connection receives the notifications of other processes.
 */
@Injectable()
export class Background implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Background');
  private readonly tasks: Task[] = [];
  private readonly channels = new Map<string, ((payload: string) => void)[]>();
  private readonly connection: OwnConnection;
  private runs = false;
  /** Whether the database lets write, as far as it is known; a failure of a task leaves that open. */
  private writes = false;
  private isStandbyTold = false;

  constructor(private readonly db: Db) {
    this.connection = new OwnConnection(db, BACKGROUND, this.channels);
  }

  /** Whether the service is ending, for work that takes long. */
  get ends(): boolean {
    return !this.runs;
  }

  /** Whether the database is a standby: then no work is done, and no notification comes, until it is promoted. */
  get waits(): boolean {
    return this.isStandbyTold;
  }

  onApplicationBootstrap(): void {
    if (!this.db.dataSource.isInitialized) return; // while only the API document is written
    this.runs = true;
    for (const task of this.tasks) this.plan(task);
  }

  async onModuleDestroy(): Promise<void> {
    this.runs = false;
    for (const { timer } of this.tasks) clearTimeout(timer);
    // Does not wait for a database that does not answer.
    await this.connection.cutOffIfAway();
    for (const { running } of this.tasks) await running;
    await this.connection.end();
  }

  /**
   * Runs `work` every `every` milliseconds while the service runs, and whenever the returned function is called, but never
   * twice at a time. A failure is logged, and the work is retried.
   */
  repeat(name: string, every: number, work: () => Promise<void>): () => void {
    const task: Task = { name, every, work, wanted: false };
    this.tasks.push(task);
    if (this.runs) this.plan(task);
    return () => this.start(task);
  }

  /** Calls `heard` with each notification on a channel of the database. */
  listen(channel: string, heard: (payload: string) => void): void {
    this.channels.set(channel, [...(this.channels.get(channel) ?? []), heard]);
  }

  /**
   * Runs one statement, for one organization unless it finds for which there is something to do. Throws Unavailable at a standby.
   */
  async query<T extends object>(statement: Sql): Promise<T[]> {
    if (this.waits) throw new Unavailable('read_only');
    return this.connection.query(statement);
  }

  /**
   * Does a batch for each organization that is found, in turns, until none has more. One for which it fails is left for the next
   * time, and takes no turn from another.
   * @param find is called anew after each round, because others may have something to do by then
   * @param batch returns whether there may be more to do
   */
  async inTurns<T extends { organization_id: number }>(
    what: string,
    find: () => Promise<T[]>,
    batch: (one: T) => Promise<boolean>,
  ): Promise<void> {
    const failed = new Set<number>();
    for (let more = true; more && this.runs;) {
      more = false;
      for (const one of await find()) {
        if (failed.has(one.organization_id) || !this.runs) continue;
        try {
          more = (await batch(one)) || more;
        } catch (error) {
          if (isDatabaseOut(error)) throw error;
          failed.add(one.organization_id);
          if (this.runs) this.logger.warn(`${what}, organization ${one.organization_id}: ${String(error)}`);
        }
      }
    }
  }

  /**
   * Claims for each organization that is found, in turns. Returns what was claimed, also where the database went away meanwhile:
   * a claim that nobody works at lasts until it is over.
   */
  async claimInTurns<T extends { organization_id: number }, C>(
    what: string,
    find: () => Promise<T[]>,
    claim: (one: T) => Promise<C[]>,
  ): Promise<C[]> {
    const claimed: C[] = [];
    try {
      await this.inTurns(what, find, async (one) => {
        claimed.push(...(await claim(one)));
        return false;
      });
    } catch (error) {
      if (!claimed.length) throw error;
      this.logger.warn(`${what}: ${String(error)}`);
    }
    return claimed;
  }

  /**
   * Runs work of the service for one organization, in one transaction on a connection of the pool.
   * @param operation the operation that the traces of its writes name
   */
  async inOrganization<T>(id: number, operation: string, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(await this.actorOf(id, operation), '', work);
  }

  /** Who works for an organization beside requests, for a user if one requested it. */
  async actorOf(id: number, operation: string, user_id: number | null = null): Promise<Actor> {
    const { manager } = this.db.dataSource;
    const organization = await manager.findOneByOrFail(Organization, { id });
    return { ...new OrganizationsService(manager).actorFor(organization, user_id), operation };
  }

  private start(task: Task): void {
    task.wanted = true;
    if (this.runs) task.running ??= this.run(task).finally(() => (task.running = undefined));
  }

  private async run(task: Task): Promise<void> {
    clearTimeout(task.timer);
    while (task.wanted && this.runs) {
      task.wanted = false;
      try {
        if (await this.mayWrite()) await task.work();
      } catch (error) {
        this.writes = false;
        if (this.runs) this.logger.warn(`${task.name}: ${String(error)}`);
      }
    }
    if (this.runs) this.plan(task);
  }

  /** Whether there is work to do: not at a standby, whose primary has instances of its own that do it. */
  private async mayWrite(): Promise<boolean> {
    if (this.writes) return true;
    const { probe } = this.db.pool;
    if (!(await probe.ask())) return true; // the task fails, as it would by itself
    this.writes = !probe.isReadOnly;
    if (this.writes === this.isStandbyTold) {
      this.isStandbyTold = !this.writes;
      this.logger.warn(
        this.writes
          ? 'The database lets write now: the work beside requests begins.'
          : 'The database is a standby: the work beside requests waits until it is promoted.',
      );
    }
    return this.writes;
  }

  private plan(task: Task): void {
    task.timer = setTimeout(() => this.start(task), task.every).unref();
  }
}
