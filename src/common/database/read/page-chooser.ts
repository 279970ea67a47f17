import sql, { empty, join, raw, Sql } from 'sql-template-tag';
import { notOfOrder, Ordering } from '../sql/ordering';
import type { Cursor } from '../../pagination/order';
import { COUNT_LIMIT, type PageRequest } from '../../pagination/page';
import { CountingReader } from './counting-reader';
import { planned } from '../sql/query';

/** How the records of a page are chosen. */
export interface Walk {
  /** From the end of the list. */
  isReversed?: boolean;
  /** Only the records behind this one. */
  after?: Cursor | undefined;
}

/** The records of a page, chosen by a statement of their own. */
export interface Chosen {
  /** In the order of the walk. */
  ids: number[];
  total: number;
  /** @param place counted from 1 */
  cursor: (place: number) => Cursor;
}

/** Chooses which records a page has, in order of ids or of a column, on the main table alone. */
export class PageChooser extends CountingReader {
  private columns: Record<string, Sql> = {};

  /** Sets the times that the list may be ordered by, under the names that its query class has. */
  orders(columns: Record<string, Sql>): this {
    this.columns = columns;
    return this;
  }

  /** The order by a column that was requested; undefined for that of ids. */
  protected orderingOf({ order }: PageRequest): Ordering | undefined {
    if (!order) return undefined;
    const column = this.columns[order.name];
    if (!column) throw new Error(`${this.view.name} is not ordered by ${order.name}`);
    return new Ordering(column, order.descending);
  }

  /** SQL: the ids of a page in order of ids, each with its place, which is the id but for its sign. */
  protected byId({ newest = false }: PageRequest, offset: number, size: number, walk: Walk): Sql {
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
   * Chooses the ids of a page by a short statement with a custom plan, because planning one that also builds the JSON
   * costs some milliseconds.
   */
  protected async choose(page: Sql, counted: Sql): Promise<Chosen> {
    const [row] = await this.run<{ ids: number[]; total: number }>(
      planned(
        sql`WITH page AS MATERIALIZED (${page}) SELECT ARRAY(SELECT id FROM page ORDER BY place) AS ids, ${counted} AS total`,
      ),
    );
    const { ids, total } = row!;
    return { ids, total, cursor: (place) => ({ id: ids[place - 1]! }) };
  }

  /** Chooses the ids of a page in order of a column. How many records match decides how they are found. */
  protected async ordered(ordering: Ordering, offset: number, size: number, walk: Walk): Promise<Chosen> {
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
}

/** SQL: the ids of a page that was chosen before, each with its place. */
export function pageOf({ ids }: Chosen): Sql {
  return sql`SELECT id, place FROM unnest(${ids}::bigint[]) WITH ORDINALITY asked(id, place)`;
}

export function directionOf(isDown = false): Sql {
  return isDown ? sql`DESC` : sql`ASC`;
}

/** SQL: the records behind a cursor in order of ids. Throws Invalid for a cursor of another order. */
export function behindId(after: Cursor | undefined, newest = false): Sql {
  if (!after) return empty;
  if (after.value !== undefined) throw notOfOrder();
  return newest ? sql`AND t.id < ${after.id}` : sql`AND t.id > ${after.id}`;
}
