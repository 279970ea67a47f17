import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { groupBy } from '../../common/group-by';
import type { DocumentLine, DocumentParty, DocumentTaxGroup, InvoiceDocument } from './invoice-document';

const resolve = createRequire(__filename).resolve;
/** DejaVu Sans has Latin, Greek and Cyrillic letters and the signs of currencies. */
const FONTS = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

/** Points; the page is A4. */
const LEFT = 48;
const RIGHT = 547;
const TOP = 48;
const BOTTOM = 780;
const ROW = 13;

interface Column {
  x: number;
  width: number;
  align: 'left' | 'right';
  title: string;
  cell: (line: DocumentLine) => string;
}

const COLUMNS: readonly Column[] = [
  {
    x: 48,
    width: 152,
    align: 'left',
    title: 'Description',
    cell: (line) => line.description ?? line.item ?? '',
  },
  { x: 204, width: 112, align: 'left', title: 'Period', cell: periodOf },
  { x: 318, width: 50, align: 'right', title: 'Quantity', cell: (line) => line.quantity },
  { x: 372, width: 44, align: 'left', title: 'Unit', cell: (line) => line.billed_by ?? '' },
  { x: 416, width: 48, align: 'right', title: 'Price', cell: (line) => line.amount },
  { x: 466, width: 26, align: 'right', title: 'Tax', cell: ({ tax }) => (tax ? percent(tax.percent) : '') },
  { x: 494, width: 53, align: 'right', title: 'Total', cell: (line) => line.total },
];

/** An invoice as a PDF. The same document gives the same bytes, because its dates are those of the invoice. */
export async function drawInvoice(document: InvoiceDocument): Promise<Buffer> {
  const made = new Date(`${document.issued_on}T00:00:00Z`);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    info: { Title: `${titleOf(document)} ${document.number}`, CreationDate: made, ModDate: made },
  });
  pdf.registerFont('plain', FONTS.plain);
  pdf.registerFont('bold', FONTS.bold);
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  new Drawing(pdf, document).draw();
  pdf.end();
  return done;
}

/** Draws one document from the top of its first page down. */
class Drawing {
  private y = TOP;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly document: InvoiceDocument,
  ) {}

  draw(): void {
    this.page();
    this.head();
    this.columnTitles();
    this.lines();
    this.sums();
    this.payment();
    this.pageNumbers();
  }

  private page(): void {
    this.pdf.addPage();
    this.y = TOP;
    if (this.document.is_draft) this.watermark();
  }

  /** DRAFT across the page, under everything else. */
  private watermark(): void {
    const { pdf } = this;
    pdf.save().rotate(-50, { origin: [297, 421] });
    pdf.font('bold').fontSize(130).fillColor('#e6e6e6');
    pdf.text('DRAFT', 0, 350, { width: 595, align: 'center', lineBreak: false });
    pdf.restore().fillColor('black');
  }

  private head(): void {
    const { pdf, document } = this;
    this.text(document.seller.name ?? '', LEFT, 300, { bold: true, size: 12 });
    this.text(`${titleOf(document)} ${document.number}`, 300, RIGHT - 300, {
      bold: true,
      size: 12,
      align: 'right',
    });
    this.y += 20;
    const from = this.y;
    for (const line of partyLines(document.seller)) this.line(line, LEFT, 240);
    const afterSeller = this.y;
    this.y = from;
    for (const [name, value] of factsOf(document)) {
      this.text(name, 330, 90, { size: 8, colour: '#555555' });
      this.line(value, 425, RIGHT - 425);
    }
    this.y = Math.max(this.y, afterSeller) + 14;
    this.text('To', LEFT, 200, { size: 8, colour: '#555555' });
    this.y += 11;
    this.text(document.customer.name ?? '', LEFT, 300, { bold: true });
    this.y += ROW;
    for (const line of partyLines(document.customer)) this.line(line, LEFT, 300);
    this.y += 16;
    pdf.fillColor('black');
  }

  private columnTitles(): void {
    for (const { x, width, align, title } of COLUMNS)
      this.text(title, x, width, { size: 7.5, align, colour: '#555555' });
    this.y += 11;
    this.rule();
    this.y += 4;
  }

  /** The lines by container, in the order in which the containers come first. */
  private lines(): void {
    for (const [container, lines] of groupBy(this.document.lines, (line) => line.container)) {
      if (container) {
        this.room(3 * ROW);
        this.text(`Container ${container}`, LEFT, 300, { bold: true, size: 8 });
        this.y += ROW;
      }
      for (const line of lines) this.row(line);
      this.y += 3;
    }
  }

  private row(line: DocumentLine): void {
    const description = this.pdf.font('plain').fontSize(8);
    const height = Math.max(
      ROW,
      description.heightOfString(COLUMNS[0]!.cell(line), { width: COLUMNS[0]!.width }) + 3,
    );
    const free = freeTimeOf(line);
    this.room(height + (free ? 11 : 0));
    for (const { x, width, align, cell } of COLUMNS)
      this.text(cell(line), x, width, { size: 8, align, wraps: x === LEFT });
    this.y += height;
    if (!free) return;
    this.text(free, LEFT + 8, 400, { size: 7, colour: '#555555' });
    this.y += 11;
  }

  private sums(): void {
    const { document } = this;
    this.room((document.taxes.length + 5) * ROW);
    this.rule();
    this.y += 6;
    this.sum('Subtotal', document.subtotal);
    for (const tax of document.taxes) this.sum(taxName(tax), tax.amount);
    // Those of an invoice that was calculated elsewhere are in no group.
    if (!document.taxes.length && Number(document.taxes_and_fees) !== 0)
      this.sum('Taxes and fees', document.taxes_and_fees);
    this.sum(`Total ${document.currency}`, document.total, true);
    for (const { exemption_reason } of document.taxes)
      if (exemption_reason) this.line(exemption_reason, LEFT, RIGHT - LEFT);
  }

  private sum(name: string, amount: string, bold = false): void {
    this.text(name, 250, 220, { bold, align: 'right' });
    this.text(amount, 474, RIGHT - 474, { bold, align: 'right' });
    this.y += ROW + 1;
  }

  private payment(): void {
    const { seller, due_on, number, document_type } = this.document;
    const { iban, bic, note } = seller;
    this.y += 10;
    this.room(4 * ROW);
    if (document_type === 'invoice' && iban) {
      const until = due_on ? ` by ${due_on}` : '';
      this.line(
        `Please pay${until} to ${iban}${bic ? ` (${bic})` : ''}, reference ${number}.`,
        LEFT,
        RIGHT - LEFT,
      );
    }
    if (!note) return;
    const { pdf } = this;
    pdf.font('plain').fontSize(8).fillColor('#555555');
    const height = Math.min(pdf.heightOfString(note, { width: RIGHT - LEFT }), 300);
    this.room(height);
    pdf.text(note, LEFT, this.y, { width: RIGHT - LEFT, height, ellipsis: true });
    this.y += height;
  }

  private pageNumbers(): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page);
      this.y = 806;
      this.text(this.document.number, LEFT, 250, { size: 7, colour: '#555555' });
      this.text(`Page ${page + 1} of ${count}`, 400, RIGHT - 400, {
        size: 7,
        align: 'right',
        colour: '#555555',
      });
    }
  }

  /** Begins a page where less room than this is left; its columns have their titles again. */
  private room(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.page();
    this.columnTitles();
  }

  private rule(): void {
    this.pdf.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).strokeColor('#999999').stroke();
  }

  private line(text: string, x: number, width: number): void {
    this.text(text, x, width);
    this.y += ROW;
  }

  private text(
    text: string,
    x: number,
    width: number,
    { size = 9, bold = false, align = 'left', colour = 'black', wraps = false }: TextStyle = {},
  ): void {
    this.pdf
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(colour);
    this.pdf.text(printable(text), x, this.y, {
      width,
      align,
      ...(wraps ? {} : { height: size * 1.3, ellipsis: true }),
    });
  }
}

interface TextStyle {
  size?: number;
  bold?: boolean;
  align?: 'left' | 'right';
  colour?: string;
  /** Whether it may take several lines; one that does not ends with an ellipsis. */
  wraps?: boolean;
}

function titleOf({ document_type, is_proforma }: InvoiceDocument): string {
  if (document_type === 'credit_note') return 'Credit note';
  return is_proforma ? 'Pro-forma invoice' : 'Invoice';
}

function factsOf(document: InvoiceDocument): [name: string, value: string][] {
  const facts: [string, string | null | undefined][] = [
    ['Date', document.issued_on],
    ['Due', document.due_on],
    ['Credits', document.credits?.number],
    ['Your reference', document.customer.buyer_reference],
    ['Voyage', document.voyage],
    ['Bill of lading', document.bill_of_lading],
    ['Truck visit', document.truck_visit],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function partyLines(party: DocumentParty): string[] {
  const place = [party.postal_code, party.city, party.country].filter(Boolean).join(' ');
  const address = party.street || place ? [party.street, place] : (party.address?.split('\n') ?? []);
  const lines = [
    ...address,
    party.vat_number && `VAT ${party.vat_number}`,
    party.registration_number && `Registration ${party.registration_number}`,
    party.email,
    party.phone,
  ];
  return lines.filter((line): line is string => Boolean(line));
}

function periodOf({ period_from, period_until }: DocumentLine): string {
  if (!period_from) return '';
  return !period_until || period_until === period_from ? period_from : `${period_from} – ${period_until}`;
}

function freeTimeOf({ free_from, free_until }: DocumentLine): string {
  return free_from && free_until ? `Free time ${free_from} – ${free_until}` : '';
}

function taxName({ code, percent: taken, base, category }: DocumentTaxGroup): string {
  return category === 'O' ? 'Not subject to VAT' : `${code} ${percent(taken)} of ${base}`;
}

function percent(taken: string): string {
  return `${Number(taken)} %`;
}

/** A text in one form: fonts have no glyph for control characters. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
