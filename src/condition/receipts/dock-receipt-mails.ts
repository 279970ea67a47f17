import sql, { type Sql } from 'sql-template-tag';
import { INVOICE_LANGUAGES } from '../../common/languages/invoice-languages';
import type { MailStatus } from '../../common/mail/mail-kinds';
import { SUBJECTS } from '../../common/mail/subjects';

/** The subjects by language, with `{key}` and `{sender}` for what a receipt fills in. */
const SUBJECT_OF = JSON.stringify(
  Object.fromEntries(
    INVOICE_LANGUAGES.map((language) => [language, SUBJECTS[language].dock_receipt('{key}', '{sender}')]),
  ),
);

/**
 * SQL: puts a mail into the outbox for each receipt `made` of a `decided` drop-off that names a dock receipt, where the line of the
 * container, else of the booking, has an address for them (decision 936). It is a part of the statement that issues receipts, so
 * that handovers without a dock receipt ask nothing more.
 */
export const dockReceiptMails = (organization_id: number, status: MailStatus): Sql => sql`
    INSERT INTO mails (organization_id, kind, status, "to", subject, language, record_type, record_id, record_key, cause, message_id,
      send_after)
    SELECT o.id, 'dock_receipt', ${status}, ARRAY[l.dock_receipt_email],
      replace(replace(${SUBJECT_OF}::jsonb ->> coalesce(o.language, 'en'), '{key}', m.number), '{sender}', o.name),
      coalesce(o.language, 'en'), 'receipt', m.id, m.number, 'receipt ' || m.id, gen_random_uuid()::text, now()
    FROM made m
    JOIN organizations o ON o.id = ${organization_id}
    JOIN decided d ON d.id = m.interchange_id AND d.dock_receipt_id IS NOT NULL
    JOIN dock_receipts k ON k.organization_id = ${organization_id} AND k.id = d.dock_receipt_id
    LEFT JOIN bookings b ON b.organization_id = ${organization_id} AND b.id = k.booking_id
    JOIN shipping_lines l ON l.organization_id = ${organization_id} AND l.id = coalesce(m.shipping_line_id, b.shipping_line_id)
    WHERE m.status = 'issued' AND m.type = 'interchange_in' AND l.dock_receipt_email <> ''
    ON CONFLICT (organization_id, cause) DO NOTHING`;
