import sql, { join } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { Lookup } from './lookups';

/** More ids or keys than these are not kept in memory; what is dropped is looked up again. */
const MOST_KEPT = 50_000;

/** What the files of one import share: the connection, the ids found so far, and which records were refused. */
export class ImportRun {
  private readonly ids = new Map<Lookup, Map<string, number>>();
  private readonly refused = new Set<string>();

  constructor(readonly db: Db) {}

  /** Call it once, in the transaction of the import. */
  async start(): Promise<void> {
    await this.db.query(sql`
      CREATE TEMPORARY TABLE import_lines (kind text, key text, line integer, PRIMARY KEY (kind, key))
      ON COMMIT DROP`);
    await this.db.query(sql`
      CREATE TEMPORARY TABLE import_keys (kind text, key text, times integer, PRIMARY KEY (kind, key))
      ON COMMIT DROP`);
  }

  /** Finds the ids of all these records, those not known yet in one statement. */
  async find(wanted: Map<Lookup, Set<string>>): Promise<void> {
    const missing = [...wanted].flatMap(([lookup, keys]) => {
      const unknown = this.unknownOf(lookup, keys);
      return unknown.length ? [{ lookup, unknown }] : [];
    });
    if (!missing.length) return;
    const { organization_id } = this.db.actor;
    const queries = missing.map(
      ({ lookup, unknown }, at) =>
        sql`SELECT ${at}::integer AS at, q.key, q.id FROM (${lookup.find(organization_id, unknown)}) q`,
    );
    const rows = await this.db.query<{ at: number; key: string; id: number }>(join(queries, ' UNION ALL '));
    for (const { at, key, id } of rows) this.ids.get(missing[at]!.lookup)!.set(key, id);
  }

  /** The id of a record after `find`; undefined when there is none. */
  idOf(lookup: Lookup, key: string): number | undefined {
    return this.ids.get(lookup)?.get(key);
  }

  /**
   * The line on which each key stands first in the file of a kind. Kept in a temporary table, since files
   * may be longer than memory.
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

  /** How often each of these keys came before it in the file of a kind; kept as the lines are. */
  async timesBefore(kind: string, keys: string[]): Promise<number[]> {
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

  /** Keeps in mind that a record was not written. */
  refuse(kind: string, key: string): void {
    if (this.refused.size < MOST_KEPT) this.refused.add(`${kind} ${key}`);
  }

  wasRefused(kind: string, key: string): boolean {
    return this.refused.has(`${kind} ${key}`);
  }

  private unknownOf(lookup: Lookup, keys: Set<string>): string[] {
    const known = this.ids.get(lookup) ?? new Map<string, number>();
    this.ids.set(lookup, known);
    const unknown = [...keys].filter((key) => !known.has(key));
    if (known.size + unknown.length <= MOST_KEPT) return unknown;
    known.clear();
    return [...keys];
  }
}
