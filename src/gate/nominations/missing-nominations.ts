import sql, { raw, type Sql } from 'sql-template-tag';
import { FULL_IMPORT } from '../../cargo/stays/stay-words';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { known, type Query, rows } from '../../common/database/sql/query';
import { naming } from '../../common/errors/errors';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { gateReason, RefusedAtGate } from '../refusals/refused-at-gate';

/** A container whose haulier is not nominated for it. */
export interface MissingNomination {
  container: string;
  /** The haulier that comes; null for a truck without one. */
  party: string | null;
}

/** SQL: the id of the trucking company of a visit. */
export const companyOfVisit = ({ actor }: Db, visit_id: number): Sql =>
  sql`SELECT v.trucking_company_id FROM truck_visits v
    WHERE v.organization_id = ${actor.organization_id} AND v.id = ${visit_id}`;

/**
 * The full import containers among these for which the haulier is not the last of the chain of a nomination. None where the
 * organization does not ask for nominations. Whoever lets them leave has locked them, as ending a nomination does.
 * @param company SQL of the id of the trucking company
 */
export function missingNominations(
  db: Db,
  company: Sql,
  container_ids: number[],
): Query<MissingNomination[]> {
  const { organization_id, release_needs_nomination } = db.actor;
  if (!release_needs_nomination || !container_ids.length) return known([]);
  return rows<MissingNomination>(sql`
    SELECT c.number AS container, coalesce(nullif(h.name, ''), h.code) AS party FROM containers c
    JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status = 'here'
    LEFT JOIN trucking_companies h ON h.organization_id = c.organization_id AND h.id = (${company})
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)} AND ${raw(FULL_IMPORT)}
      AND NOT EXISTS (
        SELECT FROM nominations_of_stays(${organization_id}, ARRAY[s.id]) n
        JOIN parties p ON p.organization_id = ${organization_id} AND p.id = n.to_party_id
        WHERE p.trucking_company_id = h.id)
    ORDER BY c.id`);
}

/** The containers that these purposes pick up. */
export const pickedUp = (purposes: { purpose_type: string; container_id: number | null }[]): number[] =>
  purposes.flatMap(({ purpose_type, container_id }) =>
    purpose_type === 'pick up' ? (container_id ?? []) : [],
  );

/** The reason and the refusal of each. */
export const refusalsOfNominations = (missing: MissingNomination[], field?: string): RefusedAtGate[] =>
  missing.map(({ container, party }) => {
    const code = GATE.nomination_missing;
    const sentence = party
      ? SAYS.nomination_missing({ party, container })
      : SAYS['nomination_missing.nobody']({ container });
    const records = naming('container', container);
    return new RefusedAtGate([gateReason(code, sentence, records)], {
      code,
      sentence,
      records,
      ...(field && { field }),
    });
  });
