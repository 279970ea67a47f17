import { ApiProperty } from '@nestjs/swagger';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { In } from '../input/in';
import { jsonArray, jsonObject } from '../view/json-sql';
import { joinKey, type Lookup, partsOf, tableOfKeys } from '../write/lookups';
import { PARTY_TYPES, type PartyType } from './party-types';

/** A party in a request: its kind, and the code or name by which the record is known. */
export class PartyInput {
  @In.oneOf(PARTY_TYPES, { required: true }) type: PartyType;
  @In.text({ required: true, description: 'The code or name of the record', example: 'EST' }) key: string;
}

/** A party in an answer. */
export class PartyShow {
  @ApiProperty({ type: 'string', enum: [...PARTY_TYPES] }) type: PartyType;
  @ApiProperty({ type: 'integer', description: 'The id of the record', example: 1 }) id: number;
  @ApiProperty({ type: 'string', description: 'The code or name of the record', example: 'EST' }) key: string;
  @ApiProperty({ type: 'string', example: 'Estuary Haulage' }) name: string;
}

/** The table of each kind, the column of its key, and the condition that a record was not deleted. */
const RECORDS: Record<PartyType, { table: string; key: string; alive?: string }> = {
  trucking_company: { table: 'trucking_companies', key: 'code' },
  consignee: { table: 'consignees', key: 'name', alive: 'r.deleted_at IS NULL' },
  freight_forwarder: { table: 'freight_forwarders', key: 'name' },
  shipping_line: { table: 'shipping_lines', key: 'code' },
  agent: { table: 'agents', key: 'name' },
};

/** The tables of records that are parties. An import reads users after them. */
export const PARTY_KINDS = Object.values(RECORDS).map(({ table }) => table);

/** SQL: `type`, `id`, `key` and `name` of the record that the party `p` is. */
const RECORD_OF_PARTY = PARTY_TYPES.map((type) => {
  const { table, key } = RECORDS[type];
  return `SELECT '${type}' AS type, r.id, r.${key} AS key, coalesce(r.name, r.${key}) AS name FROM ${table} r
    WHERE r.organization_id = p.organization_id AND r.id = p.${type}_id`;
}).join(' UNION ALL ');

/** SQL: joins the record `x` of the party `p`. */
const WITH_RECORD = `CROSS JOIN LATERAL (${RECORD_OF_PARTY}) x`;

/** The form of a party as text, such as `trucking_company:EST`. */
export const PARTY_FORM = /^([a-z_]+):(.+)$/;

/** The party that a text names by its kind and key; undefined for a text of another form. The kind may be unknown. */
export function partyOf(text: string): { type: string; key: string } | undefined {
  const [, type, key] = PARTY_FORM.exec(text) ?? [];
  return type && key ? { type, key } : undefined;
}

/** SQL of a view: the parties of a user, token or webhook endpoint as JSON, as `PartyShow`. */
export const partiesJson =
  (owner: 'user' | 'token' | 'webhook_endpoint') => (of: (column: string) => string) => `(
  SELECT ${jsonArray(`${jsonObject({ type: 'x.type', id: 'x.id', key: 'x.key', name: 'x.name' })} ORDER BY l.id`)}
  FROM ${owner}_parties l
  JOIN parties p ON p.organization_id = l.organization_id AND p.id = l.party_id
  ${WITH_RECORD}
  WHERE l.organization_id = ${of('organization_id')} AND l.${owner}_id = ${of('id')})`;

/** SQL of a view: some parties by id as JSON, as `PartyShow`. */
export const partiesAmong = (organization: string, ids: string) => `(
  SELECT ${jsonArray(`${jsonObject({ type: 'x.type', id: 'x.id', key: 'x.key', name: 'x.name' })} ORDER BY p.id`)}
  FROM parties p
  ${WITH_RECORD}
  WHERE p.organization_id = ${organization} AND p.id IN (${ids}))`;

/** SQL of a view: one party by id as JSON, as `PartyShow`. */
export const partyJson = (organization: string, id: string) => `(
  SELECT ${jsonObject({ type: 'x.type', id: 'x.id', key: 'x.key', name: 'x.name' })}
  FROM parties p
  ${WITH_RECORD}
  WHERE p.organization_id = ${organization} AND p.id = ${id})`;

/** SQL: the parties `p` as a JSON array of `PartyOfActor`. */
export const PARTIES_OF_ACTOR = `coalesce(json_agg(json_build_object('id', p.id,
  'type', CASE ${PARTY_TYPES.map((type) => `WHEN p.${type}_id IS NOT NULL THEN '${type}'`).join(' ')} END,
  'record_id', coalesce(${PARTY_TYPES.map((type) => `p.${type}_id`).join(', ')})) ORDER BY p.id), '[]')`;

/** The statement that reads parties by id, as `PartyShow`. */
export const partiesById = (organization_id: number, ids: number[]): Sql => sql`
  SELECT x.type, x.id, x.key, x.name FROM parties p
  ${raw(WITH_RECORD)}
  WHERE p.organization_id = ${organization_id} AND p.id = ANY(${ids}::bigint[]) ORDER BY p.id`;

/** The statement that reads which of some parties a limited user has not, as `PartyShow`; none for another user. */
export const partiesOutside = (organization_id: number, user_id: number, ids: number[]): Sql => sql`
  SELECT x.type, x.id, x.key, x.name FROM users u
  JOIN parties p ON p.organization_id = u.organization_id AND p.id = ANY(${ids}::bigint[])
  ${raw(WITH_RECORD)}
  WHERE u.organization_id = ${organization_id} AND u.id = ${user_id} AND u.limited AND NOT EXISTS (
    SELECT FROM user_parties o
    WHERE o.organization_id = u.organization_id AND o.user_id = u.id AND o.party_id = p.id)`;

/** SQL: the id of the party of a kind that the key `k` names. */
function named(organization_id: number, type: PartyType): Sql {
  const { table, key, alive = 'true' } = RECORDS[type];
  return sql`SELECT p.id FROM ${raw(table)} r
    JOIN parties p ON p.organization_id = r.organization_id AND p.${raw(`${type}_id`)} = r.id
    WHERE r.organization_id = ${organization_id} AND ${raw(alive)}
      AND k.key::json ->> 0 = ${type} AND r.${raw(key)} = k.key::json ->> 1`;
}

/** A reference to a party by `{type, key}`. */
export const PARTY: Lookup = {
  kind: 'parties',
  what: 'Party',
  keyOf: (of) => {
    const { type, key } = of as PartyInput;
    return joinKey(type, key);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)}
    CROSS JOIN LATERAL (${join(
      PARTY_TYPES.map((type) => named(organization_id, type)),
      ' UNION ALL ',
    )} LIMIT 1) f`,
  name: (column) => `(SELECT ${jsonObject({ type: 'x.type', key: 'x.key' })} FROM parties p
    ${WITH_RECORD}
    WHERE p.organization_id = t.organization_id AND p.id = ${column})`,
  known: (key) => partsOf(key).join(':'),
  unknown: (key) => `'${partsOf(key).join(':')}' is unknown`,
};
