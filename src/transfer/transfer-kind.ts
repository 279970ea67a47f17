import type { Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { InputField } from '../common/input/input-fields';
import { WriteRow } from '../common/write/write-row';
import type { Place } from '../common/write/write-run';
import type { ImportRun } from './import-run';

/**
 * A kind of records for import and export, with the file `<name>.ndjson` or `<name>.csv`. A `TableKind` implements it
 * with a write model alone.
 */
export interface TransferKind {
  readonly name: string;
  /** The kinds that its lines refer to, whose files are imported first. */
  readonly after: readonly string[];
  /** The fields of a line. */
  readonly fields: readonly InputField[];
  /** Those of them that an export writes, in its order. */
  readonly exported: readonly InputField[];
  /** Where a line stands in the order in which the records are made, where lines of another kind make some first. */
  readonly place: ((values: Record<string, unknown>) => Place) | undefined;
  /** Starts the import of one file. */
  open(run: ImportRun): FileImport;
  /** Selects the records of the running organization, sorted by key, as one column `line` of JSON text. */
  export(db: Db): Sql;
  /** Whether a new record has null in a field that its line leaves out. */
  isNullLeftOut(db: Db, field: string): boolean;
}

/** Writes the lines of one file in batches. */
export interface FileImport {
  readonly created: number;
  readonly updated: number;
  /** Writes the good lines of a batch, and marks those that the database refuses. */
  write(lines: Line[]): Promise<void>;
  /** Call after the last line. Returns lines that are only now written or refused. */
  finish(): Promise<Line[]>;
}

/** One line during its import. */
export class Line extends WriteRow {
  constructor(
    readonly number: number,
    values: Record<string, unknown>,
  ) {
    super(values);
  }
}
