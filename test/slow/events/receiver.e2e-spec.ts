import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { aPort } from '../../factories/voyages';
import { eventually } from '../../setup/eventually';
import { useService } from '../../setup/service';

const CLIENT = join(__dirname, '../../../clients/typescript/dist/index.js');

/** A port of this machine that nobody has just now. */
async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe('the receiver of docs/events.md', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const folder = mkdtempSync(join(tmpdir(), 'wharfinger-receiver-'));
  let receiver: ChildProcess | undefined;
  afterAll(() => {
    receiver?.kill();
    rmSync(folder, { recursive: true });
  });

  it('takes what is signed, and nothing else', async () => {
    if (!existsSync(CLIENT)) throw new Error('Build the client first: npm run client');
    const page = readFileSync(join(__dirname, '../../../docs/events.md'), 'utf8');
    const [, code] = /```ts\n(import \{ createServer[\s\S]*?)```/.exec(page)!;
    const { outputText } = transpileModule(code!, {
      compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
    });
    const file = join(folder, 'receiver.mjs');
    writeFileSync(file, outputText.replace('@wharfinger/client', pathToFileURL(CLIENT).href));

    const client = await service.current.organization();
    const port = await aFreePort();
    const url = `http://127.0.0.1:${port}/`;
    const { secret } = (await client.create('/webhook_endpoints', { url, types: ['port.created'] }))
      .webhook_endpoint;
    const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret };
    receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let stated = '';
    receiver.stdout!.on('data', (part) => (stated += String(part)));
    const post = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      );
    await eventually('it listens', async () => (await post()) !== 0);
    expect(await post()).toBe(400);
    const { locode } = await aPort(client);
    await eventually('what it says', () => stated.includes(`port.created of ${locode}`));
  });
});
