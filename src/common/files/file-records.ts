import { Injectable, type Type } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { Db } from '../database/db';
import { opennessOf, opennessOfField } from '../party-wall/open-to';
import { isTheirs } from '../party-wall/party-wall';
import type { Columns, RowClass } from '../schema/columns';
import { PARTIES } from '../view/compiler';
import { entityOf } from '../view/view-metadata';
import { tableOf } from '../write/lookups';
import { StoredFile } from './file.entity';
import type { FileLink } from './file-link';

/** Records that name a file by a column of their own, such as a signature. */
interface FileColumn {
  /** The column, and the field of the view that shows it. */
  column: string;
  /** What shows a record; parties see the file where its own condition of the field holds. */
  view: Type;
}

/** Records that name files, and where they are shown. */
export interface FileRecord {
  /** The join table. */
  link: RowClass<FileLink>;
  /** Its relation to the record: `damage`. */
  relation: string;
  /** What shows a record; parties see its files where the field `files` is open to them. */
  view: Type;
}

/**
 * Who sees which file: those who see a record see its files; before a record names it, its uploader alone. Domains add the
 * records that name files.
 */
@Injectable()
export class FileRecords {
  private readonly records: FileRecord[] = [];
  private readonly columns: FileColumn[] = [];

  constructor(private readonly db: Db) {}

  /** Called once, by the module that owns the records. */
  add(record: FileRecord): void {
    this.records.push(record);
  }

  /** The same for files that a column names. */
  addColumn(record: FileColumn): void {
    this.columns.push(record);
  }

  get all(): readonly FileRecord[] {
    return this.records;
  }

  /** The file with this id, if the caller sees it. */
  async find(id: number): Promise<Columns<StoredFile> | undefined> {
    const statement = this.visible(id);
    const [found] = statement ? await this.db.query<Columns<StoredFile>>(statement) : [];
    return found;
  }

  private visible(id: number): Sql | undefined {
    const { organization_id, user_id, limited } = this.db.actor;
    if (!limited)
      return sql`
        SELECT f.* FROM files f WHERE f.organization_id = ${organization_id} AND f.id = ${id}
          AND (f.uses > 0 OR f.user_id = ${user_id})`;
    const open = this.records.filter(({ view }) => opennessOfField(view, 'files') === 'open');
    const found = [
      ...open.map((record) => this.ofRecords(record, id)),
      ...this.columns.map((record) => this.ofColumn(record, id)),
    ];
    if (!found.length) return undefined;
    return join(
      found.map((each) => sql`(${each})`),
      ' UNION ALL ',
    );
  }

  /** The file, if it is one of a record that concerns the parties of the actor. */
  private ofRecords({ link, relation, view }: FileRecord, id: number): Sql {
    const { actor, dataSource } = this.db;
    const record = entityOf(view);
    return sql`
      SELECT f.* FROM ${raw(tableOf(record))} t
      JOIN ${raw(tableOf(link))} l
        ON l.organization_id = t.organization_id AND l.${raw(`${relation}_id`)} = t.id
      JOIN files f ON f.organization_id = ${actor.organization_id} AND f.id = l.file_id
      WHERE t.organization_id = ${actor.organization_id} AND l.file_id = ${id}
        AND ${isTheirs(dataSource, record, 't', actor)}
      LIMIT 1`;
  }

  private ofColumn({ column, view }: FileColumn, id: number): Sql {
    const { actor, dataSource } = this.db;
    const record = entityOf(view);
    const { [column]: own } = opennessOf(view).own ?? {};
    const parties = `'{${actor.parties.map((party) => party.id).join(',')}}'::bigint[]`;
    const isShown = own?.((of) => `t.${of}`).replaceAll(PARTIES, parties) ?? 'false';
    return sql`
      SELECT f.* FROM ${raw(tableOf(record))} t
      JOIN files f ON f.organization_id = ${actor.organization_id} AND f.id = t.${raw(column)}
      WHERE t.organization_id = ${actor.organization_id} AND t.${raw(column)} = ${id}
        AND ${isTheirs(dataSource, record, 't', actor)} AND ${raw(isShown)}
      LIMIT 1`;
  }
}
