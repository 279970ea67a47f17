import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocument } from '../../src/document';
import { useService } from '../setup/service';
import { Call, CALLS, demoLine, NEW } from './example-calls';
import { demoClient, play } from './play';

/** The examples of the API document, by operation. `UPDATE_EXAMPLES=1 npx jest examples` writes them anew. */
const FILE = join(__dirname, '../../src/examples.json');

interface Example {
  request?: unknown;
  status: number;
  response: unknown;
}

describe('the examples of the API document', () => {
  const service = useService({ PUBLIC_URL: 'http://localhost:3000' });
  let paths: Record<string, Record<string, { tags?: string[] }>>;
  beforeAll(() => {
    paths = buildDocument(service.current.app).paths as typeof paths;
  });

  it('are real requests and answers on the demonstration data, one for each operation', async () => {
    const recorded = await record();
    if (process.env.UPDATE_EXAMPLES) writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
    const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
    const operations = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb} ${path}`),
    );
    expect(Object.keys(committed).sort()).toEqual(operations.sort());
    for (const [operation, { request, status, response }] of Object.entries(recorded))
      expect([operation, committed[operation]]).toEqual([
        operation,
        { request, status, response: shapeOf(response, committed[operation]?.response) },
      ]);
  });

  /** Plays the calls, then the set-up kinds, and keeps the first answer of each operation. */
  async function record(): Promise<Record<string, Example>> {
    const client = await demoClient(service.current);
    const examples: Record<string, Example> = {};
    await play(client, [...CALLS, ...setupCalls()], async (method, path, body) => {
      const answer = await client.send(method, path, body);
      examples[service.current.conformance.operation(method, path)] ??= {
        ...(body && { request: body }),
        status: answer.status,
        response: answer.body,
      };
      return answer;
    });
    return examples;
  }

  /** List, show, create, update and delete of each set-up kind, with its demonstration data. */
  function setupCalls(): Call[] {
    const kinds = Object.entries(paths).flatMap(([path, { post }]) =>
      post?.tags?.includes('Set-up') ? path.replace('/api/v1/', '') : [],
    );
    return kinds.flatMap((kind) => {
      const line = demoLine(kind);
      const key = Object.keys(line)[0]!;
      const body = { ...line, ...(NEW[kind] ?? { [key]: `${String(line[key])} B` }) } as Record<
        string,
        unknown
      >;
      const path = `/${kind}/${encodeURIComponent(String(body[kind === 'flex_field_definitions' ? 'canonical_name' : key]))}`;
      const isPlain = ([name, value]: [string, unknown]) =>
        typeof value === 'string' && name !== 'canonical_name';
      const change = Object.fromEntries(Object.entries(body).slice(1).filter(isPlain).slice(0, 1));
      const calls: Call[] = [
        { method: 'GET', path: `/${kind}?per=2` },
        { method: 'POST', path: `/${kind}`, body },
        { method: 'GET', path },
        { method: 'PATCH', path, body: change },
        { method: 'DELETE', path },
      ];
      const has = ({ method, path: asked }: Call) =>
        paths[`/api/v1/${kind}${asked === path ? '/{id}' : ''}`]?.[method.toLowerCase()] !== undefined;
      return calls.filter(has);
    });
  }
});

/**
 * The expected answer with what differs from run to run (times of writing, ids, generated names) taken from
 * the actual one: the same keys, and the same values elsewhere.
 */
function shapeOf(actual: unknown, committed: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(committed) && actual.length === committed.length)
    return actual.map((each, index) => shapeOf(each, committed[index]));
  if (typeof actual === 'object' && actual !== null && typeof committed === 'object' && committed !== null)
    return Object.fromEntries(
      Object.entries(actual).map(([key, value]) => [
        key,
        shapeOf(value, (committed as Record<string, unknown>)[key]),
      ]),
    );
  return typeof actual === typeof committed ? committed : actual;
}
