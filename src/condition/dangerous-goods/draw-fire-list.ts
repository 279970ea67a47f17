import { pdfOf, printable } from '../../common/documents/pdf';
import type { FireList, FireListRow } from './fire-list';
import { FIRE_LIST_WORDS } from './fire-list-words';

/** Points; the page is A4, its longer side across. */
const [WIDTH, HEIGHT] = [842, 595];
const MARGIN = 36;
const BOTTOM = HEIGHT - 48;
/** The room between two columns. */
const GAP = 6;
const GREY = '#555555';

/** The list for the fire brigade as a PDF; what a thread of `DocumentThreads` runs. */
export default async function drawFireList(list: FireList): Promise<Buffer> {
  const { title } = FIRE_LIST_WORDS[list.language];
  return pdfOf(title, list.day, (pdf) => new FireListDrawing(pdf, list).draw(), [WIDTH, HEIGHT]);
}

interface Style {
  size?: number;
  bold?: boolean;
  colour?: string;
  align?: 'right' | undefined;
}

/** Draws one list from the top of its first page down. */
class FireListDrawing {
  private y = 0;
  private readonly columns: { title: string; width: number; align?: 'right' }[];

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly list: FireList,
  ) {
    const words = this.words;
    this.columns = [
      { title: words.place, width: 80 },
      { title: words.container, width: 82 },
      { title: words.un, width: 36 },
      { title: words.class, width: 62 },
      { title: words.name, width: 186 },
      { title: `${words.net_weight} ${list.weight_unit}`, width: 74, align: 'right' },
      { title: words.since, width: 88 },
      { title: words.line, width: 44 },
      { title: words.contact, width: 118 },
    ];
  }

  draw(): void {
    const { areas, terminals } = this.list;
    this.page();
    if (terminals) this.line(terminals, { size: 9 });
    this.y += 6;
    if (!areas.length) this.line(this.words.none, { size: 10 });
    for (const { title, rows } of areas) this.area(title, rows);
    this.pageNumbers();
  }

  private get words() {
    return FIRE_LIST_WORDS[this.list.language];
  }

  /** A page with what the list is and of when, because its sheets are handed around one by one. */
  private page(): void {
    const { organization, moment } = this.list;
    const half = WIDTH / 2 - MARGIN;
    this.pdf.addPage();
    this.y = MARGIN;
    this.text(`${this.words.as_of} ${moment}`, WIDTH / 2, half, { size: 10, align: 'right' });
    this.text(organization, MARGIN, half, { size: 10 });
    this.y += 16;
    this.line(this.words.title, { size: 13, bold: true });
    this.y += 4;
  }

  private area(title: string, rows: FireListRow[]): void {
    // its title, those of the columns and a row stand on one page
    if (this.y + 60 > BOTTOM) this.page();
    this.titles(title);
    for (const row of rows) {
      const height = this.heightOf(row);
      if (this.y + height > BOTTOM) {
        this.page();
        this.titles(title);
      }
      this.cells(row, { size: 8 });
      this.y += height;
    }
    this.y += 12;
  }

  private titles(title: string): void {
    this.line(title, { size: 10, bold: true });
    this.cells(
      this.columns.map((column) => column.title),
      { size: 7.5, colour: GREY },
    );
    this.y += 11;
    this.pdf
      .moveTo(MARGIN, this.y)
      .lineTo(WIDTH - MARGIN, this.y)
      .lineWidth(0.5)
      .strokeColor('#999999')
      .stroke();
    this.y += 4;
  }

  private heightOf(row: FireListRow): number {
    this.style({ size: 8 });
    const heights = this.columns.map(({ width }, at) =>
      this.pdf.heightOfString(printable(row[at]!), { width: width - GAP }),
    );
    // a cell that is higher than a page is cut
    return Math.min(Math.max(10, ...heights) + 3, BOTTOM - 2 * MARGIN - 60);
  }

  private cells(row: FireListRow, style: Style): void {
    let x = MARGIN;
    this.columns.forEach(({ width, align }, at) => {
      const height = BOTTOM + 4 - this.y;
      // a column of numbers keeps away from the texts behind it
      this.text(row[at]!, x, width - (align === 'right' ? 2 * GAP : GAP), { ...style, align }, height);
      x += width;
    });
  }

  private line(text: string, style: Style): void {
    this.text(text, MARGIN, WIDTH - 2 * MARGIN, style);
    this.y += style.size! * 1.5;
  }

  private pageNumbers(): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page);
      this.y = HEIGHT - 32;
      this.text(this.words.page(page + 1, count), MARGIN, WIDTH - 2 * MARGIN, {
        size: 7,
        align: 'right',
        colour: GREY,
      });
    }
  }

  /** @param height how high it may be; one line, which ends with an ellipsis, unless given */
  private text(text: string, x: number, width: number, style: Style, height = style.size! * 1.3): void {
    this.style(style);
    this.pdf.text(printable(text), x, this.y, {
      width,
      align: style.align ?? 'left',
      height,
      ellipsis: true,
    });
  }

  private style({ size = 8, bold = false, colour = 'black' }: Style): void {
    this.pdf
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(colour);
  }
}
