import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMINAL } from './as-terminal';

const SRC = join(__dirname, '../../src');

/** The reasons for which the sources of the service read as the terminal; a name represents a constant that holds one. */
function reasonsIn(sources: string[]): (string | undefined)[] {
  const all = sources.join('\n');
  return [...all.matchAll(/\basTerminal\(\s*(?:'([^']*)'|([A-Z]\w*))/g)].map(
    ([, reason, name]) => reason ?? new RegExp(`const ${name} =\\s*'([^']*)'`).exec(all)?.[1],
  );
}

describe('what is read as the terminal', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const sources = files.map((file) => readFileSync(join(SRC, file), 'utf8'));

  it('has the reasons that are listed, and no others', () => {
    const found = new Set(reasonsIn(sources));
    expect([...found].sort()).toEqual(Object.keys(TERMINAL).sort());
  });

  it('says why in the call, or in a constant', () => {
    expect(
      reasonsIn(["asTerminal('one', sql`…`)", "const TWO = 'two';\nasTerminal(\n  TWO, sql`…`)"]),
    ).toEqual(['one', 'two']);
    const calls = sources.join('\n').match(/\basTerminal\(/g)!;
    expect(reasonsIn(sources)).toHaveLength(calls.length);
  });
});
