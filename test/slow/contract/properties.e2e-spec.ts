import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Client } from '../../setup/client';
import { useService } from '../../setup/service';
import { STATES } from '../../setup/states';
import { StreamReader } from '../../setup/stream';
import { Arbitraries } from './arbitraries';
import type { Schema } from './arbitraries';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  style?: string;
  schema: Schema;
}

interface Operation {
  path: string;
  verb: Verb;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

/**
 * Requests to an operation: so many that suit its schema, and so many that do not. Each run of the tests draws others.
 * There are hundreds of operations, so that each gets a part of the cases.
 */
const RUNS = Math.ceil(STATES / 40);
jest.setTimeout(120_000 + RUNS * 3_000);
/** To see a failure again: SEED=<the number in the title> npx jest test/slow/contract/properties */
const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
/** First create, then read, change and delete what is there. */
const ORDER: Verb[] = ['post', 'get', 'patch', 'put', 'delete'];
/** The operation whose answer has no end, unless it is refused. */
const ENDLESS = '/api/v1/events/stream';
/** A reason for a refusal that a body which suits its schema never gives. */
const WRONG_TYPE =
  /must (be (text|an? (whole )?number|true or false|an object|a list|at (most|least))|not be null)/;

const document = JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<Verb, Operation & { parameters?: (Parameter | { $ref: string })[] }>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};
/** A parameter itself, where the operation only refers to it. */
const resolved = (parameter: Parameter | { $ref: string }): Parameter =>
  '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter;
const operations = Object.entries(document.paths)
  .flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      ...operation,
      path,
      verb: verb as Verb,
      parameters: (operation.parameters ?? []).map(resolved),
    })),
  )
  .sort((a, b) => ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb));

describe(`any request (seed ${SEED})`, () => {
  const service = useService();
  const seen: string[] = [];
  const arbitraries = new Arbitraries(document.components.schemas, seen);
  let client: Client;
  beforeAll(async () => {
    client = await service.current.organization();
  });

  /** Sends a request, which must be answered as documented and without a failure of the service. */
  async function send(verb: Verb, path: string, body?: unknown): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const method = verb.toUpperCase() as Uppercase<Verb>;
    if (path.split('?')[0] === ENDLESS && (await opens(path)))
      return { status: 200, body: undefined, headers: {} };
    const answer = await client.send(method, path.replace('/api/v1', ''), text);
    // it may have ended or narrowed the token that the next request needs
    if (verb !== 'get' && /\/(tokens\/|me\/revoke)/.test(path))
      await service.current.query(
        'UPDATE tokens SET revoked_at = NULL, expires_at = NULL, domains = NULL WHERE organization_id = $1',
        [client.organization_id],
      );
    if (answer.status >= 500) throw new Error(`${method} ${path} failed: ${answer.status}`);
    if (answer.status < 300) remember(answer.body);
    return answer;
  }

  /** Whether a stream opens; it is closed again. */
  async function opens(path: string): Promise<boolean> {
    const stream = await StreamReader.open(`${await service.current.listen()}${path}`, {
      authorization: `Token token=${client.tokens.admin}`,
    });
    stream.close();
    return stream.status === 200;
  }

  /** Keeps the short texts of an answer, so that later requests name records that are there. */
  function remember(node: unknown): void {
    if (typeof node === 'string' && node.length < 60 && seen.length < 2000) seen.push(node);
    else if (typeof node === 'object' && node !== null) Object.values(node).forEach(remember);
  }

  const requests = ({ path, verb, parameters, requestBody }: Operation) => {
    const address = (where: 'path' | 'query') =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter((each) => each.in === where && each.style !== 'deepObject')
            .map(({ name, schema }) => [name, arbitraries.inAddress(schema, where)]),
        ),
        where === 'path' ? {} : { requiredKeys: [] },
      );
    const url = fc.tuple(address('path'), address('query')).map(([named, query]) => {
      const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => named[name]!);
      const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      return parts.length ? `${filled}?${parts.join('&')}` : filled;
    });
    const schema = requestBody?.content['application/json']?.schema;
    return {
      url,
      valid: schema ? arbitraries.valid(schema) : fc.constant(undefined),
      broken: schema && arbitraries.broken(schema),
      verb,
    };
  };
  const options = { seed: SEED, numRuns: RUNS, endOnFailure: true };

  it('draws the parameters that operations share, such as the page of a list', () => {
    const drawn = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
    expect([...drawn]).toEqual(expect.arrayContaining(['page', 'per', 'per_page', 'after', 'order']));
  });

  it.each(operations.map((operation) => [operation.verb, operation.path, operation] as const))(
    '%s %s',
    async (_verb, _path, operation) => {
      const { url, valid, broken, verb } = requests(operation);
      await fc.assert(
        fc.asyncProperty(url, valid, async (path, body) => {
          const answer = await send(verb, path, body);
          if (body !== undefined && answer.status >= 400 && answer.body.errors)
            expect([body, JSON.stringify(answer.body)]).toEqual([
              body,
              expect.not.stringMatching(WRONG_TYPE),
            ]);
        }),
        options,
      );
      if (broken)
        await fc.assert(
          fc.asyncProperty(url, broken, (path, body) => send(verb, path, body).then(() => undefined)),
          options,
        );
    },
  );
});
