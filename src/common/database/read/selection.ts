import type { Type } from '@nestjs/common';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { entityOf } from '../../view/view-metadata';
import { TABLE } from './compiled-view';
import { asTerminal } from '../sql/as-terminal';
import { among, contains } from '../sql/conditions';
import { Key, key, Named, referenceAlong, refersTo, Way, wayTo } from '../sql/references';
import { planned } from '../sql/query';
import type { Template } from '../sql/batches';
import type { Statement } from '../sql/statements';

/** The most records that are looked up before the page, for a condition on what refers to them. */
const FEW_RECORDS = 1_000;

/** Runs a statement; a template may run in a batch with others. */
export type Run = <T extends object>(statement: Statement | Template) => Promise<T[]>;

/** A selection of records of a view: those of the organization that match every condition. */
export abstract class Selection {
  private readonly conditions: (Sql | (() => Sql))[];
  private readonly keys: { found: Sql; ids?: number[] }[] = [];
  private prepared = true;
  /** Whether the newest records match the conditions. */
  protected wantsNewest = false;
  protected filters = 0;

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

  /** `skewed` for a part of a text that any of the columns has, in any case. An index of its parts serves each. */
  search(columns: readonly string[], part: string | null | undefined): this {
    if (!columns.length) return this;
    return this.skewed(
      part,
      (text) =>
        sql`(${join(
          columns.map((column) => contains(`t.${column}`, text)),
          ' OR ',
        )})`,
    );
  }

  /** `filter` for a column that a client gave one value for, or several. */
  among(column: string, values: string[] | null | undefined): this {
    return this.filter(values, (each) => among(column, each, 'text'));
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
   * Keeps the records that refer, along one of the paths of relations, to a record that a client named, by one value or
   * several. undefined, null and '' add no condition.
   * @param by how the client names the record: a column or a `Key`
   */
  refersTo(paths: string | string[], by: string | Key, value: Named | Named[] | null | undefined): this {
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
   * `filter` for a condition on ids that a statement before the page finds.
   * @param find SQL that selects the ids
   */
  found<V>(value: V | null | undefined, find: (value: V) => Sql, condition: (ids: number[]) => Sql): this {
    if (isBlank(value)) return this;
    return this.filter(value, (named) => {
      const key = this.key(find(named));
      return () => (key.ids!.length ? condition(key.ids!) : sql`false`);
    }).unprepared();
  }

  /**
   * Keeps the records for which the first of these paths that leads to a record leads to one that a client named, such as
   * the company of an announcement, else that of its truck. undefined, null and '' add no condition.
   */
  refersToFirst(paths: string[], by: Key, value: Named | Named[] | null | undefined): this {
    if (isBlank(value)) return this;
    const entity = this.dataSource.getMetadata(entityOf(this.view));
    return this.unprepared().filter(value, (named) => {
      const steps = paths.map((path) => {
        const way = wayTo(entity, TABLE, path, by, named, this.organization_id);
        const target = this.key(sql`${way.found} LIMIT ${FEW_RECORDS + 1}`);
        return { way, target, reference: referenceAlong(entity, TABLE, path, this.organization_id) };
      });
      return () => {
        const found = steps[0]!.target.ids!;
        const each = steps.map(({ way, target, reference }, n) => {
          const blank = steps.slice(0, n).map((step) => sql`${step.reference} IS NULL AND `);
          // Of a record to which very many refer, some are found soon in order of ids.
          const is =
            target.ids!.length > FEW_RECORDS
              ? sql`${reference} = ANY(${found}::bigint[])`
              : among(way.column.sql, target.ids!);
          return sql`(${blank.length ? join(blank, '') : empty}${is})`;
        });
        return sql`(${join(each, ' OR ')})`;
      };
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

  /** SQL of all conditions, but for one of them. */
  protected condition(but?: Sql): Sql {
    return join(
      this.conditions
        .filter((each) => each !== but)
        .map((each) => (typeof each === 'function' ? each() : each)),
      ' AND ',
    );
  }

  /** Whether there is no condition but that of the organization and this one. */
  protected hasOnly(condition: Sql): boolean {
    return this.conditions.length === 2 && this.conditions[1] === condition;
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
    const key = this.key(way.found);
    return () => among(way.column.sql, key.ids!);
  }

  /** Ids that a statement before the page finds. */
  private key(found: Sql): { found: Sql; ids?: number[] } {
    const key = { found };
    this.keys.push(key);
    return key;
  }

  /** Resolves the keys, in one statement. */
  protected async resolve(): Promise<void> {
    const open = this.keys.filter(({ ids }) => !ids);
    if (!open.length) return;
    const arrays = open.map(({ found }, n) => sql`ARRAY(${found}) AS ${raw(`ids_${n}`)}`);
    const [row] = await this.query<Record<string, number[]>>(
      asTerminal(
        'which records a filter names, of which the list shows its own',
        sql`SELECT ${join(arrays)}`,
      ),
    );
    open.forEach((each, n) => (each.ids = row![`ids_${n}`]!));
  }
}

/** Whether the client sent no value. */
function isBlank(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}
