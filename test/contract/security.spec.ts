import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Every spec file, as SECURITY.md names it: the folder of `test` and the name, or the whole name of a unit spec. */
const names = (): Set<string> => {
  const files = (folder: string) =>
    (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('spec.ts'));
  const inTests = files('test').map((file) => file.replace(/\.(e2e-|fault-)?spec\.ts$/, ''));
  const units = files('src').map((file) => basename(file, '.ts'));
  return new Set([...inTests, ...units]);
};

it('SECURITY.md names tests that exist', () => {
  const rows = readFileSync('SECURITY.md', 'utf8').match(/^\| (API|\d).*\|$/gm)!;
  const named = rows.flatMap(
    (row) => row.match(/(?<=`)[a-z-]+\/[a-z-]+(?=`)|(?<=`)[a-z.-]+\.spec(?=`)/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(30);
  const there = names();
  expect(named.filter((name) => !there.has(name))).toEqual([]);
});
