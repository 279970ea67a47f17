import sql from 'sql-template-tag';
import { FieldMap, reference } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { anyOf, joinKey, Lookup, partsOf, tableOfKeys } from '../../common/write/lookups';
import type { BillKey } from './bill-reference';

/** A reference to a bill of lading by `{manifest, number}`. */
export const BILL: Lookup = {
  kind: 'bill_of_ladings',
  what: 'Bill of lading',
  keyOf: (named) => {
    const { manifest, number } = named as BillKey;
    return joinKey(manifest, number);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)}
    CROSS JOIN LATERAL (
      SELECT m.id FROM manifests m
      WHERE m.organization_id = ${anyOf(organization_id)} AND m.client_identifier = k.key::json ->> 0 LIMIT 1
    ) m CROSS JOIN LATERAL (
      SELECT b.id FROM bill_of_ladings b
      WHERE b.organization_id = ${anyOf(organization_id)} AND b.manifest_id = m.id AND b.number = k.key::json ->> 1 LIMIT 1
    ) f`,
  name: (column) => `(SELECT json_build_object('manifest', m.client_identifier, 'number', b.number)
    FROM bill_of_ladings b JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    WHERE b.organization_id = t.organization_id AND b.id = ${column})`,
  known: (key) => partsOf(key)[1]!,
  unknown: (key) => `'${partsOf(key)[1]}' of manifest '${partsOf(key)[0]}' is unknown`,
};

/** The bill that a record is on. */
export const billReference = (): FieldMap => reference('bill_of_lading', BILL, { byId: 'checked' });

/** The bills that a vehicle or the stay of a container is on. */
export const billLinks = (names: { table: string; from: string; known?: string }): FieldMap =>
  links('bill_of_ladings', BILL, { to: 'bill_of_lading_id', ...names });
