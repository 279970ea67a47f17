import type { DataSource } from 'typeorm';
import sql from 'sql-template-tag';
import { currentScope } from '../tenancy/scope';
import { humanize } from '../errors/constraints';
import { Unknown } from '../errors/errors';
import type { ColumnName, ColumnOf, Columns, Row, RowClass, Values } from '../schema/columns';
import { effect, known, planned, type Query, row, rows } from './query';
import { Condition, Rows } from './rows';

/** What the columns of a row must be; a list for one of several. */
export type Where<E extends Row> = { [P in ColumnOf<E>]?: E[P] | E[P][] };

/** Queries of rows of the running organization, for `Db.pipeline`; each is one statement. */
export class RowQueries {
  private readonly rows: Rows;

  constructor(dataSource: DataSource) {
    this.rows = new Rows(dataSource);
  }

  /** The row that matches, or null. With `lock`, it stays as it is until the transaction ends. */
  find<E extends Row>(
    entity: RowClass<E>,
    where: Where<E>,
    options: { lock?: boolean } = {},
  ): Query<Columns<E> | null> {
    const statement = this.rows.select(entity, this.owned(where), { ...options, first: true });
    return row<Columns<E>>(statement).map((found) => found ?? null);
  }

  /**
   * The rows that match, in order of their ids, which with `lock` is the order of locking; of their columns `only` these,
   * where that is given.
   */
  findAll<E extends Row, C extends ColumnOf<E> = ColumnOf<E>>(
    entity: RowClass<E>,
    where: Where<E>,
    options: { lock?: boolean; only?: readonly C[] } = {},
  ): Query<Pick<Columns<E>, C>[]> {
    return rows<Pick<Columns<E>, C>>(this.rows.select(entity, this.owned(where), options));
  }

  /** Writes new rows and answers their ids in the same order. */
  insert<E extends Row>(entity: RowClass<E>, ...values: Values<E>[]): Query<number[]> {
    if (!values.length) return known([]);
    const statement = this.rows.insert(
      entity,
      values.map((each) => this.owned(each)),
    );
    // there is a statement for each number of rows
    const sent = values.length === 1 ? statement : planned(statement);
    return rows<{ id: number }>(sent).map((written) => written.map(({ id }) => id));
  }

  /**
   * Writes the given columns of one row. Those that are undefined stay as they are, and null makes a column that is never
   * null its default again.
   * @param which its id; or the row as it is stored, locked: then nothing is written, `updated_at` neither, where nothing
   *   differs from it
   */
  update<E extends Row>(
    entity: RowClass<E>,
    which: number | (Columns<E> & Pick<Row, 'id'>),
    values: Values<E>,
  ): Query<void> {
    if (typeof which === 'object' && !this.rows.differs(entity, which, values)) return known(undefined);
    const id = typeof which === 'object' ? which.id : which;
    return effect(this.rows.update(entity, values, this.owned({ id })));
  }

  /**
   * The id of the record that a request names as `<field>_id`, or else by key as `<field>`: a decision, so that all that is
   * unknown is refused together. It answers null when the request clears the reference, undefined when it does not speak of
   * it, and throws Unknown naming the field when there is no such record.
   */
  reference<E extends Row>(
    entity: RowClass<E>,
    key: ColumnName<E>,
    field: string,
    input: object,
  ): Query<() => number | null | undefined> {
    const { [`${field}_id`]: id, [field]: named } = input as Record<
      string,
      number | string | null | undefined
    >;
    if (typeof id === 'number') return this.idBy(entity, 'id', id, `${field}_id`);
    if (named === undefined) return known(() => (id === null ? null : undefined));
    return named === null || named === '' ? known(() => null) : this.idBy(entity, key, named, field);
  }

  /** The id of the record with this key, as a decision that throws Unknown naming the field when there is none. */
  idBy<E extends Row>(
    entity: RowClass<E>,
    key: ColumnName<E> | 'id',
    value: string | number,
    field: string,
  ): Query<() => number> {
    const statement = this.rows.select(entity, this.owned({ [key]: value }), { first: true });
    return row<{ id: number }>(statement).map((found) => () => {
      if (!found) throw new Unknown(humanize(field), value, field);
      return found.id;
    });
  }

  /** What the clock of the database says, as `Db.now` does. */
  now(earliest: Date | null = null): Query<Date> {
    return row<{ now: Date }>(sql`SELECT greatest(clock_timestamp(), ${earliest}::timestamptz) AS now`).map(
      (answer) => answer!.now,
    );
  }

  private owned(where: object): Condition {
    return { ...where, organization_id: currentScope().actor.organization_id };
  }
}
