import sql, { type Sql } from 'sql-template-tag';
import { DEFAULT_SERIES } from '../../common/numbering/number-series.rules';
import type { MailStatus } from '../../common/mail/mail-kinds';
import type { Actor } from '../../common/tenancy/actor';
import { dockReceiptMails } from './dock-receipt-mails';
import { documentNow, driverNow, joinedNow } from './receipt-facts';

/** An interchange whose receipt may have to be issued, when its transaction ends. */
export interface Marked {
  interchange_id: number;
  /** Whether it was completed in this transaction, so that it gets a receipt where it has none. */
  completed: boolean;
  /** The keys of the document that a correction states anew, `driver` among them. The others stay as the last issue has them. */
  corrected: string[];
}

/**
 * SQL: issues the receipts of these interchanges (decisions 920 to 922), by one statement for all. What is completed has its
 * first one, what is not any more a cancelled one, and what states something else than its last issue a corrected one. The counter
 * of numbers is the last lock of the transaction.
 * @param mailStatus how a mail of a dock receipt begins
 */
export function issue(
  { organization_id, user_id, time_zone }: Actor,
  marks: Marked[],
  mailStatus: MailStatus,
): Sql {
  const { prefix, digits } = DEFAULT_SERIES.receipt;
  return sql`
    WITH marked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
        AS j(interchange_id bigint, completed boolean, corrected text[])
    ), now_known AS MATERIALIZED (
      SELECT i.id, i.organization_id, i.type, i.completed, i.truck_visit_id, i.container_id, i.stay_id, i.dock_receipt_id,
        coalesce(f.shipping_line_id, last.shipping_line_id) AS shipping_line_id, v.truck_id, v.trucking_company_id,
        ${driverNow}, CASE WHEN i.completed THEN ${documentNow} END AS document, j.completed AS is_new,
        j.corrected, last.number AS last_number, last.issue, last.status, last.document AS last_document,
        last.truck_driver_id AS last_driver_id, last.driver_name AS last_driver_name, last.driver_license AS last_driver_license,
        last.signature_file_id AS last_signature_id,
        last.trucking_company_id AS last_company_id
      FROM marked j
      CROSS JOIN (SELECT ${user_id}::bigint AS user_id) a
      JOIN interchanges i ON i.organization_id = ${organization_id} AND i.id = j.interchange_id
      ${joinedNow}
      LEFT JOIN LATERAL (
        SELECT q.* FROM receipts q
        WHERE q.organization_id = ${organization_id} AND q.interchange_id = i.id ORDER BY q.issue DESC LIMIT 1
      ) last ON true
    ), stated AS (
      SELECT n.*, CASE
          WHEN NOT n.completed THEN n.last_document
          WHEN n.is_new AND n.status IS DISTINCT FROM 'issued' AND n.status IS DISTINCT FROM 'corrected' THEN n.document
          ELSE n.last_document || coalesce((
            SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(n.document) e WHERE e.key = ANY(n.corrected)), '{}')
        END AS states,
        n.completed AND (n.is_new OR 'driver' = ANY(n.corrected)) AS names_driver
      FROM now_known n
    ), decided AS MATERIALIZED (
      SELECT s.*, CASE
          WHEN NOT s.completed THEN CASE WHEN s.status <> 'cancelled' THEN 'cancelled' END
          WHEN s.status IS NULL OR s.status = 'cancelled' THEN CASE WHEN s.is_new THEN 'issued' END
          WHEN s.states <> s.last_document OR s.names_driver AND (s.truck_driver_id, s.signature_file_id) IS DISTINCT FROM (s.last_driver_id, s.last_signature_id)
            THEN 'corrected'
        END AS becomes
      FROM stated s
    ), first AS MATERIALIZED (
      SELECT d.id, row_number() OVER (ORDER BY d.id) AS nth FROM decided d
      WHERE d.becomes = 'issued' AND d.issue IS NULL
    ), numbers AS MATERIALIZED (
      SELECT CASE WHEN counted.n > 0 THEN next_numbers(${organization_id}::bigint, 'receipt',
        extract(year FROM now() AT TIME ZONE ${time_zone})::integer, counted.n::integer, ${prefix}, ${digits}) END AS given
      FROM (SELECT count(*) AS n FROM first) counted
    ), made AS (
    INSERT INTO receipts (organization_id, number, issue, status, issued_at, issued_by_id, truck_visit_id, interchange_id, type,
      container_id, stay_id, shipping_line_id, truck_id, trucking_company_id, truck_driver_id, driver_name, driver_license, signature_file_id, document)
    SELECT ${organization_id}::bigint, CASE WHEN d.issue IS NULL THEN x.given[f.nth]
        ELSE regexp_replace(d.last_number, '/' || d.issue || '$', '') || '/' || d.issue + 1 END,
      coalesce(d.issue, 0) + 1, d.becomes, clock_timestamp(), ${user_id}::bigint, d.truck_visit_id, d.id, d.type,
      d.container_id, d.stay_id, d.shipping_line_id, d.truck_id,
      CASE WHEN d.names_driver THEN d.trucking_company_id ELSE d.last_company_id END,
      CASE WHEN d.names_driver THEN d.truck_driver_id ELSE d.last_driver_id END,
      CASE WHEN d.names_driver THEN d.driver_name ELSE d.last_driver_name END,
      CASE WHEN d.names_driver THEN d.driver_license ELSE d.last_driver_license END,
      CASE WHEN d.names_driver THEN d.signature_file_id ELSE d.last_signature_id END, d.states
    FROM decided d
    CROSS JOIN numbers x
    LEFT JOIN first f ON f.id = d.id
    WHERE d.becomes IS NOT NULL
    ORDER BY d.id
    RETURNING id, number, status, type, interchange_id, shipping_line_id
    )
    ${dockReceiptMails(organization_id, mailStatus)}`;
}
