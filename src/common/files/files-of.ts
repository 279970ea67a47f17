import sql, { raw } from 'sql-template-tag';
import { asTerminal } from '../database/sql/as-terminal';
import { among } from '../database/sql/conditions';
import { COMMON } from '../errors/codes';
import { naming } from '../errors/errors';
import { In, listOf } from '../input/in';
import { BadValue, toInteger } from '../input/values';
import { ID } from '../schema/integers';
import type { RowClass } from '../schema/columns';
import type { FieldMap } from '../write/field-map';
import { tableOf } from '../write/lookups';
import type { WriteRow } from '../write/write-row';
import type { WriteRun } from '../write/write-run';
import type { FileLink } from './file-link';

/** The most files of a record. */
const MOST_FILES = 100;

const readIds = listOf((raw) => toInteger(raw, { min: 1, max: Number.MAX_SAFE_INTEGER }));

/** A field of a request: the files of the record, in their order. The list that is sent replaces the one before. */
export const FileIds = (description = 'The files of the record, by their ids (POST /files)') =>
  In.custom(
    { type: 'array', items: ID, maxItems: MOST_FILES } as object,
    (raw) => {
      if (raw === '') return null;
      const ids = readIds(raw);
      if (ids.length > MOST_FILES) throw new BadValue(`must be ${MOST_FILES} at most`);
      return [...new Set(ids)];
    },
    { description, example: [1] },
  );

/** What a line in a file says of the files of a record. */
export class FilesOfLine {
  @In.texts({ description: 'The keys of its files' }) files?: string[] | null;
}

/** How records of a kind name files. */
export interface NamesFiles {
  /** The join table. */
  link: RowClass<FileLink>;
  /** Its relation to the record: `damage`. */
  relation: string;
  /** The request field: a list of ids by default; a field with one id takes a number. */
  field?: string;
  /**
   * What the record is about: several records may name one file when they are about the same. `column` is that of its id.
   * Without it a file is of one record alone.
   */
  about?: { type: string; column: string };
}

/** A file that a request names. */
interface Named {
  id: number;
  uses: number;
  user_id: number | null;
  about: string | null;
}

/**
 * The fields by which requests and lines of files name the files of a record (docs on `FileLink`). A request may name the files
 * that the caller uploaded and no record names, and those of other records about the same.
 */
export function filesOf(names: NamesFiles): Record<string, FieldMap> {
  const { link, relation, field = 'file_ids' } = names;
  const table = tableOf(link);
  return {
    files: {
      columns: [],
      kinds: ['files'],
      idField: field,
      value: () => `(
        SELECT coalesce(json_agg(f.key ORDER BY l.position), '[]'::json) FROM ${table} l
        JOIN files f ON f.organization_id = l.organization_id AND f.id = l.file_id
        WHERE l.organization_id = t.organization_id AND l.${relation}_id = t.id)`,
      put: (row, value) => {
        if (value !== undefined) row.parts.files = value ?? [];
      },
      complete: (rows, run) => findByKeys(rows, field, run),
    },
    [field]: {
      columns: [],
      put: (row, value) => {
        if (value !== undefined) row.parts[field] = [value ?? []].flat();
      },
      complete: (rows, run) => requireNameable(rows, names, run),
      written: (rows, run) => writeNamed(rows, names, run),
    },
  };
}

/** Refuses files that are not there, or that the request may not name. Locks those that it names. */
async function requireNameable(
  rows: WriteRow[],
  { link, relation, field = 'file_ids', about }: NamesFiles,
  { db, history }: WriteRun,
): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ parts }) => (parts[field] as number[] | undefined) ?? []))];
  if (history || !ids.length) return;
  const { organization_id, user_id, limited } = db.actor;
  const found = await db.query<Named>(
    asTerminal(
      'whether a file may be named is decided by who uploaded it and what it is about',
      sql`
        SELECT f.id, f.uses, f.user_id, f.about FROM files f
        WHERE f.organization_id = ${organization_id} AND ${among('f.id', ids)} ORDER BY f.id FOR NO KEY UPDATE`,
    ),
  );
  const files = new Map(found.map((file) => [file.id, file]));
  const before = rows.flatMap((row) => row.before?.id ?? []);
  const stored = before.length
    ? await db.query<{ record_id: number; file_id: number }>(sql`
        SELECT l.${raw(relation)}_id AS record_id, l.file_id FROM ${raw(tableOf(link))} l
        WHERE l.organization_id = ${organization_id} AND ${among(`l.${relation}_id`, before)}`)
    : [];
  for (const row of rows) {
    const subject = subjectOf(row, relation, about);
    ((row.parts[field] as number[] | undefined) ?? []).forEach((id, at) => {
      const file = files.get(id);
      const isStored = stored.some((each) => each.file_id === id && each.record_id === row.before?.id);
      const isOwn = file?.uses === 0 && file.user_id === user_id;
      const isShared = !!file?.uses && !limited && subject !== undefined && file.about === subject;
      if (isStored || isShared) return;
      if (isOwn) Object.assign(file, { uses: 1, about: subject ?? '' });
      else row.refuse(field === 'file_ids' ? `${field}.${at}` : field, unknownFile(id));
    });
  }
}

/** A file that a request may not name is as one that is not there. */
export const unknownFile = (id: number) => ({
  code: COMMON.file_unknown,
  sentence: `File '${id}' is unknown.`,
  records: naming('file', id),
  status: 422,
});

/** What a record is about; undefined for a new one that is about nothing but itself. */
function subjectOf(row: WriteRow, relation: string, about: NamesFiles['about']): string | undefined {
  if (about) return `${about.type} ${String(row.after(about.column))}`;
  return row.id === undefined ? undefined : `${relation} ${row.id}`;
}

/** Names the files of records, in place of those that they named before. */
async function writeNamed(
  rows: WriteRow[],
  { link, relation, field = 'file_ids', about }: NamesFiles,
  { db }: WriteRun,
): Promise<void> {
  const sent = rows.flatMap((row) => {
    const files = row.parts[field] as number[] | undefined;
    return files ? { id: row.id, files, about: subjectOf(row, relation, about) } : [];
  });
  if (!sent.length) return;
  const { organization_id } = db.actor;
  const [table, record] = [raw(tableOf(link)), raw(`${relation}_id`)];
  const json = JSON.stringify(sent);
  await db.query(sql`
    DELETE FROM ${table} l USING json_to_recordset(${json}::json) AS s(id bigint, files bigint[])
    WHERE l.organization_id = ${organization_id} AND l.${record} = s.id AND l.file_id <> ALL (s.files)`);
  await db.query(sql`
    INSERT INTO ${table} AS l (organization_id, ${record}, file_id, position)
    SELECT ${organization_id}::bigint, s.id, f.id, f.at - 1
    FROM json_to_recordset(${json}::json) AS s(id bigint, files bigint[])
    CROSS JOIN unnest(s.files) WITH ORDINALITY AS f(id, at) ORDER BY s.id, f.at
    ON CONFLICT (organization_id, ${record}, file_id) DO UPDATE SET position = excluded.position
      WHERE l.position <> excluded.position`);
  await db.query(sql`
    UPDATE files f SET about = s.about
    FROM json_to_recordset(${json}::json) AS s(files bigint[], about text)
    WHERE f.organization_id = ${organization_id} AND f.id = ANY (s.files) AND f.about IS NULL`);
}

/** Finds the files that lines of files name by their keys. */
async function findByKeys(rows: WriteRow[], field: string, { db }: WriteRun): Promise<void> {
  const keys = [...new Set(rows.flatMap(({ parts }) => (parts.files as string[] | undefined) ?? []))];
  const found = keys.length
    ? await db.query<{ key: string; id: number }>(sql`
        SELECT f.key, f.id FROM files f
        WHERE f.organization_id = ${db.actor.organization_id} AND f.key = ANY (${keys}::text[])`)
    : [];
  const ids = new Map(found.map(({ key, id }) => [key, id]));
  for (const row of rows) {
    const named = row.parts.files as string[] | undefined;
    if (!named) continue;
    row.parts[field] = named.flatMap((key) => {
      const id = ids.get(key);
      if (id === undefined)
        row.refuse('files', {
          code: COMMON.file_unknown,
          sentence: `File '${key}' is unknown.`,
          status: 422,
        });
      return id ?? [];
    });
  }
}
