import { Logger } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../database/db';

/** The tables of what is used, with the columns of the last use. */
const COLUMNS = { tokens: raw('last_used_at'), user_identities: raw('last_seen_at') };

const HOUR = sql`date_trunc('hour', now())`;

/** SQL: whether a use now is to be noted in a column. */
export const isUnused = (column: Sql) => sql`${column} IS DISTINCT FROM ${HOUR}`;

/**
 * Writes the last use, once an hour, beside the request, which neither waits nor fails because of it. At a standby none is
 * written.
 */
export class UseNotes {
  private readonly logger = new Logger('Tokens');
  private readonly noting = new Set<number>();

  constructor(
    private readonly db: Db,
    private readonly table: keyof typeof COLUMNS,
  ) {}

  note(organization_id: number, id: number): void {
    if (this.noting.has(id) || this.db.pool.probe.isReadOnly) return;
    this.noting.add(id);
    const column = COLUMNS[this.table];
    this.db
      .queryAsService(
        sql`UPDATE ${raw(this.table)} SET ${column} = ${HOUR}
            WHERE organization_id = ${organization_id} AND id = ${id} AND ${isUnused(column)}`,
      )
      .catch((error: unknown) =>
        this.logger.warn(`The use of ${id} of ${this.table} was not noted: ${String(error)}`),
      )
      .finally(() => this.noting.delete(id));
  }
}
