import type { InvoiceLanguage } from '../languages/invoice-languages';
import type { MailKind } from './mail-kinds';

/** What subjects tell apart. */
export type About = MailKind | 'credit_note';

/**
 * The subjects of mails by language. They are known when a mail is put into the outbox, so that its list shows them.
 * @param key by what people know the record
 * @param sender the name of the organization
 */
export const SUBJECTS: Record<InvoiceLanguage, Record<About, (key: string, sender: string) => string>> = {
  en: {
    invoice: (key, sender) => `Invoice ${key} of ${sender}`,
    credit_note: (key, sender) => `Credit note ${key} of ${sender}`,
    reminder: (_, sender) => `Payment reminder of ${sender}`,
    damage_alert: (key) => `Damage to container ${key}`,
    dock_receipt: (key, sender) => `Receipt ${key} of ${sender}`,
    reefer_alert: (key) => `Reefer ${key}`,
  },
  nl: {
    invoice: (key, sender) => `Factuur ${key} van ${sender}`,
    credit_note: (key, sender) => `Creditnota ${key} van ${sender}`,
    reminder: (_, sender) => `Betalingsherinnering van ${sender}`,
    damage_alert: (key) => `Schade aan container ${key}`,
    dock_receipt: (key, sender) => `Ontvangstbewijs ${key} van ${sender}`,
    reefer_alert: (key) => `Koelcontainer ${key}`,
  },
  de: {
    invoice: (key, sender) => `Rechnung ${key} von ${sender}`,
    credit_note: (key, sender) => `Gutschrift ${key} von ${sender}`,
    reminder: (_, sender) => `Zahlungserinnerung von ${sender}`,
    damage_alert: (key) => `Schaden an Container ${key}`,
    dock_receipt: (key, sender) => `Empfangsschein ${key} von ${sender}`,
    reefer_alert: (key) => `Kühlcontainer ${key}`,
  },
  fr: {
    invoice: (key, sender) => `Facture ${key} de ${sender}`,
    credit_note: (key, sender) => `Avoir ${key} de ${sender}`,
    reminder: (_, sender) => `Rappel de paiement de ${sender}`,
    damage_alert: (key) => `Avarie du conteneur ${key}`,
    dock_receipt: (key, sender) => `Reçu ${key} de ${sender}`,
    reefer_alert: (key) => `Conteneur frigorifique ${key}`,
  },
  es: {
    invoice: (key, sender) => `Factura ${key} de ${sender}`,
    credit_note: (key, sender) => `Nota de abono ${key} de ${sender}`,
    reminder: (_, sender) => `Recordatorio de pago de ${sender}`,
    damage_alert: (key) => `Daños en el contenedor ${key}`,
    dock_receipt: (key, sender) => `Recibo ${key} de ${sender}`,
    reefer_alert: (key) => `Contenedor frigorífico ${key}`,
  },
};
