import type { Type } from '@nestjs/common';
import { raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { BASE, Compiler } from '../view/compiler';
import { entityOf } from '../view/view-metadata';
import { abbreviated } from './abbreviations';

/** How the SQL of a view says the base address: it is the first value of its statement, however often it is said. */
const ADDRESS = '$1::text';

/** The alias of a view's own table in conditions: `sql`t.name = ${name}``. */
export const TABLE = 't';

/** A view as its statements need it. */
export interface Compiled {
  table: Sql;
  object: Sql;
  /** Whether the object says the base address. */
  linked: boolean;
}

const compiled = new WeakMap<DataSource, Map<Type, Compiled>>();

/** The SQL of a view, compiled once. Throws when the view names a column or relation that is not there. */
export function compile(dataSource: DataSource, view: Type): Compiled {
  const views = compiled.get(dataSource) ?? new Map<Type, Compiled>();
  compiled.set(dataSource, views);
  const known = views.get(view);
  if (known) return known;
  const entity = dataSource.getMetadata(entityOf(view));
  const object = new Compiler(dataSource, entity, TABLE).object(view);
  const fresh = {
    table: raw(entity.tableName),
    object: abbreviated(object.replaceAll(BASE, ADDRESS)),
    linked: object.includes(BASE),
  };
  views.set(view, fresh);
  return fresh;
}
