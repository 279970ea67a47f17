import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { APERAK } from '../../src/edi/acknowledgements/aperak.message';
import { CONTRL } from '../../src/edi/acknowledgements/contrl.message';
import { BAPLIE } from '../../src/edi/incoming/baplie/baplie.message';
import { COPARN } from '../../src/edi/incoming/coparn/coparn.message';
import { COREOR } from '../../src/edi/incoming/coreor/coreor.message';
import { VERMAS } from '../../src/edi/incoming/vermas/vermas.message';
import { COPRAR } from '../../src/edi/incoming/coprar/coprar.message';
import type { Declaration, Row } from '../../src/edi/incoming/reading/reader';

const FILE = join(__dirname, '../../docs/edi-messages.md');

type ShownRow = Pick<Row<unknown>, 'tag' | 'qualifier' | 'shown' | 'becomes' | 'repeats'>;
interface ShownGroup {
  opens: ShownRow;
  rows?: readonly ShownRow[];
  groups?: readonly ShownGroup[];
}
type Shown = Pick<Declaration, 'message' | 'about'> & {
  sections: readonly {
    title: string;
    opens?: ShownRow;
    rows: readonly ShownRow[];
    groups?: readonly ShownGroup[];
    passes?: readonly string[];
  }[];
};
const MESSAGES: readonly Shown[] = [COPARN, COPRAR, BAPLIE, COREOR, VERMAS, CONTRL, APERAK];

const INTRODUCTION = `# EDI messages

What each message that comes becomes, segment by segment. These tables are the ones that the readers walk. The order of the
segments inside of a section does not matter. A section begins with its first segment, and lasts until another one begins. A
segment that is shown behind \`>\` belongs to the group of the one before it, as the voyage does to its transport.

Of several segments in a group the first that has a value counts; *last* and *each* say otherwise. Segments with a value that no
row names are counted in the warning \`not_read\`, such as \`DIM+5 ×1, HAN ×2, LOC+76 ×1\`, so that nothing is lost unseen. What is
known and deliberately not kept stands behind each table, and does not count.
`;

function shownOf({ tag, qualifier, shown }: ShownRow): string {
  if (shown) return shown;
  const qualifiers = [qualifier ?? []].flat();
  return qualifiers.length ? qualifiers.map((each) => `\`${tag}+${each}\``).join(', ') : `\`${tag}\``;
}

/** A row of the page: the segment behind those that its group is in, what it becomes, and which of several counts. */
type Line = [shown: string, becomes: string, counts: string];

const lineOf = (row: ShownRow, before: string): Line => [
  `${before}${shownOf(row)}`,
  row.becomes,
  row.repeats ?? '',
];

function linesOfGroup({ opens, rows = [], groups = [] }: ShownGroup, before = ''): Line[] {
  const behind = `${before}${shownOf(opens)} > `;
  return [
    lineOf(opens, before),
    ...rows.map((row) => lineOf(row, behind)),
    ...groups.flatMap((group) => linesOfGroup(group, behind)),
  ];
}

/** The rows of a section: its own, then its groups, each with its segments behind it. */
function rowsOf({ opens, rows, groups = [] }: Shown['sections'][number]): Line[] {
  const own = [...(opens ? [opens] : []), ...rows].map((row) => lineOf(row, ''));
  return [...own, ...groups.flatMap((group) => linesOfGroup(group))];
}

function tableOf(section: Shown['sections'][number]): string {
  const lines = rowsOf(section).map((line) => `| ${line.join(' | ')} |`);
  const { title, passes = [] } = section;
  const passed = passes.length
    ? ['', `Known and not kept: ${passes.map((each) => `\`${each}\``).join(', ')} of others.`]
    : [];
  const head = ['| segment | becomes | of several |', '| --- | --- | --- |'];
  return [`### ${title}`, '', ...head, ...lines, ...passed].join('\n');
}

function page(): string {
  const messages = MESSAGES.map(({ message, about, sections }) =>
    [`## ${message}`, about, ...sections.map(tableOf)].join('\n\n'),
  );
  return [INTRODUCTION, ...messages].join('\n');
}

describe('what messages become', () => {
  it('is what docs/edi-messages.md shows: UPDATE_EDI_MESSAGES=1 npx jest test/contract/edi-messages', async () => {
    const expected = await format(page(), { parser: 'markdown', singleQuote: true, printWidth: 110 });
    if (process.env.UPDATE_EDI_MESSAGES) writeFileSync(FILE, expected);
    expect(readFileSync(FILE, 'utf8')).toBe(expected);
  });

  it('names each segment once in its section', () => {
    for (const { message, sections } of MESSAGES)
      for (const section of sections) {
        const all = rowsOf(section).map(([shown]) => `${message} ${section.title} ${shown}`);
        expect(all).toEqual([...new Set(all)]);
      }
  });
});
