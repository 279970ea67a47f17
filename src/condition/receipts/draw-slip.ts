import { create } from 'qrcode';
import { emptyPdf, pdfOf, printable } from '../../common/documents/pdf';
import type { Paper } from './receipt.dto';
import type { Slip, SlipPart } from './slip';

/** How a paper is filled, in points. */
interface Format {
  width: number;
  /** Null for a roll, which is as long as what is drawn. */
  height: number | null;
  margin: number;
  /** How many facts stand beside each other. */
  columns: number;
  code: number;
}

const FORMATS: Readonly<Record<Paper, Format>> = {
  a5: { width: 420, height: 595, margin: 30, columns: 2, code: 84 },
  '80mm': { width: 227, height: null, margin: 10, columns: 1, code: 96 },
};

const GREY = '#555555';
/** The room between two columns. */
const GAP = 12;
/** The room above and below a code on a roll: four of its modules (ISO/IEC 18004). */
const QUIET = 16;

/** A slip as a PDF; what a thread of `DocumentThreads` runs. */
export default async function drawSlip({ slip, paper }: { slip: Slip; paper: Paper }): Promise<Buffer> {
  const { title, day } = slip;
  const format = FORMATS[paper];
  // a roll is drawn once more, on a page that is thrown away, to know its length
  const height = format.height ?? new SlipDrawing(emptyPdf(title, day, 'A4'), slip, format, 0).draw();
  const draw = (pdf: PDFKit.PDFDocument) => void new SlipDrawing(pdf, slip, format, height).draw();
  return pdfOf(title, day, draw, [format.width, height]);
}

/** Draws one slip from the top of its first page down. */
class SlipDrawing {
  private y = 0;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly slip: Slip,
    private readonly format: Format,
    private readonly height: number,
  ) {}

  /** @returns where it ends, with the margin below */
  draw(): number {
    const { margin } = this.format;
    const { slip } = this;
    this.page();
    this.head();
    for (const part of slip.parts) this.part(part);
    if (slip.signs) this.signature(slip.signs);
    return this.y + margin;
  }

  private page(): void {
    const { width, margin } = this.format;
    this.pdf.addPage({ size: [width, this.height], margin: 0 });
    this.y = margin;
    if (this.slip.across) this.across(this.slip.across);
  }

  /** A word across the page, under everything else. */
  private across(word: string): void {
    const { width } = this.format;
    const middle = Math.min(this.height, width * 1.4) / 2;
    this.pdf.save().rotate(-50, { origin: [width / 2, middle] });
    const style = { bold: true, colour: '#e6e6e6' };
    this.style(10, style);
    // as large as the word leaves room
    const size = Math.min(96, (11 * width) / this.pdf.widthOfString(word));
    this.style(size, style);
    const left = (width - this.pdf.widthOfString(word)) / 2;
    this.pdf.text(word, left, middle - size / 2, { lineBreak: false });
    this.pdf.restore().fillColor('black');
  }

  private head(): void {
    const { width, margin, code, columns } = this.format;
    const { from, title, number } = this.slip;
    const isRoll = columns === 1;
    const room = width - 2 * margin - (isRoll ? 0 : code + GAP);
    const top = this.y;
    this.lines(from.name, room, { size: 11, bold: true });
    for (const line of from.lines) this.lines(line, room, { size: 8, colour: GREY });
    this.y += 8;
    this.lines(title, room, { size: 11, bold: true });
    this.lines(number, room, { size: 11 });
    if (isRoll) this.y += QUIET;
    const [x, y] = isRoll ? [(width - code) / 2, this.y] : [width - margin - code, top];
    this.code(x, y, code);
    this.y = Math.max(this.y, y + code) + (isRoll ? QUIET : 8);
  }

  private code(left: number, top: number, side: number): void {
    const { size, data } = create(this.slip.code, { errorCorrectionLevel: 'M' }).modules;
    const unit = side / size;
    this.pdf.rect(left, top, side, side).fill('white');
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++)
        if (data[row * size + column]) this.pdf.rect(left + column * unit, top + row * unit, unit, unit);
    this.pdf.fill('black');
  }

  private part({ title, facts }: SlipPart): void {
    const { width, margin, columns } = this.format;
    const shown = facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
    if (!shown.length) return;
    const room = (width - 2 * margin - (columns - 1) * GAP) / columns;
    this.room(40);
    this.rule();
    if (title) this.lines(title, width - 2 * margin, { size: 9, bold: true });
    for (let at = 0; at < shown.length; at += columns) {
      const row = shown.slice(at, at + columns);
      const heights = row.map(([, value]) => 10 + this.heightOf(value, room, 9));
      this.room(Math.max(...heights));
      const top = this.y;
      row.forEach(([name, value], column) => {
        this.y = top;
        const x = margin + column * (room + GAP);
        this.lines(name, room, { size: 7, colour: GREY, x });
        this.lines(value, room, { size: 9, x });
      });
      this.y = top + Math.max(...heights) + 4;
    }
    this.y += 2;
  }

  private signature({ word, name, picture }: NonNullable<Slip['signs']>): void {
    const { width, margin } = this.format;
    this.room(60);
    if (picture)
      this.pdf.image(Buffer.from(picture), margin, this.y, { fit: [width / 2, 34], valign: 'bottom' });
    this.y += 36;
    this.rule();
    this.lines([word, name].filter(Boolean).join(': '), width - 2 * margin, { size: 8, colour: GREY });
  }

  private room(height: number): void {
    const { height: ofPage, margin } = this.format;
    if (ofPage !== null && this.y + height > ofPage - margin) this.page();
  }

  private rule(): void {
    const { width, margin } = this.format;
    this.pdf
      .moveTo(margin, this.y)
      .lineTo(width - margin, this.y)
      .lineWidth(0.5)
      .strokeColor('#999999')
      .stroke();
    this.y += 5;
  }

  private heightOf(text: string, width: number, size: number): number {
    this.style(size, {});
    return this.pdf.heightOfString(printable(text), { width });
  }

  /** A text in as many lines as it takes, from the left margin unless `x` is given. */
  private lines(
    text: string,
    width: number,
    { size, x = this.format.margin, ...style }: { size: number; x?: number; bold?: boolean; colour?: string },
  ): void {
    this.style(size, style);
    const shown = printable(text);
    this.pdf.text(shown, x, this.y, { width });
    this.y += Math.max(this.pdf.heightOfString(shown, { width }), size) + 2;
  }

  private style(size: number, { bold = false, colour = 'black' }: { bold?: boolean; colour?: string }): void {
    this.pdf
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(colour);
  }
}
