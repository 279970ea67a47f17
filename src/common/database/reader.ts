import type { Type } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { NotFound } from '../errors/errors';
import { Json, JsonParts } from '../json';
import { COUNT_LIMIT, FILE_ROWS, Page, PageRequest } from '../pagination/page';
import { currentScope, runLater } from '../tenancy/scope';
import { bounded, fitting, PAGE_BYTES, requireBytes, WHOLE_BYTES } from './answer-bytes';
import { compile, Compiled, TABLE } from './compiled-view';
import { COUNTED, isLarge, remember } from './large-counts';
import { planned, type Query, row } from './query';
import { Run, Selection } from './selection';
import type { Template } from './batches/batches';

/** The maximum of records, and of bytes, to read and send at a time when a whole list is streamed. */
const BATCH = 250;
const BATCH_BYTES = 1024 * 1024;

/**
 * A page reads the next larger of these numbers of records. The number is literal in the statement: with a parameter,
 * PostgreSQL plans anew at each request, which takes longer than the page.
 */
const PAGE_SIZES = [10, 25, 50, 100];

/** The largest page that is read in a batch: for larger ones, starting the statement is a small part of the cost. */
const SMALL_PAGE = 25;

/** A record as its statement returns it. */
interface Found {
  json: string;
  bytes: number;
}

function shownOf(found: Found | undefined): Json | undefined {
  if (found) requireBytes(found.bytes);
  return found && new Json(found.json);
}

/** A batch of the records of a whole list. */
interface Batch {
  json: string | null;
  bytes: number | null;
  /** The last record of the batch; null when the batch has all that were requested. */
  last_id: number | null;
}

/** Reads records of one view as JSON. Conditions refer to the view's own table as `t`. */
export class Reader extends Selection {
  private whole?: { key: string; object: Sql; missing: () => NotFound };

  constructor(
    dataSource: DataSource,
    view: Type,
    organization_id: number,
    private readonly base: string,
    run: Run,
  ) {
    super(dataSource, view, organization_id, run);
  }

  /** The matching record (the oldest of several), or undefined. */
  async one(): Promise<Json | undefined> {
    await this.resolve();
    const [found] = await this.show<Found>(this.first());
    return shownOf(found);
  }

  /** `one` as a query for `Db.pipeline`; only for conditions without a `Key`. */
  toShow(): Query<Json | undefined> {
    return row<Found>(this.addressed(this.first())).map(shownOf);
  }

  /**
   * The matching record.
   * @param what the kind of record, and `key` what it was named by, as `NotFound` takes them
   * @throws NotFound
   */
  async orNotFound(what: string, key?: string | number): Promise<Json> {
    const json = await this.one();
    if (!json) throw new NotFound(what, key);
    return json;
  }

  /**
   * Every matching record, as one JSON array in order of id. For lists that are bounded by nature.
   * @throws Refused when it is larger than WHOLE_BYTES
   */
  async all(): Promise<Json> {
    const { lists } = await this.allBeside();
    return lists[0]!;
  }

  /** `all` for this reader and others in one statement, with the object of `beside`. Throws as `beside` says. */
  async allBeside(...others: Reader[]): Promise<{ lists: Json[]; beside: Page['beside'] }> {
    const readers = [this, ...others];
    for (const each of readers) await each.resolve();
    const lists = readers.map((_, n) => raw(String(n)));
    const [row] = await this.show<Record<string, string> & { bytes: number; whole: string | null }>(
      sql`
      WITH shown AS MATERIALIZED (${join(
        readers.map((each, n) => each.shown(lists[n]!)),
        ' UNION ALL ',
      )})
      SELECT size.bytes, (${this.whole?.object ?? sql`NULL`})::text AS whole, ${join(
        lists.map(
          (list) =>
            sql`coalesce(string_agg(json, ',' ORDER BY id) FILTER (WHERE list = ${list}), '') AS json_${list}`,
        ),
      )}
      FROM (SELECT coalesce(sum(octet_length(json)), 0)::bigint AS bytes FROM shown) size
      LEFT JOIN shown ON size.bytes <= ${WHOLE_BYTES}
      GROUP BY size.bytes`,
      readers,
    );
    const beside = this.besideOf(row!.whole);
    requireBytes(row!.bytes);
    return { lists: readers.map((_, n) => new Json(`[${row![`json_${n}`]!}]`)), beside };
  }

  /**
   * Reads a JSON object in the statement of a page or a whole list: the record that the list belongs to.
   * @param missing makes the failure to throw when the object is null
   */
  beside(key: string, object: Sql, missing: () => NotFound): this {
    this.whole = { key, object, missing };
    return this;
  }

  /**
   * Streams every matching record in order of id, however many. The ids are chosen now; batches of records are read
   * while the answer is sent. For GET requests.
   */
  async stream(): Promise<JsonParts> {
    await this.resolve();
    return (await this.chosen(empty)).parts;
  }

  /**
   * One page in order of id, with a count that stops at COUNTED. The page is chosen on the main table alone; relations
   * are read for its records only.
   */
  async page(request: PageRequest): Promise<Page> {
    this.since(request.updatedSince, (since) => sql`t.updated_at >= ${since}::timestamptz`);
    await this.resolve();
    if (currentScope().asFile && !request.isPage) return this.file(request);
    return request.fromEnd === undefined ? this.numbered(request) : this.fromEnd(request);
  }

  /** All matching records, up to FILE_ROWS, in place of a page of them. */
  private async file(request: PageRequest): Promise<Page> {
    const { after, newest } = request;
    const behind = newest ? sql`t.id < ${after}` : sql`t.id > ${after}`;
    const { parts, beside, lastId } = await this.chosen(
      after === undefined ? empty : sql`AND ${behind}`,
      orderOf(newest),
      FILE_ROWS,
    );
    return {
      rows: new Json('[]'),
      file: parts,
      request,
      total: parts.total,
      hasNext: lastId !== null,
      hasPrevious: false,
      lastId,
      beside,
    };
  }

  /**
   * Chooses records, and streams them.
   * @param most at most so many; `lastId` is the last of them where there are more
   */
  private async chosen(
    from: Sql,
    order = orderOf(),
    most?: number,
  ): Promise<{ parts: JsonParts; beside: Page['beside']; lastId: number | null }> {
    const { table } = this.compile();
    const limit = most === undefined ? empty : sql`LIMIT ${raw(String(most + 1))}`;
    const [first] = await this.show<Batch & { ids: number[]; whole: string | null }>(sql`
      WITH chosen AS MATERIALIZED (
        SELECT id, row_number() OVER () AS place FROM (
          SELECT t.id FROM ${table} t WHERE ${this.condition()} ${from} ORDER BY t.id ${order} ${limit}
        ) t
      ),
      ${this.batch(sql`ARRAY(SELECT id FROM chosen ORDER BY place LIMIT ${BATCH})`)},
      (SELECT coalesce(array_agg(id ORDER BY place), '{}') FROM chosen) AS ids,
      (${this.whole?.object ?? sql`NULL`})::text AS whole FROM shown`);
    requireBytes(first!.bytes);
    const beside = this.besideOf(first!.whole);
    const more = most !== undefined && first!.ids.length > most;
    const ids = more ? first!.ids.slice(0, most) : first!.ids;
    // The batches after the first are read after the handler has returned, in the scope of its organization.
    const batches = this.batches(first!, ids);
    const inThisScope = AsyncLocalStorage.snapshot();
    const next = () => inThisScope(() => runLater(() => batches.next()));
    const parts = (async function* () {
      for (let batch = await next(); !batch.done; batch = await next()) yield batch.value;
    })();
    return { parts: new JsonParts(parts, ids.length), beside, lastId: more ? ids.at(-1)! : null };
  }

  /** The records of these ids that still exist, in batches from the first one given. */
  private async *batches(batch: Batch, ids: number[]): AsyncGenerator<string> {
    for (let from = 0; ;) {
      const { json, last_id, bytes } = batch;
      requireBytes(bytes);
      if (json) yield json;
      from = last_id === null ? from + BATCH : ids.indexOf(last_id, from) + 1;
      if (from >= ids.length) return;
      const [next] = await this.show<Batch>(
        sql`WITH ${this.batch(sql`${ids.slice(from, from + BATCH)}`)} FROM shown`,
      );
      batch = next!;
    }
  }

  /** SQL: one batch of the records of these ids. */
  private batch(ids: Sql): Sql {
    const { table, object } = this.compile();
    return sql`
      found AS MATERIALIZED (
        SELECT t.id, asked.place, (${object})::text AS json FROM unnest(${ids}::bigint[]) WITH ORDINALITY asked(id, place)
        JOIN ${table} t ON t.organization_id = ${this.organization_id} AND t.id = asked.id
      ), shown AS (SELECT * FROM (${fitting(BATCH_BYTES)}) f WHERE fits)
      SELECT ${bounded(sql`string_agg(json, ',' ORDER BY place)`, sql`sum(octet_length(json))::bigint`)},
        CASE WHEN count(*) < (SELECT count(*) FROM found) THEN (array_agg(id ORDER BY place DESC))[1] END AS last_id`;
  }

  /** SQL: the matching record, the oldest of several. */
  private first(): Sql {
    const { table, object } = this.compile();
    return sql`SELECT ${bounded(sql`t.json`, sql`octet_length(t.json)`)} FROM (
        SELECT (${object})::text AS json FROM ${table} ${raw(TABLE)}
        WHERE ${this.condition()} ORDER BY t.id LIMIT 1
      ) t`;
  }

  /** Runs a statement that contains the JSON of these readers. */
  private show<T extends object>(statement: Sql, readers: Reader[] = [this]): Promise<T[]> {
    return this.query<T>(this.addressed(statement, readers));
  }

  /** Adds the base address as the first parameter of the statement, if one of the views uses it. */
  private addressed({ text, values, strings }: Sql, readers: Reader[] = [this]): Template {
    if (!readers.some((each) => each.compile().linked)) return { text, values, strings };
    const addressed = strings.reduce((before, part, n) => `${before}$${n + 1}${part}`);
    return { text: addressed, values: [this.base, ...values], strings };
  }

  /** SQL: the records with their ids, marked as those of a list. */
  private shown(list: Sql): Sql {
    const { table, object } = this.compile();
    return sql`SELECT ${list} AS list, t.id, (${object})::text AS json FROM ${table} ${raw(TABLE)} WHERE ${this.condition()}`;
  }

  private async numbered(request: PageRequest): Promise<Page> {
    const { number = 1, after, per, newest } = request;
    const { more, cut, ...slice } = await (after === undefined
      ? this.slice(request, (number - 1) * per, orderOf(newest))
      : this.slice(request, 0, orderOf(newest), newest ? sql`t.id < ${after}` : sql`t.id > ${after}`));
    return {
      ...slice,
      request,
      hasNext: cut || more,
      hasPrevious: this.hasPage(number - 1, per, slice.total),
    };
  }

  /** Whether a page of this number exists. Beyond the counted records it may. */
  private hasPage(number: number, per: number, total: number): boolean {
    return number === 1 || (number > 1 && ((number - 1) * per < total || total > COUNT_LIMIT));
  }

  /** The last page, or one counted back from it: by number if the count is exact, else by walking from the far end. */
  private async fromEnd(request: PageRequest): Promise<Page> {
    const { fromEnd = 0, per } = request;
    const counted = await this.count();
    if (counted <= COUNT_LIMIT)
      return this.numbered({
        ...request,
        number: Math.max(1, Math.ceil(counted / per) - fromEnd),
        fromEnd: undefined,
      });
    const { more, cut, ...slice } = await this.slice(request, fromEnd * per, orderOf(!request.newest));
    return { ...slice, request, hasNext: cut || fromEnd > 0, hasPrevious: more };
  }

  private async count(): Promise<number> {
    const [row] = await this.query<{ total: number }>(sql`SELECT ${this.counted()} AS total`);
    return this.noted(row!.total);
  }

  /**
   * @param offset the number of records before the slice, after `from` is applied
   * @param walk the order in which the records are chosen; they are answered in the order of the list
   */
  private async slice(
    { per, newest }: PageRequest,
    offset: number,
    walk: Sql,
    from?: Sql,
  ): Promise<Pick<Page, 'rows' | 'total' | 'beside' | 'lastId'> & { more: boolean; cut: boolean }> {
    const { table, object } = this.compile();
    const whole = this.whole?.object ?? sql`NULL`;
    const size = PAGE_SIZES.find((each) => each >= per) ?? per;
    const order = orderOf(newest);
    const most = sql`LIMIT ${raw(String(size + 1))} ${offset ? sql`OFFSET ${offset}` : empty}`;
    const fulfil = sql`
        SELECT t.id FROM ${table} t WHERE ${this.condition()} ${from ? sql`AND ${from}` : empty} ORDER BY t.id ${walk}`;
    // Hide the LIMIT from the planner: otherwise it walks the index in order of id, past all older records. A CTE still
    // produces no more rows than are fetched from it.
    const chosen = this.wantsNewest
      ? sql`WITH fulfil AS MATERIALIZED (${fulfil}) SELECT id FROM fulfil ${most}`
      : sql`${fulfil} ${most}`;
    const more = sql`EXISTS (SELECT FROM page OFFSET ${per})`;
    // On the last page, offset and rows give the total, so no count is needed.
    const isCounted = from ? sql`true` : offset ? sql`${more} OR NOT EXISTS (SELECT FROM page)` : more;
    const counted = sql`CASE WHEN ${isCounted} THEN ${this.counted()} ELSE ${offset} + (SELECT count(*) FROM page) END`;
    const [page, all] = this.isPrepared ? [chosen, counted] : await this.choose(chosen, counted);
    const statement = sql`
      WITH page AS MATERIALIZED (
        ${page}
      ), asked AS (SELECT * FROM page ORDER BY id ${walk} LIMIT ${per}), found AS MATERIALIZED (
        SELECT t.id, t.id AS place, (${object})::text AS json FROM asked
        JOIN ${table} t ON t.organization_id = ${this.organization_id} AND t.id = asked.id
      )
      SELECT
        ${bounded(
          sql`coalesce(string_agg(json, ',' ORDER BY id ${order}) FILTER (WHERE fits), '')`,
          sql`coalesce(sum(octet_length(json)) FILTER (WHERE fits), 0)::bigint`,
        )},
        (${whole})::text AS whole,
        ${more} AS more,
        count(*) FILTER (WHERE NOT fits) > 0 AS cut,
        ${newest ? sql`min` : sql`max`}(id) FILTER (WHERE fits) AS last_id,
        ${all} AS total
      FROM (${fitting(PAGE_BYTES, order)}) f`;
    const template = this.addressed(statement);
    const [row] = await this.run<{
      json: string;
      bytes: number;
      whole: string | null;
      more: boolean;
      cut: boolean;
      last_id: number | null;
      total: number;
    }>(size <= SMALL_PAGE ? template : { text: template.text, values: template.values });
    const { json, bytes, whole: beside, last_id: lastId, total, ...rest } = row!;
    // The row is collected late; do not let it keep the text of the page.
    row!.json = '';
    requireBytes(bytes);
    return {
      ...rest,
      total: this.noted(total),
      lastId,
      rows: new Json(`[${json}]`),
      beside: this.besideOf(beside),
    };
  }

  /**
   * Chooses the ids of a page by a short statement with a custom plan, because planning one that also builds the JSON
   * costs some milliseconds.
   */
  private async choose(chosen: Sql, counted: Sql): Promise<[page: Sql, total: Sql]> {
    const [row] = await this.run<{ ids: number[]; total: number }>(
      planned(
        sql`WITH page AS MATERIALIZED (${chosen}) SELECT ARRAY(SELECT id FROM page) AS ids, ${counted} AS total`,
      ),
    );
    return [sql`SELECT id FROM unnest(${row!.ids}::bigint[]) id`, sql`${row!.total}::integer`];
  }

  private besideOf(whole: string | null): Page['beside'] {
    if (!this.whole) return undefined;
    if (whole === null) throw this.whole.missing();
    return { [this.whole.key]: new Json(whole) };
  }

  private counted(): Sql {
    const { table } = this.compile();
    if (isLarge(this.condition(), table.sql)) return raw(String(COUNTED));
    return sql`(SELECT count(*) FROM (
      SELECT 1 FROM ${table} t WHERE ${this.condition()} LIMIT ${raw(String(COUNTED))}) c)`;
  }

  /** Caches a count if it is large. */
  private noted(total: number): number {
    remember(this.condition(), this.compile().table.sql, total);
    return total;
  }

  private compile(): Compiled {
    return compile(this.dataSource, this.view);
  }
}

/** The sort order of the ids: oldest first, or newest first. */
function orderOf(newest = false): Sql {
  return newest ? sql`DESC` : sql`ASC`;
}
