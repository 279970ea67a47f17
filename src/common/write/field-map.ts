import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { asTime } from '../view/view';
import { idLookupOf, Lookup } from './lookups';
import type { WriteRow } from './write-row';
import type { WriteRun } from './write-run';

/** How one field is kept in the table: what it writes, and what an export writes for it. */
export interface FieldMap {
  /** The columns that it writes. */
  columns: string[];
  /** The kinds that it refers to. */
  kinds?: string[];
  /** The field that gives the id of the record instead, which a file does not have. */
  idField?: string;
  /** SQL of the field's value, as a line says it, for a row `t`; an export leaves the field out without it. */
  value?: (metadata: EntityMetadata) => string;
  /** Puts the value that was said, if one was, into the columns of its row. */
  put: (row: WriteRow, value: unknown) => void;
  /** Called with good rows before their references are found. */
  prepare?: (rows: WriteRow[], run: WriteRun) => Promise<void>;
  /** Called once it is known which record a row is about; it may refer to more. */
  complete?: (rows: WriteRow[], run: WriteRun) => Promise<void> | void;
  /** Called after the rows were written, for what is kept in other tables; the rows have their ids then. */
  written?: (rows: WriteRow[], run: WriteRun) => Promise<void>;
}

/** A field that is a column, under its own or another name. */
export function column(name: string): FieldMap {
  return {
    columns: [name],
    value: (metadata) => written(metadata.findColumnWithPropertyName(name)!),
    put: (row, value) => {
      if (value !== undefined) row.set(name, value);
    },
  };
}

interface ReferenceOptions {
  /** The column of the id; `<field>_id` unless given. */
  column?: string;
  /**
   * Whether a request may give the id instead, as `<field>_id`, which is `checked`; or the service itself does, which
   * has looked it up: `plain`.
   */
  byId?: 'checked' | 'plain';
  /** An unknown key is as good as not sent. */
  optional?: boolean;
  /** Spaces alone name nothing. */
  blank?: boolean;
  /** What a refusal calls the record, where that is not the name of the field. */
  what?: string;
}

/** A field that names another record by its key. A request may give the id instead, which goes first. */
export function reference(field: string, lookup: Lookup, options: ReferenceOptions = {}): FieldMap {
  const { column: name = `${field}_id`, byId, optional, blank, what } = options;
  const idField = byId && `${field}_id`;
  const isNone = (value: unknown) =>
    value === null || (typeof value === 'string' && !(blank ? value.trim() : value));
  return {
    columns: [name],
    kinds: [lookup.kind],
    idField,
    value: () => lookup.name(`t.${name}`),
    put: (row, named) => {
      const id = idField && row.values[idField];
      // a file tells later which record it is about
      const current = row.before?.[name] as number | null | undefined;
      const take = (found: number) => row.set(name, found);
      if (typeof id === 'number' && byId === 'checked' && id !== current)
        row.want(idField!, idLookupOf(lookup.kind), id, take, { optional, what });
      else if (typeof id === 'number') row.set(name, id);
      else if (named !== undefined) {
        if (isNone(named)) row.set(name, null);
        else row.want(field, lookup, named, take, { optional, what, current });
      } else if (id === null) row.set(name, null);
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
    put: (row, value) => {
      if (value !== undefined && !row.values[time]) row.set(time, value ? SOME_TIME : null);
    },
  };
}

/** A second name of a field, which may be said and which an export does not write. */
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
