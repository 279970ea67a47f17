import sql from 'sql-template-tag';
import type { ManifestObstacle } from '../../cargo/manifests/manifest-obstacles';

/** A manifest is kept while an invoice names one of its bills (decision 34). */
export const invoiceOfBill: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'invoice ' || i.number || ' names its bill of lading ' || b.number
  FROM bill_of_ladings b
  JOIN invoices i ON i.organization_id = b.organization_id AND i.bill_of_lading_id = b.id
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id}`;
