import type { Statement } from './statements';

/** The rows that a statement returns. */
type Rows = object[];

/**
 * Statements that are not sent yet, in their order, and the function that makes an answer of their rows. Locks and
 * look-ups return one, so that an action states what it sends and in which order; `Db.pipeline` sends them.
 */
export class Query<R> {
  constructor(
    readonly statements: readonly Statement[],
    /** Makes the answer from the rows of each statement; throws what they refuse. */
    readonly answer: (results: Rows[]) => R,
  ) {}

  /** The same statements with another answer. */
  map<S>(change: (answer: R) => S): Query<S> {
    return new Query(this.statements, (results) => change(this.answer(results)));
  }
}

export type Queries<T extends unknown[]> = { [K in keyof T]: Query<T[K]> };

/** A query for the rows of a statement. */
export function rows<T extends object>(statement: Statement): Query<T[]> {
  return new Query([statement], ([first]) => first as T[]);
}

/** A query for the first row of a statement. */
export function row<T extends object>(statement: Statement): Query<T | undefined> {
  return rows<T>(statement).map(([first]) => first);
}

/** A query of a statement without an answer, such as a lock. */
export function effect(statement: Statement): Query<void> {
  return new Query([statement], () => undefined);
}

/** A query with an answer that needs no statement. */
export function known<R>(answer: R): Query<R> {
  return new Query([], () => answer);
}

/** The statement with a custom plan each time it is sent, for values that no generic plan serves. */
export function planned({ text, values }: Statement): Statement {
  return { text, values, planned: true };
}

/** Combines several queries into one, in their order. */
export function all<T extends unknown[]>(...queries: Queries<T>): Query<T> {
  return new Query(
    queries.flatMap(({ statements }) => statements),
    (results) => {
      let at = 0;
      return queries.map(({ statements, answer }) =>
        answer(results.slice(at, (at += statements.length))),
      ) as T;
    },
  );
}

/** Combines queries of one kind, in their order. Their rows are those of all. */
export function rowsOfAll<R>(queries: Query<R[]>[]): Query<R[]> {
  return all<R[][]>(...queries).map((parts) => parts.flat());
}
