import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CARGO } from '../../src/cargo/cargo.codes';
import { ReleaseRules } from '../../src/cargo/release/release-rules.service';
import { allCodes } from '../../src/common/errors/codes';
import LAYERS from '../../layers.json';
import { useService } from '../setup/service';
import { expectPage, filled, tableOf } from '../slow/contract/generated-page';

const FILE = join(__dirname, '../../docs/errors.md');
const SRC = join(__dirname, '../../src');

/** The list of codes, as docs/errors.md shows it. */
function tableOfCodes(): string {
  const order = LAYERS.flat();
  const domains = [...allCodes()].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const sections = domains.map(([domain, meanings]) => {
    const rows = Object.entries(meanings).map(([code, meaning]) => [`\`${code}\``, meaning]);
    return `### ${TITLES[domain] ?? domain}\n\n${tableOf(['code', 'meaning'], rows)}`;
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
  condition: 'Condition',
  billing: 'Billing',
  mail: 'Mails',
  edi: 'EDI',
  events: 'Events',
};

/** The codes of the release rules, each with the one that a hand-over is refused with. */
function tableOfReasons({ refusals }: ReleaseRules): string {
  const rows = [...refusals].map(([reason, { code } = { code: CARGO.container_not_released }]) => [
    `\`${reason}\``,
    `\`${code}\``,
  ]);
  return tableOf(['reason', 'code of a refusal'], rows);
}

describe('the codes of failures', () => {
  const service = useService();

  it('are those that docs/errors.md lists', async () => {
    const text = readFileSync(FILE, 'utf8');
    const reasons = tableOfReasons(service.current.app.get(ReleaseRules, { strict: false }));
    const page = filled(filled(text, 'codes', tableOfCodes()), 'reasons', reasons);
    // what differs: UPDATE_ERRORS=1 npx jest test/contract/errors
    await expectPage(FILE, page, process.env.UPDATE_ERRORS);
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
