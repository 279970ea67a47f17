import type { Statement } from './statements';

/** The rows that a statement answers. */
type Rows = object[];

/**
 * Statements that are not sent yet, in their order, and what their rows come to. Whoever locks or asks returns one, so that
 * an action writes down what it sends, and in which order; `Db.pipeline` sends it.
 */
export class Query<R> {
  constructor(
    readonly statements: readonly Statement[],
    /** Makes the answer of the rows of each statement; throws what they refuse. */
    readonly answer: (results: Rows[]) => R,
  ) {}

  /** The same statements, answered otherwise. */
  map<S>(change: (answer: R) => S): Query<S> {
    return new Query(this.statements, (results) => change(this.answer(results)));
  }
}

/** Queries, each with its own answer. */
export type Queries<T extends unknown[]> = { [K in keyof T]: Query<T[K]> };

/** The rows of a statement. */
export function rows<T extends object>(statement: Statement): Query<T[]> {
  return new Query([statement], ([first]) => first as T[]);
}

/** The first row of a statement. */
export function row<T extends object>(statement: Statement): Query<T | undefined> {
  return rows<T>(statement).map(([first]) => first);
}

/** A statement that answers nothing, such as a lock. */
export function effect(statement: Statement): Query<void> {
  return new Query([statement], () => undefined);
}

/** An answer that is known without a statement. */
export function known<R>(answer: R): Query<R> {
  return new Query([], () => answer);
}

/** The statement, planned for its values each time it is sent: for values that no one plan serves. */
export function planned({ text, values }: Statement): Statement {
  return { text, values, planned: true };
}

/** Several queries as one, in their order. */
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
