import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import type { Way } from '../tills/ways';

/** What receipts, closings of tills and statements say in one language beside their data and the words of invoices. */
export interface SheetWords {
  receipt: string;
  statement: string;
  till_closing: string;
  received_from: string;
  paid_to: string;
  way: string;
  reference: string;
  amount: string;
  on_account: string;
  reversed: string;
  reversed_on: string;
  kind: string;
  document: string;
  balance: string;
  opening_balance: string;
  closing_balance: string;
  period: string;
  open_invoices: string;
  open_credit_notes: string;
  unallocated: string;
  overdue: string;
  till: string;
  opened: string;
  closed: string;
  by: string;
  float: string;
  expected: string;
  counted: string;
  difference: string;
  time: string;
  customer: string;
  payments: string;
  ways: Readonly<Record<Way, string>>;
  /** What a row of a statement or of a closing is. */
  kinds: Readonly<
    Record<'invoice' | 'credit_note' | 'payment' | 'refund' | 'reversal' | 'settlement', string>
  >;
  not_due: string;
}

export const SHEET_WORDS: Readonly<Record<InvoiceLanguage, SheetWords>> = {
  en: {
    receipt: 'Receipt',
    statement: 'Statement',
    till_closing: 'Till closing',
    received_from: 'Received from',
    paid_to: 'Paid to',
    way: 'Paid by',
    reference: 'Reference',
    amount: 'Amount',
    on_account: 'On account',
    reversed: 'reversed',
    reversed_on: 'Reversed on',
    kind: 'Kind',
    document: 'Document',
    balance: 'Balance',
    opening_balance: 'Opening balance',
    closing_balance: 'Closing balance',
    period: 'Period',
    open_invoices: 'Open of invoices',
    open_credit_notes: 'Open of credit notes',
    unallocated: 'Not allocated',
    overdue: 'Open by days overdue',
    till: 'Till',
    opened: 'Opened',
    closed: 'Closed',
    by: 'By',
    float: 'Float',
    expected: 'Expected',
    counted: 'Counted',
    difference: 'Difference',
    time: 'Time',
    customer: 'Customer',
    payments: 'Payments',
    ways: { cash: 'Cash', card: 'Card', transfer: 'Transfer', cheque: 'Cheque', other: 'Other' },
    kinds: {
      invoice: 'Invoice',
      credit_note: 'Credit note',
      payment: 'Payment',
      refund: 'Refund',
      reversal: 'Reversal',
      settlement: 'Settlement',
    },
    not_due: 'Not due',
  },
  nl: {
    receipt: 'Kwitantie',
    statement: 'Rekeningoverzicht',
    till_closing: 'Kasafsluiting',
    received_from: 'Ontvangen van',
    paid_to: 'Betaald aan',
    way: 'Betaalwijze',
    reference: 'Kenmerk',
    amount: 'Bedrag',
    on_account: 'Vooruitbetaald',
    reversed: 'teruggeboekt',
    reversed_on: 'Teruggeboekt op',
    kind: 'Soort',
    document: 'Document',
    balance: 'Saldo',
    opening_balance: 'Beginsaldo',
    closing_balance: 'Eindsaldo',
    period: 'Periode',
    open_invoices: 'Open van facturen',
    open_credit_notes: 'Open van creditnota’s',
    unallocated: 'Niet toegewezen',
    overdue: 'Open naar dagen te laat',
    till: 'Kas',
    opened: 'Geopend',
    closed: 'Gesloten',
    by: 'Door',
    float: 'Wisselgeld',
    expected: 'Verwacht',
    counted: 'Geteld',
    difference: 'Verschil',
    time: 'Tijd',
    customer: 'Klant',
    payments: 'Betalingen',
    ways: { cash: 'Contant', card: 'Pas', transfer: 'Overschrijving', cheque: 'Cheque', other: 'Anders' },
    kinds: {
      invoice: 'Factuur',
      credit_note: 'Creditnota',
      payment: 'Betaling',
      refund: 'Terugbetaling',
      reversal: 'Terugboeking',
      settlement: 'Vereffening',
    },
    not_due: 'Niet vervallen',
  },
  de: {
    receipt: 'Quittung',
    statement: 'Kontoauszug',
    till_closing: 'Kassenabschluss',
    received_from: 'Erhalten von',
    paid_to: 'Gezahlt an',
    way: 'Zahlungsart',
    reference: 'Referenz',
    amount: 'Betrag',
    on_account: 'Guthaben',
    reversed: 'storniert',
    reversed_on: 'Storniert am',
    kind: 'Art',
    document: 'Beleg',
    balance: 'Saldo',
    opening_balance: 'Anfangssaldo',
    closing_balance: 'Endsaldo',
    period: 'Zeitraum',
    open_invoices: 'Offen aus Rechnungen',
    open_credit_notes: 'Offen aus Gutschriften',
    unallocated: 'Nicht zugeordnet',
    overdue: 'Offen nach Tagen Verzug',
    till: 'Kasse',
    opened: 'Geöffnet',
    closed: 'Geschlossen',
    by: 'Von',
    float: 'Wechselgeld',
    expected: 'Erwartet',
    counted: 'Gezählt',
    difference: 'Differenz',
    time: 'Zeit',
    customer: 'Kunde',
    payments: 'Zahlungen',
    ways: { cash: 'Bar', card: 'Karte', transfer: 'Überweisung', cheque: 'Scheck', other: 'Sonstige' },
    kinds: {
      invoice: 'Rechnung',
      credit_note: 'Gutschrift',
      payment: 'Zahlung',
      refund: 'Erstattung',
      reversal: 'Stornierung',
      settlement: 'Ausgleich',
    },
    not_due: 'Nicht fällig',
  },
  fr: {
    receipt: 'Reçu',
    statement: 'Relevé de compte',
    till_closing: 'Clôture de caisse',
    received_from: 'Reçu de',
    paid_to: 'Payé à',
    way: 'Mode de paiement',
    reference: 'Référence',
    amount: 'Montant',
    on_account: 'Acompte',
    reversed: 'annulé',
    reversed_on: 'Annulé le',
    kind: 'Nature',
    document: 'Document',
    balance: 'Solde',
    opening_balance: 'Solde initial',
    closing_balance: 'Solde final',
    period: 'Période',
    open_invoices: 'Factures ouvertes',
    open_credit_notes: 'Avoirs ouverts',
    unallocated: 'Non affecté',
    overdue: 'Ouvert par jours de retard',
    till: 'Caisse',
    opened: 'Ouverte',
    closed: 'Clôturée',
    by: 'Par',
    float: 'Fonds de caisse',
    expected: 'Attendu',
    counted: 'Compté',
    difference: 'Écart',
    time: 'Heure',
    customer: 'Client',
    payments: 'Paiements',
    ways: { cash: 'Espèces', card: 'Carte', transfer: 'Virement', cheque: 'Chèque', other: 'Autre' },
    kinds: {
      invoice: 'Facture',
      credit_note: 'Avoir',
      payment: 'Paiement',
      refund: 'Remboursement',
      reversal: 'Annulation',
      settlement: 'Règlement',
    },
    not_due: 'Non échu',
  },
  es: {
    receipt: 'Recibo',
    statement: 'Estado de cuenta',
    till_closing: 'Cierre de caja',
    received_from: 'Recibido de',
    paid_to: 'Pagado a',
    way: 'Forma de pago',
    reference: 'Referencia',
    amount: 'Importe',
    on_account: 'A cuenta',
    reversed: 'anulado',
    reversed_on: 'Anulado el',
    kind: 'Tipo',
    document: 'Documento',
    balance: 'Saldo',
    opening_balance: 'Saldo inicial',
    closing_balance: 'Saldo final',
    period: 'Período',
    open_invoices: 'Abierto de facturas',
    open_credit_notes: 'Abierto de notas de crédito',
    unallocated: 'Sin asignar',
    overdue: 'Abierto por días de retraso',
    till: 'Caja',
    opened: 'Abierta',
    closed: 'Cerrada',
    by: 'Por',
    float: 'Fondo de caja',
    expected: 'Esperado',
    counted: 'Contado',
    difference: 'Diferencia',
    time: 'Hora',
    customer: 'Cliente',
    payments: 'Pagos',
    ways: { cash: 'Efectivo', card: 'Tarjeta', transfer: 'Transferencia', cheque: 'Cheque', other: 'Otro' },
    kinds: {
      invoice: 'Factura',
      credit_note: 'Nota de crédito',
      payment: 'Pago',
      refund: 'Reembolso',
      reversal: 'Anulación',
      settlement: 'Liquidación',
    },
    not_due: 'No vencido',
  },
};
