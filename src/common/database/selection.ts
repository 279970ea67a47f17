import type { Type } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { entityOf } from '../view/view-metadata';
import { TABLE } from './compiled-view';
import { among } from './conditions';
import { Key, key, refersTo, Way, wayTo } from './references';
import type { Statement } from './statements';

/**
 * How a statement is run: by a name under which its plan is kept, also together with others that are asked in the same
 * words at the same moment, or planned for its values.
 */
export type How = 'prepared' | 'together' | 'planned';

export type Run = <T extends object>(statement: Statement, how: How) => Promise<T[]>;

/** Which records of a view are meant: those of the organization that fulfil every condition. */
export abstract class Selection {
  private readonly conditions: (Sql | (() => Sql))[];
  private readonly keys: { found: Sql; ids?: number[] }[] = [];
  private prepared = true;
  /** Whether it is the newest records that are meant. */
  protected wantsNewest = false;
  private filters = 0;

  constructor(
    protected readonly dataSource: DataSource,
    protected readonly view: Type,
    protected readonly organization_id: number,
    protected readonly run: Run,
  ) {
    this.conditions = [sql`t.organization_id = ${organization_id}`];
  }

  /** Narrows the records; an undefined condition is none. */
  where(condition: Sql | (() => Sql) | undefined): this {
    if (condition) this.conditions.push(condition);
    return this;
  }

  /**
   * Narrows the records by what a client may have sent: nothing, null and '' do not. With several filters a
   * statement is not prepared: there would be one for each combination of them.
   */
  filter<V>(value: V | null | undefined, condition: (value: V) => Sql | (() => Sql)): this {
    if (isBlank(value)) return this;
    this.filters++;
    return this.where(condition(value));
  }

  /**
   * The same by what many records fulfil with one value and hardly any with another, such as until when: the database
   * chooses how to find them for the value at hand.
   */
  skewed<V>(value: V | null | undefined, condition: (value: V) => Sql): this {
    if (isBlank(value)) return this;
    return this.filter(value, condition).unprepared();
  }

  /** The same by a time since when, which the newest records fulfil. */
  since<V>(value: V | null | undefined, condition: (value: V) => Sql): this {
    this.wantsNewest ||= !isBlank(value);
    return this.skewed(value, condition);
  }

  /**
   * Narrows the records to those that refer, along one of the paths of relations, to a record that a client may have
   * named: nothing, null and '' narrow nothing. How the record is named says `by`, a column or a `Key`.
   */
  refersTo(paths: string | string[], by: string | Key, value: string | number | null | undefined): this {
    const entity = this.dataSource.getMetadata(entityOf(this.view));
    return this.filter(value, (named) => {
      const ways = [paths]
        .flat()
        .map((path) =>
          this.refers(
            wayTo(entity, TABLE, path, typeof by === 'string' ? key(by) : by, named, this.organization_id),
          ),
        );
      return () =>
        ways.length === 1
          ? ways[0]!()
          : sql`(${join(
              ways.map((way) => way()),
              ' OR ',
            )})`;
    });
  }

  /**
   * Has the database plan the statement anew each time, for the values at hand, which costs some milliseconds. For
   * conditions that many records fulfil with one value and few with another: one plan for all of them can be slower
   * by orders of magnitude.
   */
  unprepared(): this {
    this.prepared = false;
    return this;
  }

  protected condition(): Sql {
    return join(
      this.conditions.map((each) => (typeof each === 'function' ? each() : each)),
      ' AND ',
    );
  }

  protected get isPrepared(): boolean {
    return this.prepared && this.filters < 2;
  }

  /** Runs a statement as it may be, where it is prepared as told. */
  protected query<T extends object>(statement: Statement, how: How = 'prepared'): Promise<T[]> {
    return this.run<T>(statement, this.isPrepared ? how : 'planned');
  }

  /**
   * What a key names is found before the page is, unless it is one record for certain: for an id that stands in the
   * statement the database walks an index in the order of the list, however many refer to it.
   */
  private refers(way: Way): () => Sql {
    if (!way.direct || way.finds !== 'some') return () => refersTo(way);
    const key: { found: Sql; ids?: number[] } = { found: way.found };
    this.keys.push(key);
    return () => among(way.column.sql, key.ids!);
  }

  /** Finds what the keys name, in one statement. */
  protected async resolve(): Promise<void> {
    const open = this.keys.filter(({ ids }) => !ids);
    if (!open.length) return;
    const arrays = open.map(({ found }, n) => sql`ARRAY(${found}) AS ${raw(`ids_${n}`)}`);
    const [row] = await this.query<Record<string, number[]>>(sql`SELECT ${join(arrays)}`);
    open.forEach((each, n) => (each.ids = row![`ids_${n}`]!));
  }
}

/** Whether a client has said nothing by this value. */
function isBlank(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}
