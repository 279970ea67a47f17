import type { Type } from '@nestjs/common';
import { raw, Sql } from 'sql-template-tag';
import { getMetadataArgsStorage } from 'typeorm';
import type { DataSource } from 'typeorm';
import { isPerson, type RowClass } from '../schema/columns';
import type { Db } from '../database/db';
import type { Actor } from '../tenancy/actor';
import { partiesOf } from '../party-wall/parties-of-record';
import { BASE, Compiler } from '../view/compiler';
import type { Of } from '../view/view';
import { entityOf } from '../view/view-metadata';

/** How events describe the records of an entity, apart from their data. */
export interface SubjectOptions {
  /** The name of such a record, with which its types of event begin. */
  type: string;
  /** SQL of the key by which people know the record. */
  key?: (of: Of) => string;
  /** SQL of the path of the record, or of the list that shows it. */
  path: (of: Of) => string;
  /**
   * SQL that selects ids of further records that the events concern, by type of subject. Records that the entity refers
   * to are included without it.
   */
  concerns?: Record<string, (of: Of) => string>;
}

const subjects = new Map<RowClass, SubjectOptions>();

/** Class decorator of an entity whose records are subjects of events. */
export function Subject(options: SubjectOptions): (entity: RowClass) => void {
  return (entity) => void subjects.set(entity, options);
}

/** The options of an entity whose records are subjects of events; undefined for another one. */
export function subjectOf(entity: RowClass): SubjectOptions | undefined {
  return subjects.get(entity);
}

/** Every entity with events, by type of subject. */
export function subjectTypes(): Map<string, RowClass> {
  return new Map([...subjects].map(([entity, { type }]) => [type, entity]));
}

/** The type of subject of a table's records; undefined for a table without events. */
export function subjectTypeOf(table: string): string | undefined {
  const entity = getMetadataArgsStorage().tables.find(({ name }) => name === table)?.target;
  return subjects.get(entity as RowClass)?.type;
}

/** SQL fragments of the statement that writes an event of one view's records `t`. */
export interface CompiledSubject {
  table: string;
  data: Sql;
  key: string;
  path: string;
  /** `{container:12,voyage:3}`: the record itself and every other one that the event concerns. */
  concerns: Sql;
  /** SQL of the parties in use whom the record concerns, as JSON; undefined where nothing says whom. */
  parties: string | undefined;
  /** SQL of the people of the record before an update, whose JSON is `b.json`: the event tells of them as well. */
  before: Sql;
}

type Subjects = Map<Type, CompiledSubject>;
const compiled = new WeakMap<DataSource, Record<Actor['personal_data'], Subjects>>();

/** Compiles the SQL of events with this view's data, once. Throws for a view whose entity is no subject. */
export function compiledSubject({ dataSource, actor }: Db, view: Type): CompiledSubject {
  const both = compiled.get(dataSource) ?? {
    everyone: new Map<Type, CompiledSubject>(),
    needed: new Map<Type, CompiledSubject>(),
  };
  compiled.set(dataSource, both);
  const known = both[actor.personal_data];
  const subject = known.get(view) ?? compile(dataSource, view, actor.personal_data === 'needed');
  known.set(view, subject);
  return subject;
}

function compile(dataSource: DataSource, view: Type, forNeed: boolean): CompiledSubject {
  const entity = entityOf(view);
  const metadata = dataSource.getMetadata(entity);
  const subject = subjectOf(entity);
  if (!subject) throw new Error(`${entity.name} is no subject of events`);
  const compiler = new Compiler(dataSource, metadata, 't', 'event', forNeed);
  const { of } = compiler;
  const { type, key, path, concerns = {} } = subject;
  const referred = metadata.relations.flatMap(({ isOwning, propertyName, inverseEntityMetadata }) => {
    const other = isOwning && subjectOf(inverseEntityMetadata.target as RowClass);
    return other ? [`'${other.type}:' || ${of(`${propertyName}_id`)}`] : [];
  });
  const people = metadata.relations.flatMap(({ isOwning, propertyName, inverseEntityMetadata }) => {
    const person = inverseEntityMetadata.target as RowClass;
    const other = isOwning && isPerson(person) && subjectOf(person);
    return other ? [`'${other.type}:' || (b.json #>> '{${propertyName},id}')`] : [];
  });
  const further = Object.entries(concerns).map(
    ([other, ids]) => `|| ARRAY(SELECT '${other}:' || c.id FROM (${ids(of)}) c(id) LIMIT 500)`,
  );
  return {
    table: metadata.tableName,
    // links of an event are paths, because it is written for no host
    data: raw(compiler.object(view).replaceAll(BASE, `''`)),
    key: key ? key(of) : 'NULL::text',
    path: path(of),
    concerns: raw(
      `array_remove(ARRAY[${[`'${type}:' || ${of('id')}`, ...referred].join(', ')}], NULL) ${further.join(' ')}`,
    ),
    parties: partiesOf(dataSource, metadata, 't'),
    before: raw(people.length ? `array_remove(ARRAY[${people.join(', ')}], NULL)` : `'{}'::text[]`),
  };
}
