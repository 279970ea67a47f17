import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { CARGO } from '../../src/cargo/cargo.codes';
import { ReleaseRules } from '../../src/cargo/release/release-rules.service';
import { allCodes } from '../../src/common/errors/codes';
import LAYERS from '../../layers.json';
import { useService } from '../setup/service';

const FILE = join(__dirname, '../../docs/errors.md');
const SRC = join(__dirname, '../../src');

/** The list of codes, as docs/errors.md shows it. */
function tableOfCodes(): string {
  const order = LAYERS.flat();
  const domains = [...allCodes()].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const sections = domains.map(([domain, meanings]) => {
    const rows = Object.entries(meanings).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
    return [`### ${TITLES[domain] ?? domain}`, '', '| code | meaning |', '| --- | --- |', ...rows].join('\n');
  });
  return sections.join('\n\n');
}

const TITLES: Record<string, string> = {
  common: 'Everywhere',
  places: 'Places',
  voyages: 'Voyages',
  parties: 'Parties',
  cargo: 'Cargo and its holds',
  gate: 'Gate',
  quay: 'Quay',
  billing: 'Billing',
  edi: 'EDI',
  events: 'Events',
};

/** The codes of the release rules, each with the one that a hand-over is refused with. */
function tableOfReasons({ refusals }: ReleaseRules): string {
  const rows = [...refusals].map(
    ([reason, { code } = { code: CARGO.container_not_released }]) => `| \`${reason}\` | \`${code}\` |`,
  );
  return ['| reason | code of a refusal |', '| --- | --- |', ...rows].join('\n');
}

function filled(text: string, mark: string, table: string): string {
  const between = new RegExp(`(<!-- ${mark} -->)[^]*(<!-- /${mark} -->)`);
  return text.replace(between, (_, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`);
}

describe('the codes of failures', () => {
  const service = useService();

  it('are those that docs/errors.md lists', async () => {
    const text = readFileSync(FILE, 'utf8');
    const reasons = tableOfReasons(service.current.app.get(ReleaseRules, { strict: false }));
    const expected = await format(filled(filled(text, 'codes', tableOfCodes()), 'reasons', reasons), {
      parser: 'markdown',
      printWidth: 120,
      proseWrap: 'preserve',
    });
    // what differs: UPDATE_ERRORS=1 npx jest test/contract/errors
    if (process.env.UPDATE_ERRORS) writeFileSync(FILE, expected);
    expect(readFileSync(FILE, 'utf8')).toBe(expected);
  });

  it('are each in use', () => {
    const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) =>
      /(?<!codes)\.ts$/.test(file),
    );
    const source = files.map((file) => readFileSync(join(SRC, file), 'utf8')).join('\n');
    const used = new Set([...source.matchAll(/(?:\b[A-Z]+\.|')([a-z_]+)\b/g)].map(([, name]) => name));
    const all = [...allCodes().values()].flatMap((meanings) => Object.keys(meanings));
    expect(all.filter((code) => !used.has(code))).toEqual([]);
  });
});
