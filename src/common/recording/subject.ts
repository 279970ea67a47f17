import type { Type } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import type { DataSource } from 'typeorm';
import { abbreviated } from '../database/abbreviations';
import type { RowClass } from '../schema/columns';
import { Compiler } from '../view/compiler';
import type { Of } from '../view/view';
import { entityOf } from '../view/view-metadata';

/** What events say of the records of an entity beside their data. */
export interface SubjectOptions {
  /** What one such record is called, with which the types of its events begin. */
  type: string;
  /** SQL of what people know the record by. */
  key?: (of: Of) => string;
  /** SQL of the path where it is shown, or of the list that shows it. */
  path: (of: Of) => string;
  /**
   * SQL that selects the ids of further records that its events concern, by what those are called. The records that
   * the entity itself refers to need not be named.
   */
  concerns?: Record<string, (of: Of) => string>;
}

const subjects = new Map<RowClass, SubjectOptions>();

/** Class decorator of an entity: events are about its records. */
export function Subject(options: SubjectOptions): (entity: RowClass) => void {
  return (entity) => void subjects.set(entity, options);
}

/** What events say of the records of an entity; undefined where none are about them. */
export function subjectOf(entity: RowClass): SubjectOptions | undefined {
  return subjects.get(entity);
}

/** Every entity that events are about, by what its records are called. */
export function subjectTypes(): Map<string, RowClass> {
  return new Map([...subjects].map(([entity, { type }]) => [type, entity]));
}

/** What the records of a table are called in events; undefined where none are about them. */
export function subjectTypeOf(table: string): string | undefined {
  const entity = getMetadataArgsStorage().tables.find(({ name }) => name === table)?.target;
  return subjects.get(entity as RowClass)?.type;
}

/** The parts of the statement that writes an event of one view's records `t`, in SQL. */
export interface CompiledSubject {
  table: string;
  data: Sql;
  key: string;
  path: string;
  /** `{container:12,voyage:3}`: every record that the event concerns, its own as well. */
  concerns: Sql;
}

const compiled = new WeakMap<DataSource, Map<Type, CompiledSubject>>();

/** What events with this view's data are written by; compiled once. Throws for a view whose entity is no subject. */
export function compiledSubject(dataSource: DataSource, view: Type): CompiledSubject {
  const known = compiled.get(dataSource) ?? new Map<Type, CompiledSubject>();
  compiled.set(dataSource, known);
  const subject = known.get(view) ?? compile(dataSource, view);
  known.set(view, subject);
  return subject;
}

function compile(dataSource: DataSource, view: Type): CompiledSubject {
  const entity = entityOf(view);
  const metadata = dataSource.getMetadata(entity);
  const subject = subjectOf(entity);
  if (!subject) throw new Error(`${entity.name} is no subject of events`);
  const compiler = new Compiler(dataSource, metadata, 't', true);
  const { of } = compiler;
  const { type, key, path, concerns = {} } = subject;
  const referred = metadata.relations.flatMap(({ isOwning, propertyName, inverseEntityMetadata }) => {
    const other = isOwning && subjectOf(inverseEntityMetadata.target as RowClass);
    return other ? [`'${other.type}:' || ${of(`${propertyName}_id`)}`] : [];
  });
  const further = Object.entries(concerns).map(
    ([other, ids]) => `|| ARRAY(SELECT '${other}:' || c.id FROM (${ids(of)}) c(id) LIMIT 500)`,
  );
  return {
    table: metadata.tableName,
    data: abbreviated(compiler.object(view)),
    key: key ? key(of) : 'NULL::text',
    path: path(of),
    concerns: abbreviated(
      `array_remove(ARRAY[${[`'${type}:' || ${of('id')}`, ...referred].join(', ')}], NULL) ${further.join(' ')}`,
    ),
  };
}
