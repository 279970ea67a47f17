import sql, { empty, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { SubjectProblem } from './charging';

/**
 * SQL: closes the problems of subjects that were charged now. What drafts lack is theirs to tell.
 * @param standing what was found again, and stays open; none where it is noted anew
 * @param codes the ids of the only charge codes that were charged; all when empty
 */
export function solvedProblems(
  organization_id: number,
  subject_ids: number[],
  standing: SubjectProblem[],
  codes: readonly number[] = [],
): Sql {
  const found = standing.map(({ subject_id, charge_code_id, code }) => ({
    subject_id,
    charge_code_id,
    code,
  }));
  const ofCodes = sql`AND (p.charge_code_id IS NULL OR ${among('p.charge_code_id', [...codes])})`;
  return sql`
    UPDATE billing_problems p SET open = false
    WHERE p.organization_id = ${organization_id} AND ${among('p.subject_id', subject_ids)} AND p.open
      AND p.code <> 'tax_missing' ${codes.length ? ofCodes : empty}
      AND NOT EXISTS (
        SELECT FROM json_to_recordset(${JSON.stringify(found)}::json)
          AS s(subject_id bigint, charge_code_id bigint, code text)
        WHERE s.subject_id = p.subject_id AND s.code = p.code
          AND s.charge_code_id IS NOT DISTINCT FROM p.charge_code_id)`;
}
