import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSql } from '../../src/cli/sql';
import { loadConfig } from '../../src/common/config/config';

describe('the SQL of the views', () => {
  it('is committed as it is generated: npx wharfinger sql --out docs/views.sql', async () => {
    const committed = readFileSync(join(__dirname, '../../docs/views.sql'), 'utf8');
    expect(committed).toBe(await generateSql(loadConfig({})));
  });
});
