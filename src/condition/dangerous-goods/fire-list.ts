import type { InvoiceLanguage } from '../../common/languages/invoice-languages';

/** One of the goods of a container, as the list for the fire brigade shows it: texts in the order of its columns. */
export type FireListRow = string[];

/** The list for the fire brigade: texts in the language of the organization. */
export interface FireList {
  language: InvoiceLanguage;
  /** Who operates the terminal. */
  organization: string;
  /** The terminals of what is listed; empty where there is none. */
  terminals: string;
  /** Such as `2026-03-17`. */
  day: string;
  /** Of when it is, by the clock of the organization. */
  moment: string;
  /** The weights are counted in it. */
  weight_unit: string;
  /** The yard areas, and the other places, in the order of their names. */
  areas: { title: string; rows: FireListRow[] }[];
}
