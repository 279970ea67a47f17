import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { known, type Query, rows } from '../../common/database/sql/query';
import { humanize } from '../../common/errors/humanize';
import { allOf, Invalid, Unknown } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { LOCATIONS } from './locations';

/** The types of place that cargo is moved to at the terminal. */
export const YARD_PLACES = ['Terminal', 'BerthArea', 'YardArea', 'YardSlot'] as const;

/** A place at the terminal as a request names it: by its name, or by its id. */
export class NamedPlace {
  @In.oneOf(YARD_PLACES, { required: true, description: 'What kind of place it is', example: 'YardSlot' })
  type: (typeof YARD_PLACES)[number];
  @In.text({ description: 'Its name; required without its id', example: 'A1-01' }) name?: string | null;
  @In.id({ description: 'Its id, instead of its name' }) id?: number | null;
}

/** A place at the terminal. */
export interface FoundPlace {
  type: (typeof YARD_PLACES)[number];
  id: number;
}

/**
 * Finds the places that a request names, in one statement.
 * @param named the places, each with its field in the request
 * @returns a function that returns the ids in the same order, and throws Invalid without a name, and Unknown
 */
export function placesNamed(
  db: Db,
  named: { field: string; place: NamedPlace }[],
): Query<() => FoundPlace[]> {
  if (!named.length) return known(() => []);
  const { organization_id } = db.actor;
  const wanted = named.map(({ place: { type, name, id } }, at) => ({
    at,
    type,
    name: id ? null : name?.trim(),
    id,
  }));
  const types = [...new Set(wanted.map(({ type }) => type))];
  const found = types.map((type) => {
    const table = raw(LOCATIONS[type].table);
    const ofType = sql`w.type = ${type} AND p.organization_id = ${organization_id}`;
    return sql`
      SELECT w.at, p.id FROM wanted w JOIN ${table} p ON p.id = w.id WHERE ${ofType}
      UNION ALL
      SELECT w.at, p.id FROM wanted w JOIN ${table} p ON p.name = w.name WHERE ${ofType}`;
  });
  return rows<{ at: number; id: number }>(sql`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w(at integer, type text, name text, id bigint)
    ) ${join(found, ' UNION ALL ')}`).map((places) => () => {
    const ids = new Map(places.map(({ at, id }) => [at, id]));
    return allOf(
      ...named.map(({ field, place: { type, name, id } }, at) => () => {
        if (!id && !name) throw new Invalid({ [`${field}.name`]: ['is required without id'] });
        const place = ids.get(at);
        if (place) return { type, id: place };
        throw id
          ? new Unknown(`${humanize(type)} id`, id, `${field}.id`)
          : new Unknown(humanize(type), name!, `${field}.name`);
      }),
    );
  });
}
