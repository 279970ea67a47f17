import { hash } from 'node:crypto';
import { column, FieldMap } from './field-map';

/**
 * A key that may be left out. A request gets a random key, and another one when it is taken. A line of a file gets a
 * key made from the digest of its values, so that a second import finds the record; equal lines get different keys.
 */
export function generatedKey(
  name: string,
  make: { random: () => string; ofDigest: (digest: Buffer) => string },
): FieldMap {
  const ofText = (text: string) => make.ofDigest(hash('sha256', text, 'buffer'));
  return {
    ...column(name),
    prepare: async (rows, run) => {
      const without = rows.filter((row) => !row.before && !row.columns[name]);
      if (!run.history)
        return without.forEach((row) => {
          row.made = { column: name, make: make.random };
          row.set(name, make.random());
        });
      const stated = without.map(({ values }) => JSON.stringify(values));
      const before = await run.timesBefore(`made ${name}`, stated.map(ofText));
      without.forEach((row, at) =>
        row.set(name, ofText(before[at] ? `${stated[at]} ${before[at]}` : stated[at]!)),
      );
    },
  };
}
