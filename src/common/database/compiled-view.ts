import type { Type } from '@nestjs/common';
import { raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { BASE, Compiler, PARTIES } from '../view/compiler';
import { entityOf } from '../view/view-metadata';

/** The base address in the SQL of a view: always the first parameter of the statement. */
const ADDRESS = '$1::text';
/** The ids of the parties of a limited actor: the second parameter. */
const ACTORS = '$2::bigint[]';

/** The alias of a view's own table in conditions: `sql`t.name = ${name}``. */
export const TABLE = 't';

/** The parts of a view that its statements use. */
export interface Compiled {
  table: Sql;
  object: Sql;
  /** Whether the object contains the base address. */
  linked: boolean;
}

type Views = Map<Type, Compiled>;
const compiled = new WeakMap<DataSource, Record<'whole' | 'limited', Views>>();

/** Compiles a view to SQL, once. Throws when the view names a column or relation that does not exist. */
export function compile(dataSource: DataSource, view: Type): Compiled {
  const views = viewsOf(dataSource).whole;
  const known = views.get(view);
  if (known) return known;
  const entity = dataSource.getMetadata(entityOf(view));
  const object = new Compiler(dataSource, entity, TABLE).object(view);
  const fresh = {
    table: raw(entity.tableName),
    object: raw(object.replaceAll(BASE, ADDRESS)),
    linked: object.includes(BASE),
  };
  views.set(view, fresh);
  return fresh;
}

/** The same for an actor that is limited to parties: with what the view opens to them, and both parameters. */
export function compileForParties(dataSource: DataSource, view: Type): Compiled {
  const views = viewsOf(dataSource).limited;
  const known = views.get(view);
  if (known) return known;
  const entity = dataSource.getMetadata(entityOf(view));
  const object = new Compiler(dataSource, entity, TABLE, 'parties').object(view);
  // PostgreSQL refuses a parameter that the statement does not mention.
  const mentioning = `(SELECT o.json FROM (SELECT ${object} AS json, ${BASE} AS base, ${PARTIES} AS parties) o)`;
  const fresh = {
    table: raw(entity.tableName),
    object: raw(mentioning.replaceAll(BASE, ADDRESS).replaceAll(PARTIES, ACTORS)),
    linked: true,
  };
  views.set(view, fresh);
  return fresh;
}

function viewsOf(dataSource: DataSource): Record<'whole' | 'limited', Views> {
  const views = compiled.get(dataSource) ?? {
    whole: new Map<Type, Compiled>(),
    limited: new Map<Type, Compiled>(),
  };
  compiled.set(dataSource, views);
  return views;
}
