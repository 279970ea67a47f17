import sql, { raw, type Sql } from 'sql-template-tag';
import type { KindField } from '../../common/setup/kind';
import { jsonArray } from '../../common/view/json-sql';

/** The lines that a flow names. */
export const linesOutput: KindField['output'] = (out) =>
  out.sql(
    (of) => `SELECT ${jsonArray('l.code ORDER BY f.id')} FROM edi_flow_lines f
      JOIN shipping_lines l ON l.organization_id = f.organization_id AND l.id = f.shipping_line_id
      WHERE f.organization_id = ${of('organization_id')} AND f.edi_flow_id = ${of('id')}`,
    'texts',
    { nullable: false, description: 'The codes of the shipping lines that the flow names', example: ['WHA'] },
  );

/**
 * SQL: whether the line `l` is one of a flow. A flow of all lines has any; one that names none has those whose EDI settings
 * name its partner.
 * @param flow the alias of the flow
 */
export function isOfFlow(flow: string): Sql {
  const f = raw(flow);
  const named = sql`FROM edi_flow_lines x WHERE x.organization_id = ${f}.organization_id AND x.edi_flow_id = ${f}.id`;
  return sql`(${f}.all_lines
    OR EXISTS (SELECT ${named} AND x.shipping_line_id = l.id)
    OR NOT EXISTS (SELECT ${named})
      AND EXISTS (SELECT FROM edi_settings s
        WHERE s.organization_id = ${f}.organization_id AND s.shipping_line_id = l.id
          AND s.edi_partner_id = ${f}.partner_id))`;
}
