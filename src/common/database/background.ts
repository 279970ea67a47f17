import { Injectable, Logger, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import { Organization } from '../tenancy/organization.entity';
import { OrganizationsService } from '../tenancy/organizations.service';
import { Db } from './db';
import { OwnConnection, Query } from './own-connection';

/** By what name the database knows the connection. */
export const BACKGROUND = 'wharfinger background';

/** Something that is done again and again. */
interface Task {
  name: string;
  every: number;
  work: () => Promise<void>;
  timer?: NodeJS.Timeout;
  running?: Promise<void>;
  /** Whether somebody wants it done once more. */
  wanted: boolean;
}

/**
 * What the service does beside requests, for all organizations, on a connection of its own: so it takes none from a
 * request. On the same connection the database tells what happens in other processes.
 */
@Injectable()
export class Background implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Background');
  private readonly tasks: Task[] = [];
  private readonly channels = new Map<string, ((payload: string) => void)[]>();
  private readonly connection: OwnConnection;
  private runs = false;

  constructor(private readonly db: Db) {
    this.connection = new OwnConnection(db, BACKGROUND, this.channels);
  }

  onApplicationBootstrap(): void {
    if (!this.db.dataSource.isInitialized) return; // only the API document is made
    this.runs = true;
    for (const task of this.tasks) this.plan(task);
  }

  async onModuleDestroy(): Promise<void> {
    this.runs = false;
    for (const { timer } of this.tasks) clearTimeout(timer);
    // nothing is waited for of a database that does not answer
    await this.connection.cutOffIfAway();
    for (const { running } of this.tasks) await running;
    await this.connection.end();
  }

  /**
   * Does `work` each `every` milliseconds while the service runs, and whenever the function that is returned is called;
   * never twice at a time. A failure is logged, and the work is tried again.
   */
  repeat(name: string, every: number, work: () => Promise<void>): () => void {
    const task: Task = { name, every, work, wanted: false };
    this.tasks.push(task);
    if (this.runs) this.plan(task);
    return () => this.start(task);
  }

  /** Calls `heard` with what is notified on a channel of the database. */
  listen(channel: string, heard: (payload: string) => void): void {
    this.channels.set(channel, [...(this.channels.get(channel) ?? []), heard]);
  }

  /** Runs one statement, for all organizations. */
  query<T extends object>(statement: Sql): Promise<T[]> {
    return this.connection.query(statement);
  }

  /** Runs work in one transaction, for all organizations. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.connection.transaction(work);
  }

  /**
   * Runs work for one organization as the service's own, in one transaction on a connection of the pool.
   * @param operation what the traces of what is written name
   */
  async inOrganization<T>(id: number, operation: string, work: () => Promise<T>): Promise<T> {
    const { manager } = this.db.dataSource;
    const organization = await manager.findOneByOrFail(Organization, { id });
    const actor = new OrganizationsService(manager).actorFor(organization);
    return this.db.transaction({ ...actor, operation }, '', work);
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
        await task.work();
      } catch (error) {
        if (this.runs) this.logger.warn(`${task.name}: ${String(error)}`);
      }
    }
    if (this.runs) this.plan(task);
  }

  private plan(task: Task): void {
    task.timer = setTimeout(() => this.start(task), task.every).unref();
  }
}
