import type { InvoiceLanguage } from '../../common/languages/invoice-languages';

/** What an invoice says in one language beside its data. */
export interface InvoiceWords {
  invoice: string;
  proforma: string;
  credit_note: string;
  draft: string;
  to: string;
  description: string;
  period: string;
  quantity: string;
  unit: string;
  price: string;
  tax: string;
  total: string;
  subtotal: string;
  taxes_and_fees: string;
  container: string;
  date: string;
  due: string;
  credits: string;
  your_reference: string;
  voyage: string;
  bill_of_lading: string;
  truck_visit: string;
  vat: string;
  registration: string;
  free_time: string;
  untaxed: string;
  day: string;
  tax_of: (tax: string, base: string) => string;
  please_pay: (until: string | null, account: string, reference: string) => string;
  page: (page: number, of: number) => string;
}

export const WORDS: Readonly<Record<InvoiceLanguage, InvoiceWords>> = {
  en: {
    invoice: 'Invoice',
    proforma: 'Pro-forma invoice',
    credit_note: 'Credit note',
    draft: 'DRAFT',
    to: 'To',
    description: 'Description',
    period: 'Period',
    quantity: 'Quantity',
    unit: 'Unit',
    price: 'Price',
    tax: 'Tax',
    total: 'Total',
    subtotal: 'Subtotal',
    taxes_and_fees: 'Taxes and fees',
    container: 'Container',
    date: 'Date',
    due: 'Due',
    credits: 'Credits',
    your_reference: 'Your reference',
    voyage: 'Voyage',
    bill_of_lading: 'Bill of lading',
    truck_visit: 'Truck visit',
    vat: 'VAT',
    registration: 'Registration',
    free_time: 'Free time',
    untaxed: 'Not subject to VAT',
    day: 'day',
    tax_of: (tax, base) => `${tax} of ${base}`,
    please_pay: (until, account, reference) =>
      `Please pay${until ? ` by ${until}` : ''} to ${account}, reference ${reference}.`,
    page: (page, of) => `Page ${page} of ${of}`,
  },
  nl: {
    invoice: 'Factuur',
    proforma: 'Pro-formafactuur',
    credit_note: 'Creditnota',
    draft: 'CONCEPT',
    to: 'Aan',
    description: 'Omschrijving',
    period: 'Periode',
    quantity: 'Aantal',
    unit: 'Eenheid',
    price: 'Prijs',
    tax: 'Btw',
    total: 'Totaal',
    subtotal: 'Subtotaal',
    taxes_and_fees: 'Belastingen en kosten',
    container: 'Container',
    date: 'Datum',
    due: 'Vervaldatum',
    credits: 'Crediteert',
    your_reference: 'Uw kenmerk',
    voyage: 'Reis',
    bill_of_lading: 'Cognossement',
    truck_visit: 'Truckbezoek',
    vat: 'Btw-nummer',
    registration: 'KvK-nummer',
    free_time: 'Vrije tijd',
    untaxed: 'Niet aan btw onderworpen',
    day: 'dag',
    tax_of: (tax, base) => `${tax} van ${base}`,
    please_pay: (until, account, reference) =>
      `Gelieve${until ? ` uiterlijk ${until}` : ''} te betalen op ${account}, kenmerk ${reference}.`,
    page: (page, of) => `Pagina ${page} van ${of}`,
  },
  de: {
    invoice: 'Rechnung',
    proforma: 'Proforma-Rechnung',
    credit_note: 'Gutschrift',
    draft: 'ENTWURF',
    to: 'An',
    description: 'Beschreibung',
    period: 'Zeitraum',
    quantity: 'Menge',
    unit: 'Einheit',
    price: 'Preis',
    tax: 'USt.',
    total: 'Summe',
    subtotal: 'Zwischensumme',
    taxes_and_fees: 'Steuern und Gebühren',
    container: 'Container',
    date: 'Datum',
    due: 'Fällig am',
    credits: 'Gutschrift zu',
    your_reference: 'Ihr Zeichen',
    voyage: 'Reise',
    bill_of_lading: 'Konnossement',
    truck_visit: 'Lkw-Besuch',
    vat: 'USt-IdNr.',
    registration: 'Registernummer',
    free_time: 'Freie Zeit',
    untaxed: 'Nicht umsatzsteuerbar',
    day: 'Tag',
    tax_of: (tax, base) => `${tax} von ${base}`,
    please_pay: (until, account, reference) =>
      `Bitte zahlen Sie${until ? ` bis ${until}` : ''} auf ${account}, Verwendungszweck ${reference}.`,
    page: (page, of) => `Seite ${page} von ${of}`,
  },
  fr: {
    invoice: 'Facture',
    proforma: 'Facture pro forma',
    credit_note: 'Avoir',
    draft: 'PROJET',
    to: 'À',
    description: 'Désignation',
    period: 'Période',
    quantity: 'Quantité',
    unit: 'Unité',
    price: 'Prix',
    tax: 'TVA',
    total: 'Total',
    subtotal: 'Sous-total',
    taxes_and_fees: 'Taxes et frais',
    container: 'Conteneur',
    date: 'Date',
    due: 'Échéance',
    credits: 'Avoir sur',
    your_reference: 'Votre référence',
    voyage: 'Voyage',
    bill_of_lading: 'Connaissement',
    truck_visit: 'Visite de camion',
    vat: 'N° TVA',
    registration: 'Immatriculation',
    free_time: 'Franchise',
    untaxed: 'Non soumis à la TVA',
    day: 'jour',
    tax_of: (tax, base) => `${tax} de ${base}`,
    please_pay: (until, account, reference) =>
      `Merci de payer${until ? ` avant le ${until} inclus` : ''} sur ${account}, référence ${reference}.`,
    page: (page, of) => `Page ${page} sur ${of}`,
  },
  es: {
    invoice: 'Factura',
    proforma: 'Factura proforma',
    credit_note: 'Nota de crédito',
    draft: 'BORRADOR',
    to: 'A',
    description: 'Descripción',
    period: 'Período',
    quantity: 'Cantidad',
    unit: 'Unidad',
    price: 'Precio',
    tax: 'IVA',
    total: 'Total',
    subtotal: 'Subtotal',
    taxes_and_fees: 'Impuestos y tasas',
    container: 'Contenedor',
    date: 'Fecha',
    due: 'Vencimiento',
    credits: 'Abona',
    your_reference: 'Su referencia',
    voyage: 'Viaje',
    bill_of_lading: 'Conocimiento',
    truck_visit: 'Visita de camión',
    vat: 'NIF-IVA',
    registration: 'Registro',
    free_time: 'Tiempo libre',
    untaxed: 'No sujeto a IVA',
    day: 'día',
    tax_of: (tax, base) => `${tax} de ${base}`,
    please_pay: (until, account, reference) =>
      `Le rogamos que pague${until ? ` hasta el ${until}` : ''} en ${account}, referencia ${reference}.`,
    page: (page, of) => `Página ${page} de ${of}`,
  },
};
