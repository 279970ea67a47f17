import { createHash } from 'node:crypto';
import { column, FieldMap } from './field-map';

/**
 * A key that a line may leave out. It is then made of the digest of what the line says, so that a second run
 * finds the record; of equal lines each gets a key of its own.
 */
export function madeKey(name: string, make: (digest: Buffer) => string): FieldMap {
  return {
    ...column(name),
    prepare: async (rows, run) => {
      const without = rows.filter(({ columns }) => !columns[name]);
      const said = without.map(({ line }) => JSON.stringify(line.values));
      const before = await run.timesBefore(`made ${name}`, said.map(digestOf).map(make));
      without.forEach(({ columns }, at) => {
        columns[name] = make(digestOf(before[at] ? `${said[at]} ${before[at]}` : said[at]!));
      });
    },
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
