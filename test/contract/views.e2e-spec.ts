import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSql } from '../../src/cli/sql';
import { loadConfig } from '../../src/common/config/config';

const FOLDER = join(__dirname, '../../docs/sql');

describe('the SQL of the views', () => {
  it('is committed as it is generated: npx wharfinger sql --out docs/sql', async () => {
    const generated = [...(await generateSql(loadConfig({})))];
    const committed = readdirSync(FOLDER).map((file) => [
      file.replace(/\.sql$/, ''),
      readFileSync(join(FOLDER, file), 'utf8'),
    ]);
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(generated));
    expect(generated.length).toBe(committed.length);
  });
});
