import type { Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { InputField } from '../common/input/input-fields';
import { WriteRow } from '../common/write/write-row';
import type { ImportRun } from './import-run';

/**
 * A kind of records that import and export know: its file is `<name>.ndjson` or `<name>.csv`. It is a
 * `TableKind`, which needs no more than the write model.
 */
export interface TransferKind {
  readonly name: string;
  /** The kinds whose records its lines refer to: their files come first. */
  readonly after: readonly string[];
  /** What a line may say. */
  readonly fields: readonly InputField[];
  /** Starts the import of one file. */
  open(run: ImportRun): FileImport;
  /** The records of the running organization in order of their key: one column `line` of JSON text. */
  export(db: Db): Sql;
}

/** Takes one file's lines into the database, some hundreds at a time. */
export interface FileImport {
  readonly created: number;
  readonly updated: number;
  /** Writes the good lines; refuses those that turn out bad. */
  write(lines: Line[]): Promise<void>;
  /** Called after the last line; returns the lines that turned out bad only now. */
  finish(): Promise<Line[]>;
}

/** One line on its way into the database. */
export class Line extends WriteRow {
  constructor(
    readonly number: number,
    values: Record<string, unknown>,
  ) {
    super(values);
  }
}
