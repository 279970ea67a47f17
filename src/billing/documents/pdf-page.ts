import { printable } from '../../common/documents/pdf';
import type { DocumentParty } from '../invoices/invoice-document';

/** Points; the page is A4. */
export const LEFT = 48;
export const RIGHT = 547;
const TOP = 48;
const BOTTOM = 780;
export const ROW = 13;
export const GREY = '#555555';

export interface TextStyle {
  size?: number;
  bold?: boolean;
  align?: 'left' | 'right';
  colour?: string;
  /** Whether it may take several lines; one that does not ends with an ellipsis. */
  wraps?: boolean;
}

/** The head of a document: who it is from, what it is, what it says in short, and whom it is to. */
export interface DocumentHead {
  seller: string | null;
  sellerLines: string[];
  title: string;
  facts: [name: string, value: string][];
  /** Nobody for what stays in the house. */
  to: { word: string; name: string | null; lines: string[] } | null;
}

/** What documents draw alike, from the top of their first page down. */
export abstract class Drawing {
  protected y = TOP;

  constructor(
    protected readonly pdf: PDFKit.PDFDocument,
    /** A word across each page, such as DRAFT. */
    private readonly across: string | null,
  ) {}

  /** The titles of the columns under way, which a new page repeats. */
  protected abstract columnTitles(): void;

  protected page(): void {
    this.pdf.addPage();
    this.y = TOP;
    if (this.across) this.watermark(this.across);
  }

  /** A word across the page, under everything else. */
  private watermark(word: string): void {
    const { pdf } = this;
    pdf.save().rotate(-50, { origin: [297, 421] });
    // as large as the word leaves room
    pdf
      .font('bold')
      .fontSize(130 * Math.min(1, 5 / word.length))
      .fillColor('#e6e6e6');
    pdf.text(word, 0, 350, { width: 595, align: 'center', lineBreak: false });
    pdf.restore().fillColor('black');
  }

  protected head({ seller, sellerLines, title, facts, to }: DocumentHead): void {
    this.text(seller ?? '', LEFT, 300, { bold: true, size: 12 });
    this.text(title, 300, RIGHT - 300, { bold: true, size: 12, align: 'right' });
    this.y += 20;
    const from = this.y;
    for (const line of sellerLines) this.line(line, LEFT, 240);
    const afterSeller = this.y;
    this.y = from;
    for (const [name, value] of facts) {
      this.text(name, 330, 90, { size: 8, colour: GREY });
      this.line(value, 425, RIGHT - 425);
    }
    this.y = Math.max(this.y, afterSeller) + 14;
    if (to) {
      this.text(to.word, LEFT, 200, { size: 8, colour: GREY });
      this.y += 11;
      this.text(to.name ?? '', LEFT, 300, { bold: true });
      this.y += ROW;
      for (const line of to.lines) this.line(line, LEFT, 300);
      this.y += 16;
    }
    this.pdf.fillColor('black');
  }

  protected pageNumbers(number: string, pageWord: (page: number, of: number) => string): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page);
      this.y = 806;
      this.text(number, LEFT, 250, { size: 7, colour: GREY });
      this.text(pageWord(page + 1, count), 400, RIGHT - 400, { size: 7, align: 'right', colour: GREY });
    }
  }

  /** Begins a page where less room than this is left; its columns have their titles again. */
  protected room(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.page();
    this.columnTitles();
  }

  protected rule(): void {
    this.pdf.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).strokeColor('#999999').stroke();
  }

  protected line(text: string, x: number, width: number): void {
    this.text(text, x, width);
    this.y += ROW;
  }

  /** An amount with its name, in the columns of sums. */
  protected sum(name: string, amount: string, bold = false): void {
    this.text(name, 250, 220, { bold, align: 'right' });
    this.text(amount, 474, RIGHT - 474, { bold, align: 'right' });
    this.y += ROW + 1;
  }

  /** A text as wide as the page, in as many lines as it takes. */
  protected paragraph(text: string): void {
    const width = RIGHT - LEFT;
    const height = Math.max(ROW, this.heightOf(text, width, 9) + 2);
    this.room(height);
    this.text(text, LEFT, width, { wraps: true });
    this.y += height;
  }

  /** How high a text is that takes several lines of a width. */
  protected heightOf(text: string, width: number, size: number): number {
    return this.pdf.font('plain').fontSize(size).heightOfString(printable(text), { width });
  }

  protected text(
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

/** What a document says of a company below its name. */
export function partyLines(party: DocumentParty, words: { vat: string; registration: string }): string[] {
  const place = [party.postal_code, party.city, party.country].filter(Boolean).join(' ');
  const address = party.street || place ? [party.street, place] : (party.address?.split('\n') ?? []);
  const lines = [
    ...address,
    party.vat_number && `${words.vat} ${party.vat_number}`,
    party.registration_number && `${words.registration} ${party.registration_number}`,
    party.email,
    party.phone,
  ];
  return lines.filter((line): line is string => Boolean(line));
}
