import type { ConcernedRow } from '../../common/schema/concerns';

/** SQL: the ids of the lines that are parties, of those below them, and of those that an agent among the parties has. */
export const linesOf = ({ organization, parties }: Omit<ConcernedRow, 'alias'>) => `
  WITH RECURSIVE below(id) AS (
    SELECT p.shipping_line_id FROM parties p
    WHERE p.organization_id = ${organization} AND p.id = ANY(${parties}) AND p.shipping_line_id IS NOT NULL
    UNION
    SELECT l.id FROM below b
    JOIN shipping_lines l ON l.organization_id = ${organization} AND l.parent_id = b.id
  )
  SELECT b.id FROM below b
  UNION
  SELECT l.id FROM parties p
  JOIN shipping_lines l ON l.organization_id = p.organization_id AND l.agent_id = p.agent_id
  WHERE p.organization_id = ${organization} AND p.id = ANY(${parties})`;

/** The rule that a row concerns its shipping line, each line above that one, and the line's agent. */
export const ofLine = (row: ConcernedRow) => `${row.alias}.shipping_line_id IN (${linesOf(row)})`;
