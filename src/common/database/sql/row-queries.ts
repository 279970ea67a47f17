import type { DataSource } from 'typeorm';
import sql, { type Sql } from 'sql-template-tag';
import { currentScope } from '../../tenancy/scope';
import { humanize } from '../../errors/humanize';
import { Unknown } from '../../errors/errors';
import type { ColumnName, ColumnOf, Columns, Row, RowClass, Values } from '../../schema/columns';
import { effect, known, planned, type Query, row, rows } from './query';
import { ofParties } from '../../party-wall/party-wall';
import { Condition, Rows, type Selected } from './rows';

/** Conditions on columns, all of which must hold; a list means one of its values. */
export type Where<E extends Row> = { [P in ColumnOf<E>]?: E[P] | E[P][] };

/** Queries of the running organization's rows, for `Db.pipeline`. Each is one statement. */
export class RowQueries {
  private readonly rows: Rows;

  constructor(private readonly dataSource: DataSource) {
    this.rows = new Rows(dataSource);
  }

  /** The matching row, or null. `lock` locks it until the transaction ends. */
  find<E extends Row>(
    entity: RowClass<E>,
    where: Where<E>,
    options: { lock?: boolean } = {},
  ): Query<Columns<E> | null> {
    const statement = this.select(entity, where, { ...options, first: true });
    return row<Columns<E>>(statement).map((found) => found ?? null);
  }

  /** The matching rows in order of id, which is also the lock order with `lock`. `only` selects some columns. */
  findAll<E extends Row, C extends ColumnOf<E> = ColumnOf<E>>(
    entity: RowClass<E>,
    where: Where<E>,
    options: { lock?: boolean; only?: readonly C[] } = {},
  ): Query<Pick<Columns<E>, C>[]> {
    return rows<Pick<Columns<E>, C>>(this.select(entity, where, options));
  }

  /** Inserts rows and answers their ids in the same order. */
  insert<E extends Row>(entity: RowClass<E>, ...values: Values<E>[]): Query<number[]> {
    if (!values.length) return known([]);
    const statement = this.rows.insert(
      entity,
      values.map((each) => this.owned(each)),
    );
    // Each number of rows gives another text: prepare only that of one row.
    const sent = values.length === 1 ? statement : planned(statement);
    return rows<{ id: number }>(sent).map((written) => written.map(({ id }) => id));
  }

  /** Inserts a row and answers its id; undefined when another row has the same value in a column. */
  insertUnlessTaken<E extends Row>(
    entity: RowClass<E>,
    values: Values<E>,
    column: string,
  ): Query<number | undefined> {
    const statement = this.rows.insert(entity, [this.owned(values)], { unlessTaken: column });
    return row<{ id: number }>(statement).map((written) => written?.id);
  }

  /** Deletes one row. */
  remove<E extends Row>(entity: RowClass<E>, id: number): Query<void> {
    return effect(this.rows.delete(entity, this.owned({ id })));
  }

  /** Deletes the matching rows. */
  removeAll<E extends Row>(entity: RowClass<E>, where: Where<E>): Query<void> {
    return effect(this.rows.delete(entity, this.owned(where)));
  }

  /**
   * Updates columns of one row. Undefined keeps a column; null resets a NOT NULL column to its default.
   * @param which its id, or the locked row as it is stored: if no column differs, nothing is written, not even
   *   `updated_at`
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
   * Resolves a reference in a request, given as `<field>_id` or else by key as `<field>`. The answer is a decision, so
   * that all unknown references are refused together (`allOf`): null when the request clears the reference, undefined
   * when it leaves it. The decision throws Unknown with the field when there is no such record.
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

  /** Resolves a key to an id, as a decision that throws Unknown with the field when there is no such record. */
  idBy<E extends Row>(
    entity: RowClass<E>,
    key: ColumnName<E> | 'id',
    value: string | number,
    field: string,
  ): Query<() => number> {
    const statement = this.select(entity, { [key]: value }, { first: true });
    return row<{ id: number }>(statement).map((found) => () => {
      if (!found) throw new Unknown(humanize(field), value, field);
      return found.id;
    });
  }

  /** The time of the database, see `Db.now`. */
  now(earliest: Date | null = null): Query<Date> {
    return row<{ now: Date }>(sql`SELECT greatest(clock_timestamp(), ${earliest}::timestamptz) AS now`).map(
      (answer) => answer!.now,
    );
  }

  /** Rows of the organization, and for an actor that is limited to parties only those that concern them. */
  private select(entity: RowClass, where: object, options: Omit<Selected, 'concerning'>): Sql {
    const { tableName } = this.dataSource.getMetadata(entity);
    const concerning = ofParties(this.dataSource, entity, tableName, currentScope().actor);
    return this.rows.select(entity, this.owned(where), { ...options, concerning });
  }

  private owned(where: object): Condition {
    return { ...where, organization_id: currentScope().actor.organization_id };
  }
}
