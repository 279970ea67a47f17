import type { Type } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { NotFound } from '../errors/errors';
import { Json, JsonParts } from '../json';
import type { Cursor } from '../pagination/order';
import { COUNT_LIMIT, FILE_ROWS, Page, PageRequest } from '../pagination/page';
import type { Actor } from '../tenancy/actor';
import { currentScope, runLater } from '../tenancy/scope';
import { bounded, fitting, PAGE_BYTES, requireBytes, WHOLE_BYTES } from './answer-bytes';
import { jsonArray, jsonObject } from '../view/json-sql';
import { entityOf } from '../view/view-metadata';
import { compile, compileForParties, Compiled, TABLE } from './compiled-view';
import { ofParties, type Share, sharesOfParties } from './party-wall';
import { isWithoutNeed } from './personal-data';
import type { Group } from './counts';
import { COUNTED, isLarge, remember } from './large-counts';
import { notOfOrder, Ordering } from './ordering';
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

/** So many records are counted by what they refer to. */
const COUNTED_ROWS = 100_000;

/** How the records of a page are chosen. */
interface Walk {
  /** From the end of the list. */
  isReversed?: boolean;
  /** Only the records behind this one. */
  after?: Cursor | undefined;
}

/** The records of a page, chosen by a statement of their own. */
interface Chosen {
  /** In the order of the walk. */
  ids: number[];
  total: number;
  /** @param place counted from 1 */
  cursor: (place: number) => Cursor;
}

/** Reads records of one view as JSON. Conditions refer to the view's own table as `t`. */
export class Reader extends Selection {
  private whole?: { key: string; object: Sql; missing: () => NotFound };
  private columns: Record<string, Sql> = {};
  /** The condition of the parties that the actor is limited to, and the rows of each by itself. */
  private readonly theirs: Sql | undefined;
  private readonly shares: Share[] | undefined;
  /** Whether a list is asked for of what parties have through other records. */
  private isSkewedList = false;

  constructor(
    dataSource: DataSource,
    view: Type,
    private readonly actor: Actor,
    private readonly base: string,
    run: Run,
  ) {
    super(dataSource, view, actor.organization_id, run);
    this.theirs = ofParties(dataSource, entityOf(view), TABLE, actor);
    this.shares = sharesOfParties(dataSource, entityOf(view), TABLE, actor);
    this.where(this.theirs);
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

  /** Sets the times that the list may be ordered by, under the names that its query class has. */
  orders(columns: Record<string, Sql>): this {
    this.columns = columns;
    return this;
  }

  /**
   * How many matching records there are of each value of a group, as `[{<by>: <value>, count, more}]`, the greatest first.
   * Many are counted up to COUNT_LIMIT for each word, or up to COUNTED_ROWS in all.
   */
  async counts(by: string, group: Group): Promise<Json> {
    await this.resolve();
    this.isSkewedList = this.isSkewed();
    const isMany = (await this.count()) > COUNT_LIMIT;
    const counted = isMany && group.values ? this.countedWords(group.values) : this.countedKeys(group);
    const [row] = await this.run<{ json: string }>(
      planned(sql`
      SELECT ${raw(jsonArray(`${jsonObject({ [by]: 'shown', count: 'count', more: 'more' })} ORDER BY count DESC, shown`))}::text AS json
      FROM (${counted}) counted`),
    );
    return Json.object({ counts: new Json(row!.json) });
  }

  private countedWords(values: Record<string, Sql>): Sql {
    const { table } = this.compile();
    const each = Object.entries(values).map(
      ([word, condition]) => sql`
      SELECT ${word}::text AS shown, least(count(*), ${COUNT_LIMIT}) AS count, count(*) > ${COUNT_LIMIT} AS more FROM (
        SELECT 1 FROM ${table} t WHERE ${this.condition()} AND ${condition} LIMIT ${COUNT_LIMIT + 1}) c
      HAVING count(*) > 0`,
    );
    return join(each, ' UNION ALL ');
  }

  private countedKeys({ key, shown }: Group): Sql {
    const { table } = this.compile();
    return sql`
      SELECT ${shown(sql`g.key`, this.organization_id)} AS shown, g.count, g.more FROM (
        SELECT key, count(*) AS count, sum(count(*)) OVER () > ${COUNTED_ROWS} AS more FROM (
          SELECT ${key} AS key FROM ${table} t WHERE ${this.condition()} LIMIT ${COUNTED_ROWS + 1}) r
        GROUP BY key) g`;
  }

  /**
   * Streams every matching record in order of id, however many. The ids are chosen now; batches of records are read
   * while the answer is sent. For GET requests.
   */
  async stream(): Promise<JsonParts> {
    await this.resolve();
    return (await this.chosen(empty, sql`t.id ASC`)).parts;
  }

  /**
   * One page in the order that was asked for, of ids unless one was, with a count that stops at COUNTED. The page is chosen on the main table alone; relations
   * are read for its records only.
   */
  async page(request: PageRequest): Promise<Page> {
    this.since(request.updatedSince, (since) => sql`t.updated_at >= ${since}::timestamptz`);
    await this.resolve();
    this.isSkewedList = this.isSkewed();
    if (currentScope().asFile && !request.isPage) return this.file(request);
    return request.fromEnd === undefined ? this.numbered(request) : this.fromEnd(request);
  }

  /** All matching records, up to FILE_ROWS, in place of a page of them. */
  private async file(request: PageRequest): Promise<Page> {
    const { after, newest } = request;
    const ordering = this.orderingOf(request);
    const { parts, ...rest } = ordering
      ? await this.chosen(ordering.behind(after), ordering.whole, FILE_ROWS, ordering)
      : await this.chosen(behindId(after, newest), sql`t.id ${directionOf(newest)}`, FILE_ROWS);
    return {
      rows: new Json('[]'),
      file: parts,
      request,
      total: parts.total,
      hasNext: rest.last !== null,
      hasPrevious: false,
      ...rest,
    };
  }

  /** The order by a column that was asked for; undefined for that of ids. */
  private orderingOf({ order }: PageRequest): Ordering | undefined {
    if (!order) return undefined;
    const column = this.columns[order.name];
    if (!column) throw new Error(`${this.view.name} is not ordered by ${order.name}`);
    return new Ordering(column, order.descending);
  }

  /**
   * Chooses records, and streams them.
   * @param most at most so many; `last` is the last of them where there are more
   */
  private async chosen(
    behind: Sql,
    order: Sql,
    most?: number,
    ordering?: Ordering,
  ): Promise<{ parts: JsonParts } & Pick<Page, 'beside' | 'last'>> {
    const { table } = this.compile();
    const limit = most === undefined ? empty : sql`LIMIT ${raw(String(most + 1))}`;
    const at = ordering ? sql`${ordering.text(ordering.value)}` : sql`NULL::text`;
    const [first] = await this.show<
      Batch & { ids: number[]; whole: string | null; last_at: string | null }
    >(sql`
      WITH chosen AS MATERIALIZED (
        SELECT id, at, row_number() OVER () AS place FROM (
          SELECT t.id, ${at} AS at FROM ${table} t WHERE ${this.condition()} ${behind} ORDER BY ${order} ${limit}
        ) t
      ),
      ${this.batch(sql`ARRAY(SELECT id FROM chosen ORDER BY place LIMIT ${BATCH})`)},
      (SELECT coalesce(array_agg(id ORDER BY place), '{}') FROM chosen) AS ids,
      (SELECT at FROM chosen WHERE place = ${most ?? 0}) AS last_at,
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
    const last = more ? { id: ids.at(-1)!, ...(ordering && { value: first!.last_at }) } : null;
    return { parts: new JsonParts(parts, ids.length), beside, last };
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
    const { limited, parties } = this.actor;
    const shared = limited ? [this.base, parties.map(({ id }) => id)] : [this.base];
    const addressed = strings.reduce((before, part, n) => `${before}$${n + shared.length}${part}`);
    return { text: addressed, values: [...shared, ...values], strings };
  }

  /** SQL: the records with their ids, marked as those of a list. */
  private shown(list: Sql): Sql {
    const { table, object } = this.compile();
    return sql`SELECT ${list} AS list, t.id, (${object})::text AS json FROM ${table} ${raw(TABLE)} WHERE ${this.condition()}`;
  }

  private async numbered(request: PageRequest): Promise<Page> {
    const { number = 1, after, per } = request;
    const { more, cut, ...slice } = await this.slice(request, after ? 0 : (number - 1) * per, { after });
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
    const { more, cut, ...slice } = await this.slice(request, fromEnd * per, { isReversed: true });
    return { ...slice, request, hasNext: cut || fromEnd > 0, hasPrevious: more };
  }

  private async count(): Promise<number> {
    const [row] = await this.query<{ total: number }>(sql`SELECT ${this.counted()} AS total`);
    return this.noted(row!.total);
  }

  /**
   * @param offset the number of records before the slice, behind `after`
   * @param walk from which end the records are chosen; they are answered in the order of the list
   */
  private async slice(
    request: PageRequest,
    offset: number,
    walk: Walk,
  ): Promise<Pick<Page, 'rows' | 'total' | 'beside' | 'last'> & { more: boolean; cut: boolean }> {
    const { per } = request;
    const { isReversed = false, after } = walk;
    const { table, object } = this.compile();
    const whole = this.whole?.object ?? sql`NULL`;
    const size = PAGE_SIZES.find((each) => each >= per) ?? per;
    const more = sql`EXISTS (SELECT FROM page OFFSET ${per})`;
    // On the last page, offset and rows give the total, so no count is needed.
    const isCounted = after ? sql`true` : offset ? sql`${more} OR NOT EXISTS (SELECT FROM page)` : more;
    const counted = sql`CASE WHEN ${isCounted} THEN ${this.counted()} ELSE ${offset} + (SELECT count(*) FROM page) END`;
    const ordering = this.orderingOf(request);
    let chosen: Chosen | undefined;
    if (ordering) chosen = await this.ordered(ordering, offset, size + 1, walk);
    else if (!this.isPrepared)
      chosen = await this.choose(this.byId(request, offset, size + 1, walk), counted);
    const [page, total] = chosen
      ? [pageOf(chosen), sql`${chosen.total}::integer`]
      : [this.byId(request, offset, size + 1, walk), counted];
    const order = directionOf(isReversed);
    const statement = sql`
      WITH page AS MATERIALIZED (
        ${page}
      ), asked AS (SELECT * FROM page ORDER BY place LIMIT ${per}), found AS MATERIALIZED (
        SELECT t.id, asked.place, (${object})::text AS json FROM asked
        JOIN ${table} t ON t.organization_id = ${this.organization_id} AND t.id = asked.id
      )
      SELECT
        ${bounded(
          sql`coalesce(string_agg(json, ',' ORDER BY place ${order}) FILTER (WHERE fits), '')`,
          sql`coalesce(sum(octet_length(json)) FILTER (WHERE fits), 0)::bigint`,
        )},
        (${whole})::text AS whole,
        ${more} AS more,
        count(*) FILTER (WHERE NOT fits) > 0 AS cut,
        ${isReversed ? sql`min` : sql`max`}(place) FILTER (WHERE fits) AS last_place,
        ${total} AS total
      FROM (${fitting(PAGE_BYTES, order)}) f`;
    const template = this.addressed(statement);
    const [row] = await this.run<{
      json: string;
      bytes: number;
      whole: string | null;
      more: boolean;
      cut: boolean;
      last_place: number | null;
      total: number;
    }>(size <= SMALL_PAGE ? template : { text: template.text, values: template.values });
    const { json, bytes, whole: beside, last_place: place, ...rest } = row!;
    // The row is collected late; do not let it keep the text of the page.
    row!.json = '';
    requireBytes(bytes);
    return {
      more: rest.more,
      cut: rest.cut,
      total: this.noted(rest.total),
      last: place === null ? null : chosen ? chosen.cursor(place) : { id: Math.abs(place) },
      rows: new Json(`[${json}]`),
      beside: this.besideOf(beside),
    };
  }

  /** SQL: the ids of a page in order of ids, each with its place, which is the id but for its sign. */
  private byId({ newest = false }: PageRequest, offset: number, size: number, walk: Walk): Sql {
    const { table } = this.compile();
    const isDown = newest !== (walk.isReversed ?? false);
    const place = isDown ? sql`-id AS place` : sql`id AS place`;
    const most = sql`LIMIT ${raw(String(size))} ${offset ? sql`OFFSET ${offset}` : empty}`;
    const behind = behindId(walk.after, newest);
    if (this.shares && !this.wantsNewest) {
      // few limits, so that there are few texts of statements
      const first = offset ? 2 ** Math.ceil(Math.log2(offset + size)) : size;
      const each = this.ofEach(
        ({ joined, condition }) => sql`
        SELECT t.id FROM ${table} t ${joined} WHERE ${condition} ${behind} ORDER BY t.id ${directionOf(isDown)} LIMIT ${raw(String(first))}`,
      );
      return sql`SELECT id, ${place} FROM (${join(each, ' UNION ')}) t ORDER BY id ${directionOf(isDown)} ${most}`;
    }
    const fulfil = sql`
        SELECT t.id FROM ${table} t WHERE ${this.condition()} ${behind} ORDER BY t.id ${directionOf(isDown)}`;
    // Hide the LIMIT from the planner: otherwise it walks the index in order of id, past all older records. A CTE still
    // produces no more rows than are fetched from it.
    return this.wantsNewest
      ? sql`WITH fulfil AS MATERIALIZED (${fulfil}) SELECT id, ${place} FROM fulfil ${most}`
      : sql`SELECT id, ${place} FROM (${fulfil} ${most}) t`;
  }

  /**
   * A filter of parties is planned for them, and a list of what they have through others: how many rows they have decides how
   * those are found.
   */
  protected override get isPrepared(): boolean {
    return super.isPrepared && !(this.shares && (this.filters || this.isSkewedList));
  }

  private isSkewed(): boolean {
    return this.shares?.some((share) => share.isSkewed) ?? false;
  }

  /** SQL: for each share what selects its rows. */
  private ofEach(select: (share: Share) => Sql): Sql[] {
    const others = this.condition(this.theirs);
    return this.shares!.map(
      (share) => sql`(${select({ ...share, condition: sql`${others} AND ${share.condition}` })})`,
    );
  }

  /**
   * Chooses the ids of a page by a short statement with a custom plan, because planning one that also builds the JSON
   * costs some milliseconds.
   */
  private async choose(page: Sql, counted: Sql): Promise<Chosen> {
    const [row] = await this.run<{ ids: number[]; total: number }>(
      planned(
        sql`WITH page AS MATERIALIZED (${page}) SELECT ARRAY(SELECT id FROM page ORDER BY place) AS ids, ${counted} AS total`,
      ),
    );
    const { ids, total } = row!;
    return { ids, total, cursor: (place) => ({ id: ids[place - 1]! }) };
  }

  /** Chooses the ids of a page in order of a column. How many records match decides how they are found. */
  private async ordered(ordering: Ordering, offset: number, size: number, walk: Walk): Promise<Chosen> {
    const { isReversed = false, after } = walk;
    const total = await this.count();
    const range = {
      table: this.compile().table,
      condition: this.condition(),
      after,
      isReversed,
      offset,
      size,
    };
    const page = ordering.chosen(range, total <= COUNT_LIMIT);
    const [row] = await this.run<{ ids: number[]; ats: (string | null)[] }>(
      planned(sql`
      WITH page AS MATERIALIZED (${page})
      SELECT ARRAY(SELECT id FROM page ORDER BY place) AS ids,
        ARRAY(SELECT ${ordering.text(sql`at`)} FROM page ORDER BY place) AS ats`),
    );
    const { ids, ats } = row!;
    return { ids, total, cursor: (place) => ({ id: ids[place - 1]!, value: ats[place - 1]! }) };
  }

  private besideOf(whole: string | null): Page['beside'] {
    if (!this.whole) return undefined;
    if (whole === null) throw this.whole.missing();
    return { [this.whole.key]: new Json(whole) };
  }

  private counted(): Sql {
    const { table } = this.compile();
    if (isLarge(this.condition(), table.sql)) return raw(String(COUNTED));
    const most = sql`LIMIT ${raw(String(COUNTED))}`;
    if (this.shares) {
      const isWhole = this.hasOnly(this.theirs!);
      const each = this.ofEach(({ joined, condition, alone }) =>
        isWhole && alone
          ? sql`${alone} ${most}`
          : sql`SELECT t.id FROM ${table} t ${joined} WHERE ${condition} ${most}`,
      );
      return countedOnce(each);
    }
    return sql`(SELECT count(*) FROM (
      SELECT 1 FROM ${table} t WHERE ${this.condition()} LIMIT ${raw(String(COUNTED))}) c)`;
  }

  /** Caches a count if it is large. */
  private noted(total: number): number {
    remember(this.condition(), this.compile().table.sql, total);
    return total;
  }

  private compile(): Compiled {
    const { limited } = this.actor;
    return (limited ? compileForParties : compile)(this.dataSource, this.view, isWithoutNeed(this.actor));
  }
}

/** SQL: the ids of a page that was chosen before, each with its place. */
function pageOf({ ids }: Chosen): Sql {
  return sql`SELECT id, place FROM unnest(${ids}::bigint[]) WITH ORDINALITY asked(id, place)`;
}

/**
 * SQL: how many rows some selections have together, each row counted once. A selection that has COUNTED rows by itself spares
 * the others, which PostgreSQL reads only when they are asked for.
 */
function countedOnce(selections: Sql[]): Sql {
  const most = raw(String(COUNTED));
  const parts = selections.map((selection, n) => ({ name: raw(`part_${n}`), selection }));
  return sql`(
    WITH ${join(parts.map(({ name, selection }) => sql`${name} AS MATERIALIZED (${selection})`))}
    SELECT CASE ${join(
      parts.map(({ name }) => sql`WHEN (SELECT count(*) FROM ${name}) = ${most} THEN ${most}`),
      ' ',
    )} ELSE (SELECT count(*) FROM (SELECT id FROM (${join(
      parts.map(({ name }) => sql`SELECT id FROM ${name}`),
      ' UNION ',
    )}) e LIMIT ${most}) c) END)`;
}

function directionOf(isDown = false): Sql {
  return isDown ? sql`DESC` : sql`ASC`;
}

/** SQL: the records behind a cursor in order of ids. Throws Invalid for a cursor of another order. */
function behindId(after: Cursor | undefined, newest = false): Sql {
  if (!after) return empty;
  if (after.value !== undefined) throw notOfOrder();
  return newest ? sql`AND t.id < ${after.id}` : sql`AND t.id > ${after.id}`;
}
