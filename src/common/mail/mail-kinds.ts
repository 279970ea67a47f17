/** What a mail is about. */
export const MAIL_KINDS = ['invoice', 'reminder', 'damage_alert', 'dock_receipt', 'reefer_alert'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Kinds whose mails are sent again by whoever writes in billing; those of the others by who writes in condition. */
export const BILLING_KINDS: readonly MailKind[] = ['invoice', 'reminder'];

/**
 * How far a mail has come: `maybe_sent` where the connection ended after the content and before the answer, `not_sent` where
 * no mail is set up.
 */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'not_sent', 'maybe_sent'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
