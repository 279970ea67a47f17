import type { Type } from '@nestjs/common';
import { raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { BASE, Compiler } from '../view/compiler';
import { entityOf } from '../view/view-metadata';

/** The base address in the SQL of a view: always the first parameter of the statement. */
const ADDRESS = '$1::text';

/** The alias of a view's own table in conditions: `sql`t.name = ${name}``. */
export const TABLE = 't';

/** The parts of a view that its statements use. */
export interface Compiled {
  table: Sql;
  object: Sql;
  /** Whether the object contains the base address. */
  linked: boolean;
}

const compiled = new WeakMap<DataSource, Map<Type, Compiled>>();

/** Compiles a view to SQL, once. Throws when the view names a column or relation that does not exist. */
export function compile(dataSource: DataSource, view: Type): Compiled {
  const views = compiled.get(dataSource) ?? new Map<Type, Compiled>();
  compiled.set(dataSource, views);
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
