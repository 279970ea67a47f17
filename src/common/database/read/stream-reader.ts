import { AsyncLocalStorage } from 'node:async_hooks';
import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import type { NotFound } from '../../errors/errors';
import { Json, JsonParts } from '../../json';
import type { Page } from '../../pagination/page';
import { runLater } from '../../tenancy/scope';
import { bounded, fitting, requireBytes, WHOLE_BYTES } from './answer-bytes';
import { TABLE } from './compiled-view';
import type { Ordering } from '../sql/ordering';
import { RecordReader } from './record-reader';

/** The maximum of records, and of bytes, to read and send at a time when a whole list is streamed. */
const BATCH = 250;
const BATCH_BYTES = 1024 * 1024;

/** A batch of the records of a whole list. */
interface Batch {
  json: string | null;
  bytes: number | null;
  /** The last record of the batch; null when the batch has all that were requested. */
  last_id: number | null;
}

/** Reads every matching record: at once, or in batches while the answer is sent. */
export class StreamReader extends RecordReader {
  protected whole?: { key: string; object: Sql; missing: () => NotFound };

  /**
   * Every matching record, as one JSON array in order of id. For lists that are bounded by nature.
   * @throws Refused when it is larger than WHOLE_BYTES
   */
  async all(): Promise<Json> {
    const { lists } = await this.allBeside();
    return lists[0]!;
  }

  /** `all` for this reader and others in one statement, with the object of `beside`. Throws as `beside` says. */
  async allBeside(...others: StreamReader[]): Promise<{ lists: Json[]; beside: Page['beside'] }> {
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
    return (await this.chosen(empty, sql`t.id ASC`)).parts;
  }

  /**
   * Chooses records, and streams them.
   * @param most at most so many; `last` is the last of them where there are more
   */
  protected async chosen(
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
  protected async *batches(batch: Batch, ids: number[]): AsyncGenerator<string> {
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
  protected batch(ids: Sql): Sql {
    const { table, object } = this.compile();
    return sql`
      found AS MATERIALIZED (
        SELECT t.id, asked.place, (${object})::text AS json FROM unnest(${ids}::bigint[]) WITH ORDINALITY asked(id, place)
        JOIN ${table} t ON t.organization_id = ${this.organization_id} AND t.id = asked.id
      ), shown AS (SELECT * FROM (${fitting(BATCH_BYTES)}) f WHERE fits)
      SELECT ${bounded(sql`string_agg(json, ',' ORDER BY place)`, sql`sum(octet_length(json))::bigint`)},
        CASE WHEN count(*) < (SELECT count(*) FROM found) THEN (array_agg(id ORDER BY place DESC))[1] END AS last_id`;
  }

  /** SQL: the records with their ids, marked as those of a list. */
  private shown(list: Sql): Sql {
    const { table, object } = this.compile();
    return sql`SELECT ${list} AS list, t.id, (${object})::text AS json FROM ${table} ${raw(TABLE)} WHERE ${this.condition()}`;
  }

  protected besideOf(whole: string | null): Page['beside'] {
    if (!this.whole) return undefined;
    if (whole === null) throw this.whole.missing();
    return { [this.whole.key]: new Json(whole) };
  }
}
