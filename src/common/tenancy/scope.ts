import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Actor } from './actor';

/** Sends a statement, which may be prepared by name. */
type Send = <T extends object>(
  statement: Pick<Sql, 'text' | 'values'>,
  named: boolean,
) => Promise<QueryResult<T>>;

/** What one request (or one command) runs in: who acts, and in which transaction. */
export interface Scope {
  actor: Actor;
  /** Sends a statement in its transaction, if it is one. */
  send?: Send;
  /** The address the client reaches the service at, for links inside records. */
  base: string;
  /** When it has to be over, as `performance.now()` tells the time; Infinity for a command. */
  deadline: number;
  /** Whether it may write: it is one transaction then. */
  writes: boolean;
  /** What is still to be done in its transaction when the work is done: the statements. */
  last?: (() => Sql[])[];
  /** What is to be done once its transaction has ended well. */
  afterCommit?: Set<() => void>;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` in a scope of its own. */
export function runIn<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  return scopes.run(scope, work);
}

/** Runs `work` in the running scope, but after the request was answered: its deadline is over or soon will be. */
export function runLater<T>(work: () => Promise<T>): Promise<T> {
  return runIn({ ...currentScope(), deadline: Infinity }, work);
}

/** The scope of the running request; undefined outside of one. */
export function runningScope(): Scope | undefined {
  return scopes.getStore();
}

/** The scope of the running request; throws outside of one, which is a defect. */
export function currentScope(): Scope {
  const scope = scopes.getStore();
  if (!scope) throw new Error('No request or command is running here');
  return scope;
}

/** The IANA time zone that a local time in the running request is meant in. */
export function currentTimeZone(): string {
  return currentScope().actor.time_zone;
}
