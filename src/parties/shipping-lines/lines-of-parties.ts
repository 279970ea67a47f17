import type { ConcernedRow, Ways } from '../../common/party-wall/concerns';

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

/** SQL: the parties that a line is, that each line above it is, and its agent. */
export const partiesOfLine = (line: string, organization: string) => `
  SELECT u.id AS party_id, 'owner' AS level FROM parties u
  WHERE u.organization_id = ${organization} AND u.shipping_line_id IN (
    WITH RECURSIVE above(id) AS (
      SELECT ${line}
      UNION
      SELECT l.parent_id FROM above a
      JOIN shipping_lines l ON l.organization_id = ${organization} AND l.id = a.id
      WHERE l.parent_id IS NOT NULL
    )
    SELECT a.id FROM above a)
  UNION ALL
  SELECT u.id, 'owner' FROM shipping_lines l
  JOIN parties u ON u.organization_id = l.organization_id AND u.agent_id = l.agent_id
  WHERE l.organization_id = ${organization} AND l.id = ${line}`;

/** The rule that a row concerns its shipping line, each line above that one, and the line's agent. */
export const OF_LINE: Ways = {
  rows: (row) => `${row.alias}.shipping_line_id IN (${linesOf(row)})`,
  whose: ({ alias, organization }) => partiesOfLine(`${alias}.shipping_line_id`, organization),
};
