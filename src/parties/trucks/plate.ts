import sql, { raw, type Sql } from 'sql-template-tag';
import { naming, Refused } from '../../common/errors/errors';
import { toId } from '../../common/database/sql/conditions';
import type { Key } from '../../common/database/sql/references';
import { anyOf, type Lookup, tableOfKeys } from '../../common/write/lookups';
import { PARTIES } from '../parties.codes';
import { SAYS } from '../parties.sentences';

const SEPARATORS = /[\s\p{Dash_Punctuation}]+/u;
/** The last place of a plate that its parting tells: the places up to it fit a whole number of JavaScript. */
const LAST_PLACE = 52;

const partsOf = (plate: string) => plate.normalize('NFC').split(SEPARATORS).filter(Boolean);

/**
 * The letters and digits of a license plate: upper case, without spaces and hyphens (decision 23). Empty when the text has no
 * other characters.
 */
export function plateKey(plate: string): string {
  return partsOf(plate).join('').toUpperCase();
}

/**
 * Where spaces or hyphens part a license plate, as bits: bit 2 for `HH-A 123` is behind its second letter. Null for a plate
 * without them, which may part anywhere (decision 781). The database keeps it of stored plates, by `plate_parting`.
 */
export function plateParting(plate: string): number | null {
  if (partsOf(plate).length < 2) return null;
  let parting = 0;
  for (const place of placesOf(plate)) if (place <= LAST_PLACE) parting += 2 ** place;
  return parting;
}

/** Behind which of its letters and digits a license plate parts, counted from 1. */
function placesOf(plate: string): Set<number> {
  let place = 0;
  return new Set(
    partsOf(plate)
      .slice(0, -1)
      .map((part) => (place += [...part].length)),
  );
}

/** SQL: whether the truck with this alias has this plate. */
export const hasPlate = (truck: string, plate: string): Sql =>
  plated((column) => `${truck}.${column}`, plate);

/**
 * SQL: whether a truck is meant by this plate where not all trucks that have it are read: it has it, and none is stored that
 * parts as the plate does, or it is that one.
 */
export function isMeant(truck: string, plate: string): Sql {
  const parting = plateParting(plate);
  if (parting === null) return hasPlate(truck, plate);
  return sql`${hasPlate(truck, plate)} AND (${raw(truck)}.license_plate_parting = ${parting}::bigint OR NOT EXISTS (
    SELECT FROM trucks x
    WHERE x.organization_id = ${raw(truck)}.organization_id AND x.license_plate_key = ${plateKey(plate)}
      AND x.license_plate_parting = ${parting}::bigint))`;
}

/**
 * SQL: whether a stored plate parts wherever a named one does, by their partings. One of them that parts nowhere may part anywhere.
 */
export const partsWhere = (stored: Sql, named: Sql): Sql => sql`(${named} & ~${stored} = 0) IS NOT FALSE`;

/**
 * SQL: whether a truck has this plate. Both have the same letters and digits, and the stored plate parts wherever this one does,
 * unless it parts nowhere.
 * @param of the SQL of a column of the truck
 */
function plated(of: (column: string) => string, plate: string): Sql {
  const parting = plateParting(plate);
  const key = sql`${raw(of('license_plate_key'))} = ${plateKey(plate)}`;
  if (parting === null) return key;
  return sql`(${key} AND ${partsWhere(raw(of('license_plate_parting')), sql`${parting}::bigint`)})`;
}

/** A filter that names trucks by their plates. */
export const PLATE: Key = { is: (of, value) => plated(of, String(value)) };
/** A filter that names trucks by id or plate. */
export const PLATE_OR_ID: Key = {
  is: (of, value) => {
    const id = toId(String(value));
    const named = plated(of, String(value));
    return id === undefined ? named : sql`(${raw(of('id'))} = ${id} OR ${named})`;
  },
};

/** `hasPlate` for trucks that were found by the letters and digits of a plate. */
export function isOf(plate: string): (truck: { license_plate: string }) => boolean {
  const named = placesOf(plate);
  return ({ license_plate }) => {
    const stored = placesOf(license_plate);
    return !stored.size || [...named].every((place) => stored.has(place));
  };
}

/** A truck that a plate may mean. */
interface Plated {
  license_plate: string;
}

/**
 * The truck that a plate means: the one that parts as it does, else the only one; undefined for none.
 * @param found the trucks that have it (`hasPlate`)
 * @throws Refused when there are several, which it names
 */
export function theTruck<T extends Plated>(found: T[], plate: string, field?: string): T | undefined {
  if (found.length < 2) return found[0];
  const exact = found.find(({ license_plate }) => plateParting(license_plate) === plateParting(plate));
  if (exact) return exact;
  const plates = found.map(({ license_plate }) => license_plate);
  throw new Refused({
    code: PARTIES.truck_ambiguous,
    sentence: SAYS.truck_ambiguous({ truck: plate, trucks: plates.join(', ') }),
    field,
    records: naming('truck', ...plates),
  });
}

/** A reference to a truck by its plate. Its key is the plate with hyphens between its parts. */
export const TRUCK: Partial<Lookup> = {
  keyOf: (named) => partsOf(String(named)).join('-').toUpperCase(),
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)} CROSS JOIN LATERAL (
      SELECT t.id FROM trucks t
      WHERE t.organization_id = ${anyOf(organization_id)} AND t.license_plate_key = replace(k.key, '-', '')
        AND ${partsWhere(sql`t.license_plate_parting`, sql`plate_parting(k.key)`)}
      ORDER BY (t.license_plate_parting = plate_parting(k.key)) IS TRUE DESC FETCH FIRST ROW WITH TIES) f`,
  unknown: (_key, named) => `'${String(named)}' is unknown`,
  several: (key) => `'${key}' is the plate of several trucks: name one with its spaces or hyphens`,
};
