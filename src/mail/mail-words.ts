import type { InvoiceLanguage } from '../common/languages/invoice-languages';

/** What mails say in one language, beside the words of invoices and receipts. */
interface MailWords {
  footer: (sender: string) => string;
  invoice: string;
  credit_note: string;
  dock_receipt: string;
  reminder: string;
  reminder_paid: string;
  reminder_due: string;
  invoice_number: string;
  days_overdue: string;
  open: string;
}

export const MAIL_WORDS: Readonly<Record<InvoiceLanguage, MailWords>> = {
  en: {
    footer: (sender) => `This mail was sent by ${sender}. It was made by a program.`,
    invoice: 'Please find the invoice attached.',
    credit_note: 'Please find the credit note attached.',
    dock_receipt: 'Please find the receipt of the handover attached.',
    reminder: 'These invoices were to be paid and are still open:',
    reminder_paid: 'If you have paid meanwhile, this mail is settled.',
    reminder_due: 'Due',
    invoice_number: 'Invoice',
    days_overdue: 'Days overdue',
    open: 'Open',
  },
  nl: {
    footer: (sender) => `Deze e-mail is verstuurd door ${sender}. Hij is door een programma gemaakt.`,
    invoice: 'Bijgaand ontvangt u de factuur.',
    credit_note: 'Bijgaand ontvangt u de creditnota.',
    dock_receipt: 'Bijgaand ontvangt u het ontvangstbewijs van de overdracht.',
    reminder: 'De betaaltermijn van deze facturen is verstreken en ze staan nog open:',
    reminder_paid: 'Als u intussen hebt betaald, kunt u deze e-mail als afgedaan beschouwen.',
    reminder_due: 'Vervaldatum',
    invoice_number: 'Factuur',
    days_overdue: 'Dagen te laat',
    open: 'Openstaand',
  },
  de: {
    footer: (sender) => `Diese E-Mail wurde von ${sender} gesendet. Ein Programm hat sie erstellt.`,
    invoice: 'Im Anhang finden Sie die Rechnung.',
    credit_note: 'Im Anhang finden Sie die Gutschrift.',
    dock_receipt: 'Im Anhang finden Sie den Schein der Übergabe.',
    reminder: 'Diese Rechnungen waren zu zahlen und sind noch offen:',
    reminder_paid: 'Falls Sie inzwischen gezahlt haben, ist diese E-Mail gegenstandslos.',
    reminder_due: 'Fällig am',
    invoice_number: 'Rechnung',
    days_overdue: 'Tage überfällig',
    open: 'Offen',
  },
  fr: {
    footer: (sender) => `Ce message a été envoyé par ${sender}. Il a été établi par un programme.`,
    invoice: 'Veuillez trouver la facture ci-jointe.',
    credit_note: 'Veuillez trouver l’avoir ci-joint.',
    dock_receipt: 'Veuillez trouver ci-joint le reçu de la remise.',
    reminder: 'Ces factures sont échues et restent à payer :',
    reminder_paid: 'Si vous avez payé entre-temps, ce message est sans objet.',
    reminder_due: 'Échéance',
    invoice_number: 'Facture',
    days_overdue: 'Jours de retard',
    open: 'Restant dû',
  },
  es: {
    footer: (sender) => `Este mensaje lo ha enviado ${sender}. Lo ha elaborado un programa.`,
    invoice: 'Adjuntamos la factura.',
    credit_note: 'Adjuntamos la nota de abono.',
    dock_receipt: 'Adjuntamos el recibo de la entrega.',
    reminder: 'Estas facturas están vencidas y siguen pendientes:',
    reminder_paid: 'Si ya ha pagado, no tenga en cuenta este mensaje.',
    reminder_due: 'Vencimiento',
    invoice_number: 'Factura',
    days_overdue: 'Días de retraso',
    open: 'Pendiente',
  },
};
