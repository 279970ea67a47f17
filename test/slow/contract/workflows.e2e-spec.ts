import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { useDemonstration } from '../../setup/demonstration';

const ROOT = join(__dirname, '../../..');

/** Plays a workflow of docs/workflows against the listening service, and returns how it ended. */
function respect(
  file: string,
  base: string,
  token: string,
): Promise<{ code: number | null; output: string }> {
  const redocly = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const args = [redocly, 'respect', file, '--server', `wharfinger=${base}`, '--input', `token=${token}`];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(process.execPath, args, { cwd: join(ROOT, 'docs/workflows') });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => resolve({ code, output }));
  });
}

describe('the workflows of the API', () => {
  const demonstration = useDemonstration();

  it('run against the service on the demonstration data, each answer as documented', async () => {
    const { service, tokens } = demonstration.current;
    const base = await service.listen();
    for (const file of ['gate.arazzo.yaml', 'import-container.arazzo.yaml']) {
      const { code, output } = await respect(file, base, tokens.admin);
      if (code !== 0) throw new Error(output);
    }
  }, 300_000);
});
