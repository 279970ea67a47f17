import { pdfOf } from '../../common/documents/pdf';
import { dayIn, numberIn } from '../../common/documents/written';
import { groupBy } from '../../common/group-by';
import type { DocumentLine, DocumentTaxGroup, InvoiceDocument } from '../invoices/invoice-document';
import { type InvoiceWords, WORDS } from './invoice-words';
import { countOf, quantityUnit } from './line-quantity';
import { type DocumentHead, Drawing, GREY, LEFT, partyLines, RIGHT, ROW } from './pdf-page';

/** How the texts of a document are written in the language of its customer. */
class Texts {
  readonly words: InvoiceWords;
  private readonly language;

  constructor({ customer: { language } }: InvoiceDocument) {
    this.language = language ?? 'en';
    this.words = WORDS[this.language];
  }

  day = (text: string) => dayIn(this.language, text);
  days = (from: string, until: string) => `${this.day(from)} – ${this.day(until)}`;
  number = (text: string) => numberIn(this.language, text);
  percent = (taken: string) => `${this.number(String(Number(taken)))} %`;
  unit = (text: string) => text.replace(/\bday\b/, this.words.day);
}

interface Column {
  x: number;
  width: number;
  align: 'left' | 'right';
  title: 'description' | 'period' | 'quantity' | 'unit' | 'price' | 'tax' | 'total';
  cell: (line: DocumentLine, texts: Texts) => string;
}

const COLUMNS: readonly Column[] = [
  {
    x: 48,
    width: 152,
    align: 'left',
    title: 'description',
    cell: (line) => line.description ?? line.item ?? '',
  },
  { x: 204, width: 112, align: 'left', title: 'period', cell: periodOf },
  { x: 318, width: 40, align: 'right', title: 'quantity', cell: (line, { number }) => number(line.quantity) },
  {
    x: 362,
    width: 58,
    align: 'left',
    title: 'unit',
    cell: (line, { unit }) => unit(quantityUnit(line).unit),
  },
  { x: 420, width: 44, align: 'right', title: 'price', cell: (line, { number }) => number(line.amount) },
  {
    x: 466,
    width: 26,
    align: 'right',
    title: 'tax',
    cell: ({ tax }, { percent }) => (tax ? percent(tax.percent) : ''),
  },
  { x: 494, width: 53, align: 'right', title: 'total', cell: (line, { number }) => number(line.total) },
];

/** An invoice as a PDF. The same document gives the same bytes. */
export async function drawInvoice(document: InvoiceDocument): Promise<Buffer> {
  const texts = new Texts(document);
  return pdfOf(`${titleOf(document, texts.words)} ${document.number}`, document.issued_on, (pdf) =>
    new InvoiceDrawing(pdf, document, texts).draw(),
  );
}

/** Draws one invoice from the top of its first page down. */
class InvoiceDrawing extends Drawing {
  constructor(
    pdf: PDFKit.PDFDocument,
    private readonly document: InvoiceDocument,
    private readonly texts: Texts,
  ) {
    super(pdf, document.is_draft ? texts.words.draft : null);
  }

  draw(): void {
    const { document, texts } = this;
    this.page();
    this.head(headOf(document, texts));
    this.columnTitles();
    this.lines();
    this.sums();
    this.payment();
    this.pageNumbers(document.number, texts.words.page);
  }

  protected columnTitles(): void {
    for (const { x, width, align, title } of COLUMNS)
      this.text(this.texts.words[title], x, width, { size: 7.5, align, colour: GREY });
    this.y += 11;
    this.rule();
    this.y += 4;
  }

  /** The lines by container, in the order in which the containers come first. */
  private lines(): void {
    for (const [container, lines] of groupBy(this.document.lines, (line) => line.container)) {
      if (container) {
        this.room(3 * ROW);
        this.text(`${this.texts.words.container} ${container}`, LEFT, 300, { bold: true, size: 8 });
        this.y += ROW;
      }
      for (const line of lines) this.row(line);
      this.y += 3;
    }
  }

  private row(line: DocumentLine): void {
    const { texts } = this;
    const description = this.pdf.font('plain').fontSize(8);
    const height = Math.max(
      ROW,
      description.heightOfString(COLUMNS[0]!.cell(line, texts), { width: COLUMNS[0]!.width }) + 3,
    );
    const free = [texts.unit(countOf(line) ?? ''), freeTimeOf(line, texts)].filter(Boolean).join(' · ');
    this.room(height + (free ? 11 : 0));
    for (const { x, width, align, cell } of COLUMNS)
      this.text(cell(line, texts), x, width, { size: 8, align, wraps: x === LEFT });
    this.y += height;
    if (!free) return;
    this.text(free, LEFT + 8, 400, { size: 7, colour: GREY });
    this.y += 11;
  }

  private sums(): void {
    const { document, texts } = this;
    const { words, number } = texts;
    this.room((document.taxes.length + 5) * ROW);
    this.rule();
    this.y += 6;
    this.sum(words.subtotal, number(document.subtotal));
    for (const tax of document.taxes) this.sum(taxName(tax, texts), number(tax.amount));
    // Those of an invoice that was calculated elsewhere are in no group.
    if (!document.taxes.length && Number(document.taxes_and_fees) !== 0)
      this.sum(words.taxes_and_fees, number(document.taxes_and_fees));
    this.sum(`${words.total} ${document.currency}`, number(document.total), true);
    for (const { exemption_reason } of document.taxes)
      if (exemption_reason)
        this.paragraph(exemption_reason === WORDS.en.untaxed ? words.untaxed : exemption_reason);
  }

  private payment(): void {
    const { seller, due_on, number, document_type, is_draft } = this.document;
    const { iban, bic, note } = seller;
    this.y += 10;
    this.room(4 * ROW);
    if (document_type === 'invoice' && iban && !is_draft) {
      const { words, day } = this.texts;
      const account = `${iban}${bic ? ` (${bic})` : ''}`;
      this.paragraph(words.please_pay(due_on && day(due_on), account, number));
    }
    if (!note) return;
    const { pdf } = this;
    pdf.font('plain').fontSize(8).fillColor(GREY);
    const height = Math.min(pdf.heightOfString(note, { width: RIGHT - LEFT }), 300);
    this.room(height);
    pdf.text(note, LEFT, this.y, { width: RIGHT - LEFT, height, ellipsis: true });
    this.y += height;
  }
}

function titleOf({ document_type, is_proforma }: InvoiceDocument, words: InvoiceWords): string {
  if (document_type === 'credit_note') return words.credit_note;
  return is_proforma ? words.proforma : words.invoice;
}

function headOf(document: InvoiceDocument, texts: Texts): DocumentHead {
  const { seller, customer, number } = document;
  const { words } = texts;
  return {
    seller: seller.name,
    sellerLines: partyLines(seller, words),
    title: `${titleOf(document, words)} ${number}`,
    facts: factsOf(document, texts),
    to: { word: words.to, name: customer.name, lines: partyLines(customer, words) },
  };
}

function factsOf(document: InvoiceDocument, { words, day }: Texts): [name: string, value: string][] {
  const facts: [string, string | null | undefined][] = [
    [words.date, day(document.issued_on)],
    [words.due, document.due_on && day(document.due_on)],
    [words.credits, document.credits?.number],
    [words.your_reference, document.customer.buyer_reference],
    [words.voyage, document.voyage],
    [words.bill_of_lading, document.bill_of_lading],
    [words.truck_visit, document.truck_visit],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function periodOf({ period_from, period_until }: DocumentLine, { day, days }: Texts): string {
  if (!period_from) return '';
  return !period_until || period_until === period_from ? day(period_from) : days(period_from, period_until);
}

function freeTimeOf({ free_from, free_until }: DocumentLine, { words, days }: Texts): string {
  return free_from && free_until ? `${words.free_time} ${days(free_from, free_until)}` : '';
}

function taxName({ code, percent, base, category }: DocumentTaxGroup, texts: Texts): string {
  const { words, number } = texts;
  return category === 'O' ? words.untaxed : words.tax_of(`${code} ${texts.percent(percent)}`, number(base));
}
