import sql from 'sql-template-tag';
import { CARGO } from '../../cargo/cargo.codes';
import { sentences } from '../../common/languages/sentence';
import type { ReleaseRule } from '../../cargo/release/release-rule';

const SAYS = sentences({
  unpaid: 'Invoice {invoice} for container {container} is not paid.',
  'container_unpaid.visit': {
    one: 'Truck Visit was not completed. The following container has unpaid invoices: {container}',
    other: 'Truck Visit was not completed. The following containers have unpaid invoices: {container}',
  },
});

/**
 * Where release needs payment, an approved and unpaid invoice blocks the containers that it names and those on its bill
 * of lading (decision 226). An invoice for an earlier stay blocks nothing: its bill, or the container that it bills,
 * belongs to that stay. A line that was calculated counts for its stay alone, and a credit note never.
 */
export const unpaid: ReleaseRule = {
  codes: ['unpaid'],
  says: { unpaid: SAYS.unpaid },
  refusal: {
    code: CARGO.container_unpaid,
    says: SAYS['container_unpaid.visit'],
  },
  // what an unpaid invoice names in any way
  candidates: ({ organization_id }) => sql`
    SELECT n.container_id FROM organizations o
    JOIN invoices i ON i.organization_id = o.id AND NOT i.paid AND i.approved
    CROSS JOIN LATERAL (
      SELECT l.container_id FROM invoice_lines l
      WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id AND l.container_id IS NOT NULL
      UNION ALL
      SELECT s.container_id FROM invoice_lines l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id
      WHERE l.organization_id = i.organization_id AND l.invoice_id = i.id
      UNION ALL
      SELECT b.container_id FROM billed_containers b
      WHERE b.organization_id = i.organization_id AND b.invoice_id = i.id
      UNION ALL
      SELECT s.container_id FROM container_bills b
      JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id
      WHERE b.organization_id = i.organization_id AND b.bill_of_lading_id = i.bill_of_lading_id) n
    WHERE o.id = ${organization_id} AND o.release_needs_payment`,
  query: ({ organization_id }, containers) => sql`
    SELECT DISTINCT c.id, 'unpaid', jsonb_build_object('invoice', i.number, 'container', c.number),
      i.approved_at, NULL::timestamptz, 'invoice', i.id
    FROM organizations o
    CROSS JOIN ${containers}
    CROSS JOIN LATERAL (
      SELECT v.id FROM container_bills l
      JOIN invoices v ON v.organization_id = l.organization_id AND v.bill_of_lading_id = l.bill_of_lading_id
      WHERE l.organization_id = c.organization_id AND l.stay_id = c.stay_id AND NOT EXISTS (
        SELECT FROM invoice_lines n
        WHERE n.organization_id = v.organization_id AND n.invoice_id = v.id AND n.stay_id IS NOT NULL)
      UNION
      SELECT n.invoice_id FROM invoice_lines n
      WHERE n.organization_id = c.organization_id AND n.stay_id = c.stay_id
      UNION
      SELECT n.invoice_id FROM (
        SELECT invoice_id FROM invoice_lines
        WHERE organization_id = c.organization_id AND container_id = c.id AND stay_id IS NULL
        UNION ALL
        SELECT invoice_id FROM billed_containers
        WHERE organization_id = c.organization_id AND container_id = c.id AND stay_id IS NOT DISTINCT FROM c.stay_id
      ) n
      JOIN invoices v ON v.organization_id = c.organization_id AND v.id = n.invoice_id
      WHERE NOT EXISTS (
        SELECT FROM container_stays s
        JOIN container_bills l ON l.organization_id = s.organization_id AND l.stay_id = s.id
        WHERE s.organization_id = c.organization_id AND s.container_id = c.id
          AND l.bill_of_lading_id = v.bill_of_lading_id)
    ) named
    JOIN invoices i ON i.organization_id = c.organization_id AND i.id = named.id
    WHERE o.id = ${organization_id} AND o.release_needs_payment AND i.approved AND NOT i.paid
      AND i.document_type = 'invoice'`,
};
