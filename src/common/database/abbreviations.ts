import { raw, Sql } from 'sql-template-tag';

const texts: string[] = [];
const abbreviations = new Map<string, Sql>();

/**
 * Some kilobytes of SQL that many statements have, such as the object of a view, as a word that stands for them until the
 * statement is sent: to put a text of that length together and to look it up takes longer than to answer a small request.
 */
export function abbreviated(text: string): Sql {
  const known = abbreviations.get(text);
  if (known) return known;
  const word = raw(`@${texts.push(text) - 1}@`);
  abbreviations.set(text, word);
  return word;
}

/** The text of a statement as the database reads it. */
export function expanded(text: string): string {
  return text.replace(/@(\d{1,9})@/g, (_, at) => texts[Number(at)]!);
}
