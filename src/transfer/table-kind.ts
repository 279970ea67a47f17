import sql, { raw, Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { InputField } from '../common/input/input-fields';
import type { WriteModel } from '../common/write/write-model';
import type { ImportRun } from './import-run';
import { TableImport } from './table-import';
import type { FileImport, TransferKind } from './transfer-kind';

/**
 * The separator that json_agg puts between objects. A line feed inside a JSON string is escaped, so it cannot match.
 */
const BREAK = ', \n ';

/** A kind whose records are the rows of one table with a key. */
export class TableKind implements TransferKind {
  constructor(private readonly model: WriteModel) {}

  get name(): string {
    return this.model.name;
  }

  get after(): string[] {
    return this.model.kinds.filter((kind) => kind !== this.name);
  }

  get fields(): readonly InputField[] {
    return this.model.fields;
  }

  get exported(): readonly InputField[] {
    return this.model.exported;
  }

  isNullLeftOut(db: Db, field: string): boolean {
    return this.model.isNullLeftOut(db.dataSource, field);
  }

  get place(): TransferKind['place'] {
    return this.model.place;
  }

  open(run: ImportRun): FileImport {
    return new TableImport(this.model, run);
  }

  export(db: Db): Sql {
    const { columns } = db.dataSource.getMetadata(this.model.entity);
    const isNumber = (field: string) =>
      columns.some(({ propertyName, type }) => propertyName === field && type === 'integer');
    const order = this.model.key.map((field) =>
      isNumber(field) ? `f."${field}"` : `f."${field}"::text COLLATE "C"`,
    );
    return sql`
      SELECT replace(row_to_json(f)::text, ${BREAK}, ', ') AS line
      FROM ${raw(this.name)} t CROSS JOIN LATERAL (SELECT ${raw(this.model.values(db.dataSource))}) f
      WHERE t.organization_id = ${db.actor.organization_id} ORDER BY ${raw([...order, 't.id'].join(', '))}`;
  }
}
