import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The numbers of all decisions, in the files by domain. */
function numbers(): number[] {
  const folder = join(ROOT, 'docs/decisions');
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/^- \*\*(\d+)\*\* /gm)].map(([, number]) => Number(number));
  });
}

/** The decisions that the files of a folder cite, such as "decision 21" and "decisions 670 to 676", each with its file. */
function citations(folder: string): [file: string, number: number][] {
  const files = (readdirSync(join(ROOT, folder), { recursive: true }) as string[]).filter((file) =>
    /\.(ts|md|sql)$/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, folder, file), 'utf8');
    return [...text.matchAll(/decisions? (\d+(?:(?:, | and | to )\d+)*)/g)].flatMap(([, list]) =>
      list!.match(/\d+/g)!.map((number): [string, number] => [`${folder}/${file}`, Number(number)]),
    );
  });
}

describe('the decisions', () => {
  it('have a number each, and are there wherever one is cited', () => {
    const all = numbers();
    expect(all.filter((number, at) => all.indexOf(number) !== at)).toEqual([]);
    const cited = ['src', 'test', 'migrations', 'docs'].flatMap(citations);
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(([, number]) => !all.includes(number))).toEqual([]);
  });
});
