import { BILL_WAYS, STAY_WAYS } from '../../src/cargo/interests/ways';
import { PARTY_TYPES } from '../../src/common/party-wall/party-types';
import type { Client } from '../setup/client';
import type { Body } from './record';

/** SQL: the party `p` as `consignee:Lowland Fresh`. */
const KEY_OF_PARTY = `(SELECT CASE ${PARTY_TYPES.map(
  (type) => `WHEN p.${type}_id IS NOT NULL THEN '${type}:' || (SELECT ${
    ['trucking_company', 'shipping_line'].includes(type) ? 'r.code' : 'r.name'
  } FROM ${type === 'trucking_company' ? 'trucking_companies' : `${type}s`} r
  WHERE r.organization_id = p.organization_id AND r.id = p.${type}_id)`,
).join(' ')} END)`;

interface Row {
  of: string;
  party: string;
  level: string;
  ways: number;
  shown?: boolean;
}

/** Rows as lines, such as `WHAU1 1: consignee:Lowland Fresh, owner by consignee and bill, shown`. */
const linesOf = (rows: Row[], words: Record<string, number>) =>
  rows
    .map(({ of, party, level, ways, shown }) => {
      const by = Object.keys(words).filter((way) => ways & words[way]!);
      return `${of}: ${party}, ${level} by ${by.join(' and ')}${shown ? ', shown' : ''}`;
    })
    .sort();

/** Who has an interest in the stays of an organization, as the table says. */
export async function stayParties({ service, organization_id }: Client): Promise<string[]> {
  const rows = await service.query<Row>(
    `SELECT c.number || ' ' || s.number AS of, ${KEY_OF_PARTY} AS party, i.level, i.ways, i.shown
     FROM stay_parties i
     JOIN parties p ON p.organization_id = i.organization_id AND p.id = i.party_id
     JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
     JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
     WHERE i.organization_id = $1`,
    [organization_id],
  );
  return linesOf(rows, STAY_WAYS);
}

/** Likewise in its bills. */
export async function billParties({ service, organization_id }: Client): Promise<string[]> {
  const rows = await service.query<Row>(
    `SELECT m.client_identifier || ' ' || b.number AS of, ${KEY_OF_PARTY} AS party, i.level, i.ways
     FROM bill_parties i
     JOIN parties p ON p.organization_id = i.organization_id AND p.id = i.party_id
     JOIN bill_of_ladings b ON b.organization_id = i.organization_id AND b.id = i.bill_of_lading_id
     JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
     WHERE i.organization_id = $1`,
    [organization_id],
  );
  return linesOf(rows, BILL_WAYS);
}

/** The first hundred nominations of an organization, as the terminal is shown them. */
export async function nominationsNow(client: Client): Promise<Body[]> {
  const { nominations } = (await client.get('/nominations?per=100')).body;
  return nominations as Body[];
}
