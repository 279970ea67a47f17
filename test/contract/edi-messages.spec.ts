import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { CONTRL } from '../../src/edi/acknowledgements/contrl.message';
import { BAPLIE } from '../../src/edi/incoming/baplie/baplie.message';
import { COPARN } from '../../src/edi/incoming/coparn/coparn.message';
import { COPRAR } from '../../src/edi/incoming/coprar/coprar.message';
import type { Declaration, Row } from '../../src/edi/incoming/reading/reader';

const FILE = join(__dirname, '../../docs/edi-messages.md');

type ShownRow = Pick<Row<unknown>, 'tag' | 'qualifier' | 'shown' | 'becomes'>;
type Shown = Pick<Declaration, 'message' | 'about'> & {
  sections: readonly { title: string; opens?: ShownRow; rows: readonly ShownRow[] }[];
};
const MESSAGES: readonly Shown[] = [COPARN, COPRAR, BAPLIE, CONTRL];

const INTRODUCTION = `# EDI messages

What each message that comes becomes, segment by segment. These tables are the ones that the readers walk. Segments and
values that they do not name are passed over; the order of the segments inside of a section does not matter. A section
begins with its first segment, and lasts until another one begins.
`;

function shownOf({ tag, qualifier, shown }: ShownRow): string {
  if (shown) return shown;
  const qualifiers = [qualifier ?? []].flat();
  return qualifiers.length ? qualifiers.map((each) => `\`${tag}+${each}\``).join(', ') : `\`${tag}\``;
}

function page(): string {
  const messages = MESSAGES.map(({ message, about, sections }) => {
    const tables = sections.map(({ title, opens, rows }) => {
      const lines = [...(opens ? [opens] : []), ...rows].map((row) => `| ${shownOf(row)} | ${row.becomes} |`);
      return [`### ${title}`, '', '| segment | becomes |', '| --- | --- |', ...lines].join('\n');
    });
    return [`## ${message}`, about, ...tables].join('\n\n');
  });
  return [INTRODUCTION, ...messages].join('\n');
}

describe('what messages become', () => {
  it('is what docs/edi-messages.md shows: UPDATE_EDI_MESSAGES=1 npx jest test/contract/edi-messages', async () => {
    const expected = await format(page(), { parser: 'markdown', singleQuote: true, printWidth: 110 });
    if (process.env.UPDATE_EDI_MESSAGES) writeFileSync(FILE, expected);
    expect(readFileSync(FILE, 'utf8')).toBe(expected);
  });

  it('is said of each segment once in its section', () => {
    for (const { message, sections } of MESSAGES)
      for (const { title, opens, rows } of sections) {
        const all = [...(opens ? [opens] : []), ...rows].map((row) => `${message} ${title} ${shownOf(row)}`);
        expect(all).toEqual([...new Set(all)]);
      }
  });
});
