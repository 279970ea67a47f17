import sql from 'sql-template-tag';
import type { ManifestObstacle } from '../../cargo/manifests/manifest-obstacles';

/** An invoice for one of its bills prevents the deletion of a manifest (decision 34). */
export const invoiceOfBill: ManifestObstacle = ({ organization_id, id }) => sql`
  SELECT 'invoice ' || i.number || ' names its bill of lading ' || b.number
  FROM bill_of_ladings b
  JOIN invoices i ON i.organization_id = b.organization_id AND i.bill_of_lading_id = b.id
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id}`;
