import { pdfOf } from '../../common/documents/pdf';
import { WORDS } from './invoice-words';
import { Drawing, GREY, LEFT, partyLines, RIGHT, ROW } from './pdf-page';
import type { Sheet, SheetTable } from './sheet';

/** The room between two columns, in points. */
const GAP = 4;

/** A sheet as a PDF; what a thread of `DocumentThreads` runs. */
export default async function drawSheet(sheet: Sheet): Promise<Buffer> {
  return pdfOf(sheet.title, sheet.day, (pdf) => new SheetDrawing(pdf, sheet).draw());
}

/** Draws one sheet from the top of its first page down. */
class SheetDrawing extends Drawing {
  /** The table under way. */
  private table: SheetTable | null = null;

  constructor(
    pdf: PDFKit.PDFDocument,
    private readonly sheet: Sheet,
  ) {
    super(pdf, sheet.across);
  }

  draw(): void {
    const { seller, title, facts, to, tables, foot, language } = this.sheet;
    const words = WORDS[language];
    this.page();
    this.head({
      seller: seller.name,
      sellerLines: partyLines(seller, words),
      title,
      facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
      to: to && { word: to.word, name: to.party.name, lines: partyLines(to.party, words) },
    });
    for (const table of tables) if (table.rows.length || table.sums.length) this.whole(table);
    this.pageNumbers(foot, words.page);
  }

  protected columnTitles(): void {
    if (!this.table) return;
    this.cells(
      this.table.columns.map(({ title }) => title),
      { size: 7.5, colour: GREY },
    );
    this.y += 11;
    this.rule();
    this.y += 4;
  }

  private whole(table: SheetTable): void {
    this.table = null;
    this.room(6 * ROW);
    if (table.title) {
      this.text(table.title, LEFT, RIGHT - LEFT, { bold: true });
      this.y += ROW + 3;
    }
    this.table = table;
    if (table.rows.length) this.columnTitles();
    for (const row of table.rows) this.row(table, row);
    this.table = null;
    if (table.sums.length) this.sums(table.sums);
    this.y += 18;
  }

  private row({ columns }: SheetTable, row: string[]): void {
    const heights = columns.map(({ width }, at) => this.heightOf(row[at]!, width - GAP, 8) + 3);
    const height = Math.max(ROW, ...heights);
    this.room(height);
    this.cells(row, { size: 8, wraps: true });
    this.y += height;
  }

  private cells(texts: string[], style: { size: number; colour?: string; wraps?: boolean }): void {
    let x = LEFT;
    this.table!.columns.forEach(({ width, align }, at) => {
      this.text(texts[at]!, align === 'right' ? x + GAP : x, width - GAP, { ...style, align });
      x += width;
    });
  }

  private sums(sums: SheetTable['sums']): void {
    this.room((sums.length + 1) * ROW);
    this.rule();
    this.y += 6;
    sums.forEach(([name, amount], at) => this.sum(name, amount, at === sums.length - 1));
  }
}
