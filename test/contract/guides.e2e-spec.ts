import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { demoClient } from './play';

const run = promisify(execFile);
const FOLDER = join(__dirname, '../../docs/guides');

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body: object | undefined;
  status: number;
  answer: object;
}

/** The calls of a guide: a request line, a body if there is one, a blank line, the status and a part of the answer. */
function callsOf(text: string): Call[] {
  return [...text.matchAll(/^```http\n([^]+?)^```$/gm)].map(([, block]) => {
    const [request, answer] = block!.split('\n\n') as [string, string];
    const [line, ...body] = request.split('\n');
    const [method, path] = line!.split(' ') as [Call['method'], string];
    const [status, ...json] = answer.split('\n');
    return {
      method,
      path,
      body: body.length ? (JSON.parse(body.join('\n')) as object) : undefined,
      status: Number(status),
      answer: JSON.parse(json.join('\n')) as object,
    };
  });
}

/** The blocks of a guide in another language, as they are asked of the service at `address`. */
const blocksOf = (text: string, language: string, address: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]+?)^\`\`\`$`, 'gm'))].map(([, block]) =>
    block!.replaceAll('http://localhost:3000', address),
  );

/** Each guide begins with the demonstration as it was loaded: what one changes, no other sees. */
describe.each(readdirSync(FOLDER))('docs/guides/%s', (guide) => {
  const text = readFileSync(join(FOLDER, guide), 'utf8');
  const calls = callsOf(text).map((call) => [`${call.method} ${call.path}`, call] as const);

  it('links to files that are there', () => {
    for (const [, target] of text.matchAll(/\]\((?!https:)([^)#]+)[^)]*\)/g))
      expect([target, existsSync(join(FOLDER, target!))]).toEqual([target, true]);
  });

  if (!calls.length) return;
  const service = useService({});
  let client: Client;
  beforeAll(async () => (client = await demoClient(service.current)), 60_000);

  it.each(calls)('%s answers what it says', async (_what, { method, path, body, status, answer }) => {
    const heard = await client.send(method, path, body);
    expect([heard.status, heard.body]).toEqual([status, expect.objectContaining({})]);
    expect(heard.body).toMatchObject(answer);
  });

  it('asks with curl and with fetch as it says', async () => {
    const address = await service.current.listen();
    for (const block of blocksOf(text, 'sh', address).filter((each) => each.includes('curl '))) {
      const { stdout } = await run('bash', ['-euc', block.replace('TOKEN=…', `TOKEN=${client.tokens.read}`)]);
      expect(JSON.parse(stdout)).not.toHaveProperty('error');
    }
    for (const block of blocksOf(text, 'js', address)) {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what the guide shows is what is run
      const ask = new Function('token', `return (async () => { ${block}; return answer; })()`) as (
        token: string,
      ) => Promise<Response>;
      expect((await ask(client.tokens.read)).status).toBe(200);
    }
  });
});
