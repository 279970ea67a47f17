import type { Type } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { NotFound } from '../../errors/errors';
import { Json } from '../../json';
import type { Actor } from '../../tenancy/actor';
import { entityOf } from '../../view/view-metadata';
import { bounded, requireBytes } from './answer-bytes';
import type { Template } from '../sql/batches';
import { compile, compileForParties, Compiled, TABLE } from './compiled-view';
import { ofParties } from '../../party-wall/party-wall';
import { isWithoutNeed } from '../personal-data';
import { type Query, row } from '../sql/query';
import { Run, Selection } from './selection';

/** A record as its statement returns it. */
interface Found {
  json: string;
  bytes: number;
}

function shownOf(found: Found | undefined): Json | undefined {
  if (found) requireBytes(found.bytes);
  return found && new Json(found.json);
}

/** Reads one record of a view as JSON. Conditions refer to the view's own table as `t`. */
export class RecordReader extends Selection {
  /** The condition of the parties that the actor is limited to. */
  protected readonly theirs: Sql | undefined;

  constructor(
    dataSource: DataSource,
    view: Type,
    protected readonly actor: Actor,
    private readonly base: string,
    run: Run,
  ) {
    super(dataSource, view, actor.organization_id, run);
    this.theirs = ofParties(dataSource, entityOf(view), TABLE, actor);
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

  /** SQL: the matching record, the oldest of several. */
  private first(): Sql {
    const { table, object } = this.compile();
    return sql`SELECT ${bounded(sql`t.json`, sql`octet_length(t.json)`)} FROM (
        SELECT (${object})::text AS json FROM ${table} ${raw(TABLE)}
        WHERE ${this.condition()} ORDER BY t.id LIMIT 1
      ) t`;
  }

  /** Runs a statement that contains the JSON of these readers. */
  protected show<T extends object>(statement: Sql, readers: RecordReader[] = [this]): Promise<T[]> {
    return this.query<T>(this.addressed(statement, readers));
  }

  /** Adds the base address as the first parameter of the statement, if one of the views uses it. */
  protected addressed({ text, values, strings }: Sql, readers: RecordReader[] = [this]): Template {
    if (!readers.some((each) => each.compile().linked)) return { text, values, strings };
    const { limited, parties } = this.actor;
    const shared = limited ? [this.base, parties.map(({ id }) => id)] : [this.base];
    const addressed = strings.reduce((before, part, n) => `${before}$${n + shared.length}${part}`);
    return { text: addressed, values: [...shared, ...values], strings };
  }

  protected compile(): Compiled {
    const { limited } = this.actor;
    return (limited ? compileForParties : compile)(this.dataSource, this.view, isWithoutNeed(this.actor));
  }
}
