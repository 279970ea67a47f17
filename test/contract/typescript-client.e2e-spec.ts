import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useService } from '../setup/service';

const CLIENT = join(__dirname, '../../clients/typescript');

describe('the TypeScript client', () => {
  const service = useService();

  it('plays the story of the gate over a real connection', async () => {
    if (!existsSync(join(CLIENT, 'dist/index.js'))) throw new Error('Build the client first: npm run client');
    const client = await service.current.organization();
    const env = {
      ...process.env,
      BASE_URL: await service.current.listen(),
      TOKEN: client.tokens.admin,
    };
    await promisify(execFile)(process.execPath, [join(CLIENT, 'test/gate-story.mjs')], { env });
  });
});
