import type { OpenAPIObject } from '@nestjs/swagger';
import { buildDocument } from '../../../src/document/document';
import type { Client } from '../../setup/client';
import { useService } from '../../setup/service';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Operation {
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

type Asked = [method: string, url: string, payload?: string];

/** Names that mean something to JavaScript: a library may take an object that has one for something else. */
const KEYS = [['then'], ['__proto__'], ['constructor', 'toString', 'valueOf', 'toJSON', 'length']];
const AT_ONCE = 32;

describe('keys that mean something to JavaScript', () => {
  const service = useService();
  let client: Client;
  let document: OpenAPIObject;
  beforeAll(async () => {
    client = await service.current.organization();
    document = buildDocument(service.current.app);
  });

  /** A body with the keys in each of its objects, and with `value` for each of its values. */
  function body(schema: Schema, keys: string[], value: string, depth = 8): string {
    const at = schema.$ref
      ? (document.components!.schemas![schema.$ref.split('/').at(-1)!] as Schema)
      : schema;
    const object = at.anyOf?.find((each) => each.$ref);
    if (object) return body(object, keys, value, depth);
    if (at.items && depth) return `[${body(at.items, keys, value, depth - 1)}]`;
    const own = Object.entries(at.properties ?? {});
    if (!own.length) return value;
    const fields = own.map(([name, inner]) => `"${name}":${body(inner, keys, value, depth - 1)}`);
    return `{${[...keys.map((key) => `"${key}":${value}`), ...fields].join()}}`;
  }

  async function answersInTime(method: string, url: string, payload?: string): Promise<string | undefined> {
    const timer = { id: undefined as NodeJS.Timeout | undefined };
    const late = new Promise<number>((resolve) => (timer.id = setTimeout(() => resolve(0), 30_000)));
    const answer = service.current.app
      .inject({
        method: method.toUpperCase() as 'POST',
        url,
        payload,
        headers: {
          authorization: `Token token=${client.tokens.admin}`,
          ...(payload ? { 'content-type': 'application/json' } : {}),
        },
      })
      .then(({ statusCode }) => statusCode);
    const status = await Promise.race([answer, late]);
    clearTimeout(timer.id);
    return status && status < 500 ? undefined : `${method} ${url} ${payload ?? ''}: ${status || 'no answer'}`;
  }

  it.each(KEYS)('%s … at every level of every operation: answered', async (...keys) => {
    // the answer of a stream does not end by itself (test/events/stream), and without its token nothing is read
    const paths = Object.entries(document.paths).filter(([path]) => !/\/(stream|revoke)$/.test(path));
    const requests = paths.flatMap(([path, verbs]) =>
      Object.entries(verbs as Record<string, Operation>).flatMap(([verb, { requestBody }]) => {
        const urls = [
          keys.map((key) => `${key}[]=1&per[${key}]=1&name[${key}]=1`),
          keys.map((key) => `${key}=1&page[]=1&page[${key}]=1`),
        ].map((query) => `${path.replace(/\{\w+\}/g, '1')}?${query.join('&')}`);
        if (verb === 'get') return urls.map((url): Asked => [verb, url]);
        const schema = requestBody?.content['application/json']?.schema ?? {};
        const values = ['1', `{${keys.map((key) => `"${key}":["${key}"]`).join()}}`];
        return values.map((value, at): Asked => [verb, urls[at]!, body(schema, keys, value)]);
      }),
    );
    while (requests.length) {
      const answers = await Promise.all(requests.splice(0, AT_ONCE).map((each) => answersInTime(...each)));
      expect(answers.filter((each) => each)).toEqual([]);
    }
  });
});
