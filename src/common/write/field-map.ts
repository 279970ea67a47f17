import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { asTime } from '../view/view';
import { idLookupOf, Lookup } from './lookups';
import type { WriteRow } from './write-row';
import type { WriteRun } from './write-run';

/**
 * How a field of a request or of a line in a file maps to columns, and back in an export. For the order of the hooks
 * see `WriteModel`.
 */
export interface FieldMap {
  /** The columns that the field writes. */
  columns: string[];
  /** The kinds of record (table names) that the field refers to. */
  kinds?: string[];
  /** The request field that gives the id of the record instead. Files do not have it. */
  idField?: string;
  /** SQL of the field's value in an export, for a row `t`. Without it an export leaves the field out. */
  value?: (metadata: EntityMetadata) => string;
  /** Puts the value into the row; undefined when the field was not sent. */
  put: (row: WriteRow, value: unknown) => void;
  /** Called before the references of the rows are resolved. */
  prepare?: (rows: WriteRow[], run: WriteRun) => Promise<void>;
  /** Called once `before` is known. May add further references. */
  complete?: (rows: WriteRow[], run: WriteRun) => Promise<void> | void;
  /** Called after the rows are written and have ids, to write other tables. */
  written?: (rows: WriteRow[], run: WriteRun) => Promise<void>;
}

/** A field that is stored in one column, by default of the same name. */
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
  /** The column of the id; `<field>_id` by default. */
  column?: string;
  /**
   * Whether the id may be given instead, as `<field>_id`. `checked` looks it up; `plain` trusts it, because the service
   * has looked it up.
   */
  byId?: 'checked' | 'plain';
  /** Ignores an unknown key instead of refusing it. */
  optional?: boolean;
  /** Treats a blank string as no reference. */
  blank?: boolean;
  /** The name of the record in a refusal; the name of the field by default. */
  what?: string;
}

/** A field that names another record by its key. A request may give the id instead, which takes precedence. */
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
      // Undefined for a file, whose stored records are found later.
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

/**
 * The time stored when a line gives a state without its time. It is constant, so that a second import changes nothing.
 */
export const SOME_TIME = '1970-01-01T00:00:00.000Z';

/** A state that is stored as the time when it began. A line may give the time, or only the state. */
export function since(time: string): FieldMap {
  return {
    columns: [time],
    value: () => `t.${time} IS NOT NULL`,
    put: (row, value) => {
      if (value !== undefined && !row.values[time]) row.set(time, value ? SOME_TIME : null);
    },
  };
}

/** A second name of a field. Requests and files may use it, exports do not write it. */
export function alias(map: FieldMap): FieldMap {
  return { ...map, value: undefined };
}

/** SQL of a column in the form that an import reads back unchanged. */
function written({ databaseName, type }: ColumnMetadata): string {
  const name = `t."${databaseName}"`;
  if (type === 'timestamptz') return asTime(name);
  if (type === 'date') return `${name}::text`;
  if (type === 'numeric') return `trim_scale(${name})`;
  return name;
}
