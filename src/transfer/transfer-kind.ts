import type { Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { InputField } from '../common/input/input-fields';
import type { ImportRun } from './import-run';

/**
 * A kind of records that import and export know: its file is `<name>.ndjson` or `<name>.csv`. Most are a
 * `TableKind`, which needs little more than the entity and the request class.
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
export class Line {
  /** Why it is bad; empty for a good one. */
  readonly refusals: { field: string; reason: string }[] = [];
  /** Not written, since what it refers to stands on a bad line: one mistake is reported once. */
  leftOut = false;

  constructor(
    readonly number: number,
    public values: Record<string, unknown>,
  ) {}

  refuse(field: string, reason: string): void {
    this.refusals.push({ field, reason });
  }

  get isGood(): boolean {
    return !this.refusals.length && !this.leftOut;
  }
}
