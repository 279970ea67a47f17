import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../database/db';
import { asTerminal } from '../database/sql/as-terminal';
import { FEW } from '../database/sql/conditions';
import { ofParties } from '../party-wall/party-wall';
import { planned, rows } from '../database/sql/query';
import type { RowClass } from '../schema/columns';
import type { Lookup } from './lookups';
import { good, Wanted, WriteRow } from './write-row';
import { COMMON } from '../errors/codes';

/** The most ids to cache for a lookup. Beyond that the cache is cleared, and ids are looked up again. */
const MOST_KEPT = 50_000;

/** By what the records of a kind are ordered: first by a text, then by a number. */
export type Place = [text: string, number: number];

/** What the records that are written together share: the connection, and the ids found so far. */
export class WriteRun {
  /**
   * Whether the file is part of an export, whose values a service has accepted before (decision 325, announcements of
   * before).
   */
  exported = false;
  private readonly ids = new Map<Lookup, Map<string, number | null>>();

  /**
   * @param history whether the rows come from a file, which records what has happened: rules of daily work are skipped
   *   and nothing follows from it (decision 86, rules of daily work; 88, no effects)
   */
  constructor(
    readonly db: Db,
    readonly history = false,
  ) {}

  /** Resolves the references of the rows to ids, through the cache. Refuses unknown and ambiguous keys. */
  async resolve(rows: WriteRow[]): Promise<void> {
    const wanted = new Map<Lookup, Set<string>>();
    for (const { lookup, key } of rows.flatMap((row) => row.wanted)) {
      const keys = wanted.get(lookup) ?? new Set();
      wanted.set(lookup, keys.add(key));
    }
    await this.find(wanted);
    for (const row of good(rows)) {
      const all = row.wanted;
      row.wanted = [];
      for (const each of all) this.take(row, each);
    }
  }

  /** Whether the record with this key was refused earlier in the import. */
  wasRefused(_kind: string, _key: string): boolean {
    return false;
  }

  /** Those of the keys that lines of this kind in the import have. A key is the values of the columns `match`. */
  toldOf<K extends unknown[]>(_kind: string, _keys: K[]): Promise<K[]> {
    return Promise.resolve([]);
  }

  /** The ids that an import keeps for new records with these places among those of a kind. */
  idsAt(_kind: string, places: Place[]): Promise<(number | undefined)[]> {
    return Promise.resolve(places.map(() => undefined));
  }

  /** How often each of these keys came before it. */
  timesBefore(_kind: string, keys: string[]): Promise<number[]> {
    return Promise.resolve(keys.map(() => 0));
  }

  private take(row: WriteRow, wanted: Wanted): void {
    const { field, lookup, key, optional } = wanted;
    const id = this.ids.get(lookup)?.get(key);
    if (typeof id === 'number') wanted.take(id);
    else if (id === null)
      row.refuse(field, { code: COMMON.ambiguous_reference, sentence: lookup.several!(key) });
    else if (this.wasRefused(lookup.kind, key)) row.leaveOut();
    else if (!optional) row.unknown(wanted);
  }

  private async find(wanted: Map<Lookup, Set<string>>): Promise<void> {
    const missing = [...wanted].flatMap(([lookup, keys]) => {
      const unknown = this.unknownOf(lookup, keys);
      return unknown.length ? [{ lookup, unknown }] : [];
    });
    if (!missing.length) return;
    const { organization_id } = this.db.actor;
    const find = ({ ofFile, find: any }: Lookup) => (this.history && ofFile ? ofFile : any);
    const found = await this.db.pipeline(
      ...missing.map(({ lookup, unknown }) => {
        const statement = this.ofParties(lookup, find(lookup)(organization_id, unknown));
        // Up to FEW keys, as a request has them, share one plan.
        return rows<{ key: string; id: number | null }>(
          unknown.length <= FEW ? statement : planned(statement),
        );
      }),
    );
    missing.forEach(({ lookup }, n) => {
      const ids = this.ids.get(lookup)!;
      // a second record with the key makes it ambiguous
      for (const { key, id } of found[n]!) ids.set(key, lookup.several && ids.has(key) ? null : id);
    });
  }

  /** The statement without the records that are not of the parties to which the token is limited. */
  private ofParties({ kind, whole }: Lookup, statement: Sql): Sql {
    const { actor, dataSource } = this.db;
    if (!actor.limited) return statement;
    if (whole) return asTerminal('whoever knows the name of a record may name it', statement);
    const { target } = dataSource.entityMetadatas.find(({ tableName }) => tableName === kind)!;
    const theirs = ofParties(dataSource, target as RowClass, 'w', actor);
    return theirs
      ? sql`SELECT f.key, f.id FROM (${statement}) f WHERE f.id IN (
          SELECT w.id FROM ${raw(kind)} w WHERE w.organization_id = ${actor.organization_id} AND ${theirs})`
      : statement;
  }

  private unknownOf(lookup: Lookup, keys: Set<string>): string[] {
    const known = this.ids.get(lookup) ?? new Map<string, number | null>();
    this.ids.set(lookup, known);
    const unknown = [...keys].filter((key) => !known.has(key));
    if (known.size + unknown.length <= MOST_KEPT) return unknown;
    known.clear();
    return [...keys];
  }
}
