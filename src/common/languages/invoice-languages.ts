/** The languages in which invoices are drawn: those that the service comes with (ISO 639-1). */
export const INVOICE_LANGUAGES = ['en', 'nl', 'de', 'fr', 'es'] as const;
export type InvoiceLanguage = (typeof INVOICE_LANGUAGES)[number];
