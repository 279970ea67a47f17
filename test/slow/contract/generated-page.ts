import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

/** A table in Markdown. */
export const tableOf = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Puts what is made between the marks `<!-- mark -->` and `<!-- /mark -->` of a text. */
export function filled(text: string, mark: string, made: string): string {
  const between = new RegExp(`(<!-- ${mark} -->)[^]*(<!-- /${mark} -->)`);
  return text.replace(between, (_, begin: string, end: string) => `${begin}\n\n${made}\n\n${end}`);
}

/** Checks that a page is the one that is made of the code, which is written where `update` says so. */
export async function expectPage(file: string, made: string, update: string | undefined): Promise<void> {
  const expected = await format(made, {
    parser: 'markdown',
    singleQuote: true,
    printWidth: 120,
    proseWrap: 'preserve',
  });
  if (update) writeFileSync(file, expected);
  expect(readFileSync(file, 'utf8')).toBe(expected);
}
