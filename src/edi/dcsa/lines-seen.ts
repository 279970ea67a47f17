import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../../common/tenancy/actor';
import { isOfFlow } from '../partners/flow-lines';

/**
 * SQL that selects the ids of the shipping lines whose events a token sees; null for all events. A token that is bound to a
 * partner sees those of the lines whose EDI settings name the partner, and of the lines of its flows. A flow of messages
 * that come adds no lines if it is for all lines, because the operator of a vessel sends bayplans with containers of others.
 */
export function linesSeen({ organization_id, edi_partner_id }: Actor): Sql | null {
  if (edi_partner_id === null) return null;
  return sql`
    SELECT e.shipping_line_id FROM edi_settings e
    WHERE e.organization_id = ${organization_id} AND e.edi_partner_id = ${edi_partner_id}
    UNION
    SELECT l.id FROM edi_flows f JOIN shipping_lines l ON l.organization_id = f.organization_id AND ${isOfFlow('f')}
    WHERE f.organization_id = ${organization_id} AND f.partner_id = ${edi_partner_id} AND f.active
      AND (f.direction = 'out' OR NOT f.all_lines)`;
}
