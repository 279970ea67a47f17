import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import type { DocumentParty } from '../invoices/invoice-document';

/** A column of a table; the widths of a table are 499 points together. */
export interface SheetColumn {
  title: string;
  /** Points. */
  width: number;
  align: 'left' | 'right';
}

export interface SheetTable {
  /** What stands above it; nothing where there is one table alone. */
  title: string | null;
  columns: SheetColumn[];
  /** Texts as they are drawn, in the order of the columns. */
  rows: string[][];
  /** Below its last row, the last of them bold. */
  sums: [name: string, amount: string][];
}

/** Everything that the PDF of a receipt, a closing of a till or a statement shows: texts in the language of its reader. */
export interface Sheet {
  /** How a browser saves it, without `.pdf`. */
  file: string;
  language: InvoiceLanguage;
  title: string;
  /** The number, or else the title, at the foot of each page. */
  foot: string;
  /** The day that it is of, such as `2026-03-17`. */
  day: string;
  /** A word across each page; null for none. */
  across: string | null;
  seller: DocumentParty;
  /** Nobody for what stays in the house. */
  to: { word: string; party: DocumentParty } | null;
  facts: [name: string, value: string | null | undefined][];
  tables: SheetTable[];
}

/** A column of texts. */
export const left = (title: string, width: number): SheetColumn => ({ title, width, align: 'left' });
/** A column of amounts. */
export const right = (title: string, width: number): SheetColumn => ({ title, width, align: 'right' });
