import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Actor } from './actor';

/** Sends a statement, which may be prepared by name. */
type Send = <T extends object>(
  statement: Pick<Sql, 'text' | 'values'>,
  named: boolean,
) => Promise<QueryResult<T>>;

/** Where a request reads that does not write. All its reads share it. */
export interface Reads {
  /** Whether the replica may answer; never again once the primary has, because no read may see less than one before it. */
  fromReplica: boolean;
  /** The position in the log of the database up to which each read has to see what was written. */
  after: bigint;
}

/** The context of one request or command: the actor and the transaction. */
export interface Scope {
  actor: Actor;
  /** Sends a statement in the transaction, if there is one. */
  send?: Send;
  /** The base address of the service, for links in records. */
  base: string;
  /** The deadline on the clock of `performance.now()`; Infinity for a command. */
  deadline: number;
  /** Where the answer goes, which closes when the client is gone; undefined for a command. */
  answer?: ServerResponse;
  /** Whether the request asks for a list as a file, which has no pages. */
  asFile?: boolean;
  /** Whether it may write, which makes it one transaction. */
  writes: boolean;
  /** Whether the process had seen a party of the organization in use when the transaction began. */
  tellsParties?: boolean;
  /** Where it reads outside of a transaction; on the primary by default. */
  reads?: Reads | undefined;
  /** Makes the statements to run at the end of the transaction. */
  last?: (() => Sql[])[];
  /** What to call after the commit. */
  afterCommit?: Set<() => void>;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` in a scope of its own. */
export function runIn<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

/** Runs `work` in the running scope without its deadline, for work after the handler has answered. */
export function runLater<T>(work: () => Promise<T>): Promise<T> {
  return runIn({ ...currentScope(), deadline: Infinity }, work);
}

/** The scope of the running request; undefined outside of one. */
export function runningScope(): Scope | undefined {
  return scopes.getStore();
}

/** The scope of the running request. Throws outside of one, which is a defect. */
export function currentScope(): Scope {
  const scope = scopes.getStore();
  if (!scope) throw new Error('No request or command is running here');
  return scope;
}

/** The IANA time zone of local times in the running request. */
export function currentTimeZone(): string {
  return currentScope().actor.time_zone;
}
