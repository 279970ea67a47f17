import { Injectable } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { toId } from '../database/sql/conditions';
import { Db } from '../database/db';
import { Invalid } from '../errors/errors';
import { nearestName } from '../nearest';
import type { Page } from '../pagination/page';
import type { AuditEntryQuery } from './audit-entry.dto';
import { AuditEntryShow } from './audit-entry.view';

/** Concurrent entries may get ids in another order than their times, but never this many. */
const OUT_OF_ORDER = 10_000;

/** SQL: the column has this value. Its index holds hashes, because the texts would take a fifth of what traces take. */
function isHashed(column: string, value: string): Sql {
  const of = raw(`t.${column}`);
  return sql`(hashtext(${of}) = hashtext(${value}) AND ${of} = ${value})`;
}

/** Lists the traces of writes. */
@Injectable()
export class AuditEntriesService {
  constructor(private readonly db: Db) {}

  /**
   * Runs with a custom plan: one organization's user wrote half of its traces, another's a single one.
   * @throws Invalid for a type of record that no table is
   */
  list(query: AuditEntryQuery): Promise<Page> {
    if (query.record_type) this.requireTable(query.record_type);
    return this.db
      .read(AuditEntryShow)
      .filter(query.record_type, (type) => sql`t.record_type = ${type}`)
      .filter(query.record_id, (id) => sql`t.record_id = ${id}`)
      .filter(query.record_key, (key) => sql`t.record_key = ${key}`)
      .filter(query.user, (user) => this.byUser(user))
      .filter(query.operation, (operation) => isHashed('operation', operation))
      .filter(query.request_id, (id) => isHashed('request_id', id))
      .filter(query.created_from, (from) => this.since(from))
      .filter(query.created_until, (until) => this.upTo(until))
      .filter(query.from, (from) => this.since(from))
      .filter(query.until, (until) => this.upTo(until))
      .unprepared()
      .page(query.request());
  }

  private requireTable(type: string): void {
    const tables = this.db.dataSource.entityMetadatas.map(({ tableName }) => tableName).sort();
    if (tables.includes(type)) return;
    const alike = nearestName(type, tables);
    throw new Invalid({
      record_type: [`is unknown: '${type}'${alike ? `; the nearest table is '${alike}'` : ''}`],
    });
  }

  private byUser(user: string): Sql {
    const id = toId(user);
    if (id !== undefined) return sql`t.user_id = ${id}`;
    const { organization_id } = this.db.actor;
    return sql`t.user_id = (SELECT u.id FROM users u WHERE u.organization_id = ${organization_id} AND u.email = ${user})`;
  }

  /** The lower limit of time, and the first id that may match: a page is read in order of id from there. */
  private since(from: string): Sql {
    const ids = sql`SELECT e.id FROM audit_entries e
      WHERE e.organization_id = ${this.db.actor.organization_id} AND e.created_at >= ${from}
      ORDER BY e.created_at LIMIT ${OUT_OF_ORDER}`;
    return sql`t.created_at >= ${from} AND t.id >= (SELECT min(id) FROM (${ids}) first)`;
  }

  private upTo(until: string): Sql {
    const ids = sql`SELECT e.id FROM audit_entries e
      WHERE e.organization_id = ${this.db.actor.organization_id} AND e.created_at <= ${until}
      ORDER BY e.created_at DESC LIMIT ${OUT_OF_ORDER}`;
    return sql`t.created_at <= ${until} AND t.id <= (SELECT max(id) FROM (${ids}) last)`;
  }
}
