import sql, { raw } from 'sql-template-tag';
import { In } from '../../common/input/in';
import { PARTY_TYPES, type PartyType } from '../../common/party-wall/party-types';
import type { FieldMap } from '../../common/write/field-map';
import { type Lookup, lookupOf } from '../../common/write/lookups';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { namedConsignee } from '../../parties/consignees/consignee-reference';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { Agent } from '../../parties/setup/agent.kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';

/** How files name the record that a party is; a consignee may have been deleted. */
export const LOOKUPS: Record<PartyType, Lookup> = {
  trucking_company: lookupOf(TruckingCompany, 'code'),
  consignee: lookupOf(Consignee, 'name'),
  freight_forwarder: lookupOf(FreightForwarder, 'name'),
  shipping_line: lookupOf(ShippingLine, 'code'),
  agent: lookupOf(Agent, 'name'),
};

/** A party in a file. */
export class PartyOfLine {
  @In.oneOf(PARTY_TYPES, { required: true }) type: PartyType;
  @namedConsignee() key: unknown;
}

/** SQL: of the party `p`, by type. */
const byType = (of: (type: PartyType) => string) =>
  `CASE ${PARTY_TYPES.map((type) => `WHEN p.${type}_id IS NOT NULL THEN ${of(type)}`).join(' ')} END`;
/** SQL: the type of the party `p`, and the key that a file has of it. */
export const TYPE = byType((type) => `'${type}'`);
export const KEY = byType((type) => `to_json(${LOOKUPS[type].name(`p.${type}_id`)})`);

/** SQL: the id of the party that the record `r`, of `type` and `record_id`, is in the organization of `alias`. */
export const partyOfRecord = (alias: string) =>
  PARTY_TYPES.map(
    (type) => `SELECT p.id FROM parties p
    WHERE p.organization_id = ${alias}.organization_id AND r.type = '${type}' AND p.${type}_id = r.record_id`,
  ).join(' UNION ALL ');

/** A field of a file that names a party, whose id is a column. */
export const partyInFile = (field: string, column: string): FieldMap => ({
  columns: [column],
  kinds: Object.values(LOOKUPS).map(({ kind }) => kind),
  value: () => `(SELECT json_build_object('type', ${TYPE}, 'key', ${KEY}) FROM parties p
    WHERE p.organization_id = t.organization_id AND p.id = t.${column})`,
  put: (row, value) => {
    if (!value) return;
    const { type, key } = value as PartyOfLine;
    if (!key) row.invalid(`${field}.key`, 'is required');
    else
      row.want(field, LOOKUPS[type], key, (record_id) => (row.parts[field] = { type, record_id }), {
        what: 'Party',
      });
  },
  complete: async (rows, { db }) => {
    const said = rows.filter(({ parts }) => parts[field]);
    if (!said.length) return;
    const records = said.map(({ parts }, nth) => ({ nth, ...(parts[field] as object) }));
    const found = await db.query<{ nth: number; id: number }>(sql`
      SELECT r.nth, p.id FROM organizations o
      CROSS JOIN jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r(nth integer, type text, record_id bigint)
      CROSS JOIN LATERAL (
        SELECT p.id FROM (SELECT o.id AS organization_id) s CROSS JOIN LATERAL (${raw(partyOfRecord('s'))}) p
      ) p
      WHERE o.id = ${db.actor.organization_id}`);
    for (const { nth, id } of found) said[nth]!.set(column, id);
  },
});
