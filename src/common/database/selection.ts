import type { Type } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { entityOf } from '../view/view-metadata';
import { TABLE } from './compiled-view';
import { among } from './conditions';
import { Key, key, refersTo, Way, wayTo } from './references';
import { planned } from './query';
import type { Template } from './batches/batches';
import type { Statement } from './statements';

/** Runs a statement; a template may run in a batch with others. */
export type Run = <T extends object>(statement: Statement | Template) => Promise<T[]>;

/** A selection of records of a view: those of the organization that match every condition. */
export abstract class Selection {
  private readonly conditions: (Sql | (() => Sql))[];
  private readonly keys: { found: Sql; ids?: number[] }[] = [];
  private prepared = true;
  /** Whether the newest records match the conditions. */
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

  /** Adds a condition; undefined adds none. */
  where(condition: Sql | (() => Sql) | undefined): this {
    if (condition) this.conditions.push(condition);
    return this;
  }

  /**
   * Adds a condition if the client sent a value: undefined, null and '' add none. With several filters the statement is
   * not prepared, because each combination would be another one.
   */
  filter<V>(value: V | null | undefined, condition: (value: V) => Sql | (() => Sql)): this {
    if (isBlank(value)) return this;
    this.filters++;
    return this.where(condition(value));
  }

  /**
   * `filter` for a condition that many records match with one value and hardly any with another, such as an upper limit
   * of time. The statement gets a custom plan.
   */
  skewed<V>(value: V | null | undefined, condition: (value: V) => Sql): this {
    if (isBlank(value)) return this;
    return this.filter(value, condition).unprepared();
  }

  /** `skewed` for a lower limit of time, which the newest records match. */
  since<V>(value: V | null | undefined, condition: (value: V) => Sql): this {
    this.wantsNewest ||= !isBlank(value);
    return this.skewed(value, condition);
  }

  /**
   * Keeps the records that refer, along one of the paths of relations, to the record that a client named. undefined,
   * null and '' add no condition.
   * @param by how the client names the record: a column or a `Key`
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
   * Runs the statement with a custom plan, which costs some milliseconds each time. For conditions that many records
   * match with one value and few with another: a generic plan can be slower by orders of magnitude.
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

  /** Runs a statement, with a custom plan if the conditions need one. */
  protected query<T extends object>(statement: Statement | Template): Promise<T[]> {
    return this.run<T>(this.isPrepared ? statement : planned(statement));
  }

  /**
   * Resolves a key to ids before the page is read. With the ids in the statement, PostgreSQL walks an index in the
   * order of the list, however many records refer to them. A key of at most one record stays in the statement.
   */
  private refers(way: Way): () => Sql {
    if (!way.direct || way.finds !== 'some') return () => refersTo(way);
    const key: { found: Sql; ids?: number[] } = { found: way.found };
    this.keys.push(key);
    return () => among(way.column.sql, key.ids!);
  }

  /** Resolves the keys, in one statement. */
  protected async resolve(): Promise<void> {
    const open = this.keys.filter(({ ids }) => !ids);
    if (!open.length) return;
    const arrays = open.map(({ found }, n) => sql`ARRAY(${found}) AS ${raw(`ids_${n}`)}`);
    const [row] = await this.query<Record<string, number[]>>(sql`SELECT ${join(arrays)}`);
    open.forEach((each, n) => (each.ids = row![`ids_${n}`]!));
  }
}

/** Whether the client sent no value. */
function isBlank(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}
