import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schema } from './arbitraries';
import { TABLE } from './table';

interface Operation {
  responses: Record<string, { content?: { 'application/json': { schema: Schema } } }>;
}

const document = JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => [
      `${verb.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{\w+\}/g, '{}')}`,
      operation,
    ]),
  ),
);

/** The paths of all keys that a schema has, as the table writes them. */
function keysOf(schema: Schema, prefix = ''): string[] {
  const { $ref, anyOf = [], oneOf = [], items, properties = {} } = schema;
  const inside = $ref ? keysOf(document.components.schemas[$ref.split('/').at(-1)!]!, prefix) : [];
  for (const choice of [...anyOf, ...oneOf]) inside.push(...keysOf(choice, prefix));
  if (items) inside.push(...keysOf(items, `${prefix}[]`));
  for (const [name, each] of Object.entries(properties)) {
    const path = prefix ? `${prefix}.${name}` : name;
    inside.push(path, ...keysOf(each, path));
  }
  return inside;
}

describe('the contract', () => {
  it.each(TABLE)(
    '%s %s is there, with its statuses and the keys of its answer',
    (method, path, statuses, keys) => {
      const operation = operations.get(`${method} ${path}`);
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining([...statuses, 500].map(String)),
      );
      const success = operation!.responses['200'] ?? operation!.responses['201'];
      const known = new Set(keysOf(success!.content!['application/json'].schema));
      expect(keys.filter((key) => !known.has(key))).toEqual([]);
    },
  );
});
