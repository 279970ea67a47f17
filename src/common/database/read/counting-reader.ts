import type { Type } from '@nestjs/common';
import sql, { join, raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { Json } from '../../json';
import { COUNT_LIMIT } from '../../pagination/page';
import type { Actor } from '../../tenancy/actor';
import { jsonArray, jsonObject } from '../../view/json-sql';
import { entityOf } from '../../view/view-metadata';
import { TABLE } from './compiled-view';
import type { Group } from '../sql/counts';
import { COUNTED, isLarge, remember } from './large-counts';
import { type Share, sharesOfParties } from '../../party-wall/party-wall';
import { planned } from '../sql/query';
import type { Run } from './selection';
import { StreamReader } from './stream-reader';

/** So many records are counted by what they refer to. */
const COUNTED_ROWS = 100_000;

/** Counts the matching records. Those of parties are found by each of their shares, because each has an index of its own. */
export class CountingReader extends StreamReader {
  /** The rows of each of the parties that the actor is limited to. */
  protected readonly shares: Share[] | undefined;
  /** Whether a list is requested of what parties have through other records. */
  private isSkewedList = false;

  constructor(dataSource: DataSource, view: Type, actor: Actor, base: string, run: Run) {
    super(dataSource, view, actor, base, run);
    this.shares = sharesOfParties(dataSource, entityOf(view), TABLE, actor);
  }

  /** Resolves the keys, and finds out how a list is planned. */
  protected async resolveList(): Promise<void> {
    await this.resolve();
    this.isSkewedList = this.shares?.some((share) => share.isSkewed) ?? false;
  }

  /**
   * How many matching records there are of each value of a group, as `[{<by>: <value>, count, more}]`, the greatest first.
   * Many are counted up to COUNT_LIMIT for each word, or up to COUNTED_ROWS in all.
   */
  async counts(by: string, group: Group): Promise<Json> {
    await this.resolveList();
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
   * A filter of parties is planned for them, and a list of what they have through others: how many rows they have decides how
   * those are found.
   */
  protected override get isPrepared(): boolean {
    return super.isPrepared && !(this.shares && (this.filters || this.isSkewedList));
  }

  protected isSkewed(): boolean {
    return this.shares?.some((share) => share.isSkewed) ?? false;
  }

  /** SQL: for each share what selects its rows. */
  protected ofEach(select: (share: Share) => Sql): Sql[] {
    const others = this.condition(this.theirs);
    return this.shares!.map(
      (share) => sql`(${select({ ...share, condition: sql`${others} AND ${share.condition}` })})`,
    );
  }

  protected async count(): Promise<number> {
    const [row] = await this.query<{ total: number }>(sql`SELECT ${this.counted()} AS total`);
    return this.noted(row!.total);
  }

  protected counted(): Sql {
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
  protected noted(total: number): number {
    remember(this.condition(), this.compile().table.sql, total);
    return total;
  }
}

/**
 * SQL: how many rows some selections have together, each row counted once. A selection that has COUNTED rows by itself spares
 * the others, which PostgreSQL reads only when they are requested.
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
