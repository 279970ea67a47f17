import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { Place, WriteRun } from '../common/write/write-run';

/** The limit for refused keys in memory. */
const MOST_KEPT = 50_000;

/**
 * State that the files of one import share besides the ids found so far: the refused records, and the lines of keys.
 */
export class ImportRun extends WriteRun {
  private readonly refused = new Set<string>();
  private lines = 0;
  /** The number of lines after which the tables are analyzed next. */
  private countedAt = 1000;

  constructor(db: Db) {
    super(db, true);
  }

  /** Call once, in the transaction of the import. */
  async start(): Promise<void> {
    await this.db.query(sql`
      CREATE TEMPORARY TABLE import_lines (kind text, key text, line integer, PRIMARY KEY (kind, key))
      ON COMMIT DROP`);
    await this.db.query(sql`
      CREATE TEMPORARY TABLE import_keys (kind text, key text, times integer, PRIMARY KEY (kind, key))
      ON COMMIT DROP`);
    await this.db.query(sql`
      CREATE TEMPORARY TABLE import_places (
        kind text, name text COLLATE "C", number integer, id bigint, PRIMARY KEY (kind, name, number))
      ON COMMIT DROP`);
  }

  /** Keeps in mind that the file of a kind has lines with these places. */
  async place(kind: string, places: Place[]): Promise<void> {
    await this.db.query(sql`
      INSERT INTO import_places (kind, name, number)
      SELECT ${kind}, r.* FROM unnest(${names(places)}::text[], ${numbers(places)}::integer[]) r(name, number)
      ON CONFLICT DO NOTHING`);
  }

  /** Keeps ids for the lines of a kind whose places are known, in order of these. */
  async keepIds(kind: string): Promise<void> {
    // a temporary table has no statistics of its own accord, and without them the join compares each line with each
    await this.db.query(sql`ANALYZE import_places`);
    await this.db.query(sql`
      UPDATE import_places p SET id = r.id FROM (
        SELECT name, number, nextval(pg_get_serial_sequence(${kind}, 'id')) AS id FROM (
          SELECT name, number FROM import_places WHERE kind = ${kind} ORDER BY name, number) o
      ) r WHERE p.kind = ${kind} AND p.name = r.name AND p.number = r.number`);
  }

  override async idsAt(kind: string, places: Place[]): Promise<(number | undefined)[]> {
    const rows = await this.db.query<{ id: number | null }>(sql`
      SELECT p.id FROM unnest(${names(places)}::text[], ${numbers(places)}::integer[])
        WITH ORDINALITY AS r(name, number, at)
      LEFT JOIN import_places p ON p.kind = ${kind} AND p.name = r.name AND p.number = r.number
      ORDER BY r.at`);
    return rows.map(({ id }) => id ?? undefined);
  }

  /**
   * The first line of each key in the file of a kind. Lines are kept in a temporary table, because files may be larger
   * than memory.
   */
  async firstLines(kind: string, keys: string[], lines: number[]): Promise<Map<string, number>> {
    const first = new Map<string, number>();
    keys.forEach((key, at) => first.has(key) || first.set(key, lines[at]!));
    const fresh = await this.db.query<{ key: string }>(sql`
      INSERT INTO import_lines (kind, key, line)
      SELECT ${kind}, r.key, r.line FROM unnest(${[...first.keys()]}::text[], ${[...first.values()]}::integer[]) r(key, line)
      ON CONFLICT DO NOTHING RETURNING key`);
    if (fresh.length === first.size) return first;
    const earlier = await this.db.query<{ key: string; line: number }>(sql`
      SELECT key, line FROM import_lines WHERE kind = ${kind} AND key = ANY(${keys}::text[])`);
    for (const { key, line } of earlier) first.set(key, line);
    return first;
  }

  override async toldOf<K extends unknown[]>(kind: string, keys: K[]): Promise<K[]> {
    const rows = await this.db.query<{ key: string }>(sql`
      SELECT key FROM import_lines
      WHERE kind = ${kind} AND key = ANY(${keys.map((key) => JSON.stringify(key))}::text[])`);
    return rows.map(({ key }) => JSON.parse(key) as K);
  }

  /**
   * How often each of these keys occurred before in the file of a kind. Counts are kept in a temporary table, as lines
   * are.
   */
  override async timesBefore(kind: string, keys: string[]): Promise<number[]> {
    const here = new Map<string, number>();
    const earlier = keys.map((key) => {
      const times = here.get(key) ?? 0;
      here.set(key, times + 1);
      return times;
    });
    const rows = await this.db.query<{ key: string; times: number }>(sql`
      INSERT INTO import_keys (kind, key, times)
      SELECT ${kind}, r.key, r.times FROM unnest(${[...here.keys()]}::text[], ${[...here.values()]}::integer[]) r(key, times)
      ON CONFLICT (kind, key) DO UPDATE SET times = import_keys.times + excluded.times
      RETURNING key, times`);
    const total = new Map(rows.map(({ key, times }) => [key, times]));
    return keys.map((key, at) => total.get(key)! - here.get(key)! + earlier[at]!);
  }

  /**
   * Counts written lines, and analyzes the tables each time their number has doubled, because the planner would
   * otherwise go on with the table sizes from before the import.
   */
  async wrote(lines: number): Promise<void> {
    this.lines += lines;
    if (this.lines < this.countedAt) return;
    this.countedAt = 2 * this.lines;
    await this.db.query(sql`SELECT analyze_tables()`);
  }

  /** Remembers that a record was refused, for lines that refer to it. */
  refuse(kind: string, key: string): void {
    if (this.refused.size < MOST_KEPT) this.refused.add(`${kind} ${key}`);
  }

  override wasRefused(kind: string, key: string): boolean {
    return this.refused.has(`${kind} ${key}`);
  }
}

const names = (places: Place[]) => places.map(([name]) => name);
const numbers = (places: Place[]) => places.map(([, number]) => number);
