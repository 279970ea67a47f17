import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { asTime } from '../common/view/view';
import type { ImportRun } from './import-run';
import type { Lookup } from './lookups';
import type { Line } from './transfer-kind';

/** How one field of a line is kept in the table: what it writes, and what an export writes for it. */
export interface FieldMap {
  /** The columns that it writes. */
  columns: string[];
  /** The kinds that it refers to. */
  kinds?: string[];
  /** Columns whose JSON object is merged with the one before; null in it clears. */
  merges?: string[];
  /** SQL of the field's value, as a line says it, for a row `t`; an export leaves the field out without it. */
  value?: (metadata: EntityMetadata) => string;
  /** Puts the value of a line, if it has one, into the columns of its row. */
  put: (row: TableRow, value: unknown) => void;
  /** Called with good rows before their references are found. */
  prepare?: (rows: TableRow[], run: ImportRun) => Promise<void>;
  /** Called after the rows were written, for what is kept in other tables; the rows have their ids then. */
  written?: (rows: TableRow[], run: ImportRun) => Promise<void>;
}

/** A record that a row refers to, until its id is found. */
export interface Wanted {
  field: string;
  lookup: Lookup;
  key: string;
  /** Puts the id, and whatever goes with it, into the columns. */
  take: (row: TableRow, id: number) => void;
  /** An unknown key is as good as none. */
  optional?: boolean;
}

/** A line as the table will have it. */
export class TableRow {
  /** Known once the row is written, if a field is kept in another table. */
  id: number | undefined;
  readonly columns: Record<string, unknown> = {};
  wanted: Wanted[] = [];
  /** What goes into other tables, by field. */
  readonly parts: Record<string, unknown> = {};

  constructor(readonly line: Line) {}

  want(field: string, lookup: Lookup, named: unknown, take: Wanted['take'], optional = false): void {
    this.wanted.push({ field, lookup, key: lookup.keyOf(named), take, optional });
  }

  /** Takes the references to records of one kind out, into a row of their own. */
  split(kind: string): { row: TableRow; rest: TableRow }[] {
    const rest = new TableRow(this.line);
    rest.wanted = this.wanted.filter(({ lookup }) => lookup.kind === kind);
    if (!rest.wanted.length) return [];
    this.wanted = this.wanted.filter(({ lookup }) => lookup.kind !== kind);
    return [{ row: this, rest }];
  }
}

/** A field that is a column, under its own or another name. */
export function column(name: string): FieldMap {
  return {
    columns: [name],
    value: (metadata) => written(metadata.findColumnWithPropertyName(name)!),
    put: (row, value) => {
      if (value !== undefined) row.columns[name] = value;
    },
  };
}

/** A field that names another record by its key; an unknown `optional` one is as good as not sent. */
export function reference(
  field: string,
  lookup: Lookup,
  { column: name = `${field}_id`, optional = false } = {},
): FieldMap {
  return {
    columns: [name],
    kinds: [lookup.kind],
    value: () => lookup.name(`t.${name}`),
    put: (row, value) => {
      if (value === null || value === '') row.columns[name] = null;
      else if (value !== undefined)
        row.want(field, lookup, value, ({ columns }, id) => (columns[name] = id), optional);
    },
  };
}

/** What stands for a time that a line does not tell, so that a second run finds the same one. */
export const SOME_TIME = '1970-01-01T00:00:00.000Z';

/** A state that is kept as the time when it began: a line may say the time, or only that it is so. */
export function since(time: string): FieldMap {
  return {
    columns: [time],
    value: () => `t.${time} IS NOT NULL`,
    put: ({ columns, line }, value) => {
      if (value !== undefined && !line.values[time]) columns[time] = value ? SOME_TIME : null;
    },
  };
}

/** A second name of a field, which a line may use and an export does not. */
export function alias(map: FieldMap): FieldMap {
  return { ...map, value: undefined };
}

/** A column as JSON that an import reads back as it was. */
function written({ databaseName, type }: ColumnMetadata): string {
  const name = `t."${databaseName}"`;
  if (type === 'timestamptz') return asTime(name);
  if (type === 'date') return `${name}::text`;
  if (type === 'numeric') return `trim_scale(${name})`;
  return name;
}
