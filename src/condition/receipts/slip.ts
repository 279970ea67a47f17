import type { InvoiceLanguage } from '../../common/languages/invoice-languages';

/** Names and values that stand under one title. */
export interface SlipPart {
  /** Nothing where the values need none. */
  title: string | null;
  facts: [name: string, value: string | null | undefined][];
}

/** What a receipt or a pass shows: texts in the language of the terminal, in the order in which they are drawn. */
export interface Slip {
  /** How a browser saves it, without `.pdf`. */
  file: string;
  language: InvoiceLanguage;
  title: string;
  /** The number, beside its code. */
  number: string;
  /** What the code holds. */
  code: string;
  /** The day that it is of, such as `2026-03-17`. */
  day: string;
  /** A word across each page; null for none. */
  across: string | null;
  /** Who it is from: the name, and the lines below it. */
  from: { name: string; lines: string[] };
  parts: SlipPart[];
  /** Who signs it, with the signature as JPEG where there is one; nobody where there is nothing to sign. */
  signs: { word: string; name: string; picture?: Uint8Array } | null;
}
