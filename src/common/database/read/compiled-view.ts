import type { Type } from '@nestjs/common';
import { raw, Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';
import { BASE, Compiler, PARTIES } from '../../view/compiler';
import { entityOf } from '../../view/view-metadata';

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
type Variant = 'whole' | 'limited' | 'whole for need' | 'limited for need';
const compiled = new WeakMap<DataSource, Map<Variant, Views>>();

/**
 * Compiles a view to SQL, once. Throws when the view names a column or relation that does not exist.
 * @param forNeed whether personal data is left out that is only for those who need it
 */
export function compile(dataSource: DataSource, view: Type, forNeed = false): Compiled {
  return once(viewsOf(dataSource, forNeed ? 'whole for need' : 'whole'), view, () => {
    const entity = dataSource.getMetadata(entityOf(view));
    const object = new Compiler(dataSource, entity, TABLE, 'everyone', forNeed).object(view);
    return {
      table: raw(entity.tableName),
      object: raw(object.replaceAll(BASE, ADDRESS)),
      linked: object.includes(BASE),
    };
  });
}

/** The same for an actor that is limited to parties: with what the view opens to them, and both parameters. */
export function compileForParties(dataSource: DataSource, view: Type, forNeed = false): Compiled {
  return once(viewsOf(dataSource, forNeed ? 'limited for need' : 'limited'), view, () => {
    const entity = dataSource.getMetadata(entityOf(view));
    const object = new Compiler(dataSource, entity, TABLE, 'parties', forNeed).object(view);
    // PostgreSQL refuses a parameter that the statement does not mention.
    const mentioning = `(SELECT o.json FROM (SELECT ${object} AS json, ${BASE} AS base, ${PARTIES} AS parties) o)`;
    return {
      table: raw(entity.tableName),
      object: raw(mentioning.replaceAll(BASE, ADDRESS).replaceAll(PARTIES, ACTORS)),
      linked: true,
    };
  });
}

function once(views: Views, view: Type, make: () => Compiled): Compiled {
  const known = views.get(view) ?? make();
  views.set(view, known);
  return known;
}

function viewsOf(dataSource: DataSource, variant: Variant): Views {
  const variants = compiled.get(dataSource) ?? new Map<Variant, Views>();
  compiled.set(dataSource, variants);
  const views = variants.get(variant) ?? new Map<Type, Compiled>();
  variants.set(variant, views);
  return views;
}
