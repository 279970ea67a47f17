import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import type { Lookup } from '../../common/write/lookups';

/**
 * The form in which license plates are compared: upper case, without spaces and hyphens (decision 23), so that `ab-12
 * c` and `AB12C` are one truck. Empty when the text has no other characters.
 */
export function plateKey(plate: string): string {
  return plate.replace(/[\s\p{Dash_Punctuation}]/gu, '').toUpperCase();
}

/** A reference to a truck by its plate, whatever its case, spaces and hyphens. */
export const TRUCK: Partial<Lookup> = {
  keyOf: (named) => plateKey(String(named)),
  find: (organization_id, keys) => sql`
    SELECT f.license_plate_key AS key, f.id FROM trucks f
    WHERE f.organization_id = ${organization_id} AND ${among('f.license_plate_key', keys, 'text')}`,
  unknown: (_key, named) => `'${String(named)}' is unknown`,
};
