import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answer } from '../setup/client';
import { eventually } from '../setup/eventually';
import { useDemonstration } from '../setup/demonstration';

const run = promisify(execFile);
const FOLDER = join(__dirname, '../../docs/guides');

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  /** A text is sent as it is, by its media type. */
  body: object | string | undefined;
  status: number;
  answered: Record<string, string>;
  answer: object;
}

/** The lines of a block as headers and the text behind them. */
function partsOf(lines: string[]): { headers: Record<string, string>; text: string } {
  const headers = lines.flatMap((line) => /^([\w-]+): (.*)$/.exec(line)?.slice(1) ?? []);
  const count = headers.length / 2;
  const pairs = Array.from({ length: count }, (_, at) => [
    headers[2 * at]!.toLowerCase(),
    headers[2 * at + 1]!,
  ]);
  return { headers: Object.fromEntries(pairs), text: lines.slice(count).join('\n') };
}

function bodyOf({ headers, text }: ReturnType<typeof partsOf>): Call['body'] {
  if (!text || headers['content-type']) return text || undefined;
  return JSON.parse(text) as object;
}

/**
 * The calls of a guide: a request line, headers and a body if there are any, a blank line, the status, headers that are
 * shown, and a part of the answer.
 */
function callsOf(text: string): Call[] {
  return [...text.matchAll(/^```http\n([^]+?)^```$/gm)].map(([, block]) => {
    const [request, answer] = block!.split('\n\n') as [string, string];
    const [line, ...sent] = request.split('\n');
    const [method, path] = line!.split(' ') as [Call['method'], string];
    const [status, ...heard] = answer.split('\n');
    const [asks, answers] = [partsOf(sent), partsOf(heard)];
    return {
      method,
      path,
      headers: asks.headers,
      body: bodyOf(asks),
      status: Number(status),
      answered: answers.headers,
      answer: JSON.parse(answers.text) as object,
    };
  });
}

/** The blocks of a guide in another language, as they are asked of the service at `address`. */
const blocksOf = (text: string, language: string, address: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]+?)^\`\`\`$`, 'gm'))].map(([, block]) =>
    block!.replaceAll('http://localhost:3000', address),
  );

/** Whether an answer has what a guide shows of it. */
function isAnswered(body: unknown, answer: object): boolean {
  try {
    expect(body).toMatchObject(answer);
    return true;
  } catch {
    return false;
  }
}

// in production, because answers vary by origin where pages of the own machine may call
const PRODUCTION = { NODE_ENV: 'production' };
/** The demonstration as it was loaded, for all guides that only read. */
const unchanged = useDemonstration(PRODUCTION);

/** Each guide begins with the demonstration as it was loaded: what one changes, no other sees. */
describe.each(readdirSync(FOLDER))('docs/guides/%s', (guide) => {
  const text = readFileSync(join(FOLDER, guide), 'utf8');
  const calls = callsOf(text).map((call) => [`${call.method} ${call.path}`, call] as const);

  it('links to files that are there', () => {
    for (const [, target] of text.matchAll(/\]\((?!https:)([^)#]+)[^)]*\)/g))
      expect([target, existsSync(join(FOLDER, target!))]).toEqual([target, true]);
  });

  if (!calls.length) return;
  const reads = calls.every(([, { method }]) => method === 'GET');
  const demonstration = reads ? unchanged : useDemonstration(PRODUCTION);

  /** The ids that answers told last, by the name of the record: a later call names one by `<invoice>`. */
  const ids = new Map<string, string>();
  const filled = (text: string, quote = '') =>
    text.replace(new RegExp(`${quote}<(\\w+)>${quote}`, 'g'), (_, name: string) => ids.get(name)!);

  it.each(calls)(
    '%s answers what it says',
    async (_what, { method, path, headers, body, status, answered, answer }) => {
      const sent =
        typeof body === 'object' ? (JSON.parse(filled(JSON.stringify(body), '"')) as object) : body;
      let heard!: Answer;
      const ask = async () => {
        heard = await demonstration.current.send(method, filled(path), sent, headers);
        // What a GET shows may follow beside requests.
        return method !== 'GET' || isAnswered(heard.body, answer);
      };
      await eventually(path, ask, 5_000).catch(() => undefined);
      for (const [key, value] of Object.entries((heard.body ?? {}) as Record<string, unknown>)) {
        const { id } = ([value].flat()[0] ?? {}) as { id?: number };
        if (id !== undefined) ids.set(key.replace(/s$/, ''), String(id));
      }
      expect([heard.status, heard.body]).toEqual([status, expect.objectContaining({})]);
      expect(heard.body).toMatchObject(answer);
      expect(heard.headers).toMatchObject(answered);
    },
  );

  it('asks with curl and with fetch as it says', async () => {
    const { service, tokens } = demonstration.current;
    const address = await service.listen();
    for (const block of blocksOf(text, 'sh', address).filter((each) => each.includes('curl '))) {
      const { stdout } = await run('bash', ['-euc', block.replace('TOKEN=…', `TOKEN=${tokens.read}`)]);
      expect(JSON.parse(stdout)).not.toHaveProperty('error');
    }
    for (const block of blocksOf(text, 'js', address)) {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what the guide shows is what is run
      const ask = new Function('token', `return (async () => { ${block}; return answer; })()`) as (
        token: string,
      ) => Promise<Response>;
      expect((await ask(tokens.read)).status).toBe(200);
    }
  });
});
