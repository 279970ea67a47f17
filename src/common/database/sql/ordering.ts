import sql, { empty, Sql } from 'sql-template-tag';
import { Invalid } from '../../errors/errors';
import type { Cursor } from '../../pagination/order';
import { toTime } from '../../input/times';
import { BadValue } from '../../input/values';

/** The part of a list that a page is chosen from. */
export interface Range {
  table: Sql;
  condition: Sql;
  /** Only the records behind this one. */
  after?: Cursor | undefined;
  /** Whether the list is walked from its end. */
  isReversed: boolean;
  offset: number;
  size: number;
}

/** An order of a list by a time, then by ids; records without a value come last. */
export class Ordering {
  /** @param value SQL of the time in the table `t`; an index has the organization first, then the time, then the id */
  constructor(
    readonly value: Sql,
    private readonly descending: boolean,
  ) {}

  /**
   * SQL: the records of a range as `id`, their value as `at` and their place in the walk as `place`.
   * @param isFew whether the condition leaves few records. These are sorted, because on the index of the order the
   *   database may pass over any number of others to find them; many are found there soon.
   */
  chosen(range: Range, isFew: boolean): Sql {
    return isFew ? this.sorted(range) : this.walked(range);
  }

  /** SQL: the condition of the records behind a cursor, on the table `t`. Throws Invalid for a cursor of another order. */
  behind(after: Cursor | undefined): Sql {
    if (!after) return empty;
    const { value, id } = cursorOf(after);
    const isAfter = this.isAfter(false);
    if (value === null) return sql`AND ${this.value} IS NULL AND t.id ${isAfter} ${id}`;
    return sql`AND ((${this.value}, t.id) ${isAfter} (${value}::timestamptz, ${id}) OR ${this.value} IS NULL)`;
  }

  /** SQL: the order of a whole list. */
  get whole(): Sql {
    const direction = this.direction(false);
    return sql`${this.value} ${direction} NULLS LAST, t.id ${direction}`;
  }

  /** SQL: a value as the text of a cursor. */
  text(value: Sql): Sql {
    return sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  }

  private sorted({ table, condition, after, isReversed, offset, size }: Range): Sql {
    const direction = this.direction(isReversed);
    const nulls = isReversed ? sql`NULLS FIRST` : sql`NULLS LAST`;
    return sql`
      WITH fulfil AS MATERIALIZED (
        SELECT t.id, ${this.value} AS at FROM ${table} t WHERE ${condition} ${this.behind(after)}
      )
      SELECT id, at, row_number() OVER (ORDER BY at ${direction} ${nulls}, id ${direction}) AS place FROM fulfil
      ORDER BY place LIMIT ${size} OFFSET ${offset}`;
  }

  private walked({ table, condition, after, isReversed, offset, size }: Range): Sql {
    const column = this.value;
    const direction = this.direction(isReversed);
    const isAfter = this.isAfter(isReversed);
    const cursor = after && cursorOf(after);
    const passed = cursor?.value === null;
    const behindValue =
      cursor?.value == null
        ? empty
        : sql`AND (${column}, t.id) ${isAfter} (${cursor.value}::timestamptz, ${cursor.id})`;
    const behindId = passed ? sql`AND t.id ${isAfter} ${cursor.id}` : empty;
    const most = sql`LIMIT ${offset + size}`;
    const valued = sql`(
        SELECT t.id, ${column} AS at, 0 AS part FROM ${table} t
        WHERE ${condition} AND ${column} IS NOT NULL ${behindValue} ORDER BY ${column} ${direction}, t.id ${direction} ${most})`;
    const blank = sql`(
        SELECT t.id, NULL::timestamptz AS at, 1 AS part FROM ${table} t
        WHERE ${condition} AND ${column} IS NULL ${behindId} ORDER BY t.id ${direction} ${most})`;
    return sql`
      SELECT id, at, row_number() OVER (ORDER BY part ${isReversed ? sql`DESC` : sql`ASC`}, at ${direction}, id ${direction}) AS place
      FROM (${passed ? blank : sql`${valued} UNION ALL ${blank}`}) both_parts
      ORDER BY place LIMIT ${size} OFFSET ${offset}`;
  }

  private direction(isReversed: boolean): Sql {
    return this.descending === isReversed ? sql`ASC` : sql`DESC`;
  }

  private isAfter(isReversed: boolean): Sql {
    return this.descending === isReversed ? sql`>` : sql`<`;
  }
}

/** The cursor, whose value is a time or null. Throws Invalid for one of another order. */
function cursorOf({ id, value }: Cursor): Required<Cursor> {
  if (value === undefined) throw notOfOrder();
  if (value === null) return { id, value };
  try {
    toTime(value, 'UTC');
  } catch (error) {
    if (error instanceof BadValue) throw notOfOrder();
    throw error;
  }
  return { id, value };
}

/** The failure for a cursor that another order made. */
export function notOfOrder(): Invalid {
  return new Invalid({ after: ['must be what `next` carries in this order'] });
}
