import type { Type } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { NotFound } from '../errors/errors';
import { Json, JsonParts } from '../json';
import { COUNT_LIMIT, Page, PageRequest } from '../pagination/page';
import { BASE, Compiler } from '../view/compiler';
import { entityOf } from '../view/view-metadata';
import { Key, key, refersTo } from './references';

/** How many records of a whole list are read and sent at a time. */
const BATCH = 250;

/** The alias of a view's own table in conditions: `sql`t.name = ${name}``. */
const TABLE = 't';

interface Compiled {
  table: Sql;
  /** The parts of the object's SQL around the places where the base address goes. */
  object: string[];
}

const compiled = new WeakMap<DataSource, Map<Type, Compiled>>();

/** Reads records of one view as JSON. Conditions speak of the view's own table as `t`. */
export class Reader {
  private readonly conditions: Sql[];
  private whole?: { key: string; object: Sql; what: string };
  private prepared = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly view: Type,
    private readonly organization_id: number,
    private readonly base: string,
    private readonly run: <T extends object>(statement: Sql, prepared: boolean) => Promise<T[]>,
  ) {
    this.conditions = [sql`t.organization_id = ${organization_id}`];
  }

  /** Narrows the records; an undefined condition is none. */
  where(condition: Sql | undefined): this {
    if (condition) this.conditions.push(condition);
    return this;
  }

  /** Narrows the records by what a client may have sent: nothing, null and '' do not. */
  filter<V>(value: V | null | undefined, condition: (value: V) => Sql): this {
    return this.where(value === undefined || value === null || value === '' ? undefined : condition(value));
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
          refersTo(entity, TABLE, path, typeof by === 'string' ? key(by) : by, named, this.organization_id),
        );
      return ways.length === 1 ? ways[0]! : sql`(${join(ways, ' OR ')})`;
    });
  }

  /**
   * Plans the statement for the values at hand each time, for some milliseconds: where what is common for one
   * value is rare for another, a plan for any value can be wrong by orders of magnitude.
   */
  unprepared(): this {
    this.prepared = false;
    return this;
  }

  /** The record that matches (the oldest, if several do); undefined when none does. */
  async one(): Promise<Json | undefined> {
    const { table, object } = this.compile();
    const [row] = await this.query<{ json: string }>(
      sql`SELECT (${object})::text AS json FROM ${table} ${raw(TABLE)} WHERE ${this.condition()} ORDER BY t.id LIMIT 1`,
    );
    return row && new Json(row.json);
  }

  /**
   * The record that matches.
   * @param what how the record is called when it is not there: "Truck AB-12"
   * @throws NotFound
   */
  async orNotFound(what: string): Promise<Json> {
    const json = await this.one();
    if (!json) throw new NotFound(what);
    return json;
  }

  /** Every record that matches, as one JSON array in order of the ids. For lists that are bounded by nature. */
  async all(): Promise<Json> {
    const { table, object } = this.compile();
    const [row] = await this.query<{ json: string }>(
      sql`SELECT coalesce(json_agg(${object} ORDER BY t.id), '[]')::text AS json
          FROM ${table} ${raw(TABLE)} WHERE ${this.condition()}`,
    );
    return new Json(row!.json);
  }

  /**
   * Answers a JSON object beside the list: the record that the list belongs to, read in the same statement.
   * A page throws NotFound when it is null.
   * @param what how that record is called then: "Voyage 'V100'"
   */
  beside(key: string, object: Sql, what: string): this {
    this.whole = { key, object, what };
    return this;
  }

  /**
   * Every record that matches, in order of the ids, however many there are: which ones is settled now, and
   * they are read a batch at a time while the answer is sent. For GET requests.
   */
  async stream(): Promise<JsonParts> {
    const { table } = this.compile();
    const [row] = await this.query<{ ids: number[] }>(
      sql`SELECT coalesce(array_agg(t.id ORDER BY t.id), '{}') AS ids FROM ${table} t WHERE ${this.condition()}`,
    );
    const { ids } = row!;
    const first = await this.batch(ids.slice(0, BATCH));
    // the rest is read when the handler has returned already, but still for the same organization
    const inThisScope = AsyncLocalStorage.snapshot();
    const next = (from: number) => inThisScope(() => this.batch(ids.slice(from, from + BATCH)));
    return new JsonParts(
      (async function* () {
        yield first;
        for (let from = BATCH; from < ids.length; from += BATCH) yield await next(from);
      })(),
    );
  }

  /**
   * One page in order of the ids, with a count that stops at COUNT_LIMIT + 1. The page is chosen on the main
   * table alone; relations are read for its records only.
   */
  page(request: PageRequest): Promise<Page> {
    return request.fromEnd === undefined ? this.numbered(request) : this.fromEnd(request);
  }

  private async batch(ids: number[]): Promise<string> {
    const { table, object } = this.compile();
    const [row] = await this.query<{ json: string }>(sql`
      SELECT coalesce(string_agg((${object})::text, ',' ORDER BY t.id), '') AS json
      FROM ${table} t WHERE ${this.conditions[0]!} AND t.id = ANY(${ids})`);
    return row!.json;
  }

  private query<T extends object>(statement: Sql): Promise<T[]> {
    return this.run<T>(statement, this.prepared);
  }

  private async numbered(request: PageRequest): Promise<Page> {
    const { number = 1, after, per } = request;
    const { fetched, ...slice } = await (after === undefined
      ? this.slice(per, (number - 1) * per, sql`ASC`)
      : this.slice(per, 0, sql`ASC`, sql`t.id > ${after}`));
    return {
      ...slice,
      request,
      hasNext: fetched > per,
      hasPrevious: this.hasPage(number - 1, per, slice.total),
    };
  }

  /** Whether there is a page of this number; one beyond the records that were counted may be. */
  private hasPage(number: number, per: number, total: number): boolean {
    return number === 1 || (number > 1 && ((number - 1) * per < total || total > COUNT_LIMIT));
  }

  /** The last page, or one counted back from it: by number while the count is exact, else from the far end. */
  private async fromEnd(request: PageRequest): Promise<Page> {
    const { fromEnd = 0, per } = request;
    const counted = await this.count();
    if (counted <= COUNT_LIMIT)
      return this.numbered({
        ...request,
        number: Math.max(1, Math.ceil(counted / per) - fromEnd),
        fromEnd: undefined,
      });
    const { fetched, ...slice } = await this.slice(per, fromEnd * per, sql`DESC`);
    return { ...slice, request, hasNext: fromEnd > 0, hasPrevious: fetched > per };
  }

  private async count(): Promise<number> {
    const [row] = await this.query<{ total: number }>(sql`SELECT ${this.counted()} AS total`);
    return row!.total;
  }

  private async slice(
    per: number,
    offset: number,
    order: Sql,
    from = sql`true`,
  ): Promise<Pick<Page, 'rows' | 'total' | 'beside' | 'lastId'> & { fetched: number }> {
    const { table, object } = this.compile();
    const whole = this.whole?.object ?? sql`NULL`;
    const [row] = await this.query<{
      rows: string;
      whole: string | null;
      fetched: number;
      last_id: number | null;
      total: number;
    }>(sql`
      WITH page AS MATERIALIZED (
        SELECT t.organization_id, t.id FROM ${table} t WHERE ${this.condition()} AND ${from}
        ORDER BY t.id ${order} LIMIT ${per + 1} OFFSET ${offset}
      ), shown AS (SELECT * FROM page ORDER BY id ${order} LIMIT ${per})
      SELECT
        (SELECT coalesce(json_agg(${object} ORDER BY t.id), '[]')::text FROM shown JOIN ${table} t USING (organization_id, id)) AS rows,
        (${whole})::text AS whole,
        (SELECT count(*) FROM page) AS fetched,
        (SELECT max(id) FROM shown) AS last_id,
        ${this.counted()} AS total`);
    const { fetched, last_id: lastId, total } = row!;
    return { rows: new Json(row!.rows), beside: this.besideOf(row!.whole), fetched, lastId, total };
  }

  private besideOf(whole: string | null): Page['beside'] {
    if (!this.whole) return undefined;
    if (whole === null) throw new NotFound(this.whole.what);
    return { [this.whole.key]: new Json(whole) };
  }

  private counted(): Sql {
    const { table } = this.compile();
    return sql`(SELECT count(*) FROM (SELECT 1 FROM ${table} t WHERE ${this.condition()} LIMIT ${COUNT_LIMIT + 1}) c)`;
  }

  private condition(): Sql {
    return join(this.conditions, ' AND ');
  }

  private compile(): { table: Sql; object: Sql } {
    const { table, object } = compile(this.dataSource, this.view);
    return { table, object: new Sql(object, Array<string>(object.length - 1).fill(this.base)) };
  }
}

/** The SQL of a view, compiled once. Throws when the view names a column or relation that is not there. */
function compile(dataSource: DataSource, view: Type): Compiled {
  const views = compiled.get(dataSource) ?? new Map<Type, Compiled>();
  compiled.set(dataSource, views);
  const known = views.get(view);
  if (known) return known;
  const entity = dataSource.getMetadata(entityOf(view));
  const object = new Compiler(dataSource, entity, TABLE).object(view).split(BASE);
  const fresh = { table: raw(entity.tableName), object };
  views.set(view, fresh);
  return fresh;
}
