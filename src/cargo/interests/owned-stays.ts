import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../common/tenancy/actor';

/**
 * SQL: the condition that an owner of a stay is among the actor's parties; true for who is not limited to parties.
 * @param stay the column of the id of the stay
 */
export function isOwned(stay: string, { limited, organization_id, parties }: Actor): Sql {
  if (!limited) return sql`true`;
  const ids = parties.map(({ id }) => id);
  return sql`EXISTS (SELECT FROM stay_parties p
    WHERE p.organization_id = ${organization_id} AND p.stay_id = ${raw(stay)}
      AND p.party_id = ANY(${ids}::bigint[]) AND p.level = 'owner')`;
}
