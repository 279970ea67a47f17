// Writes src/schema.ts, the types of the API document: of docs/openapi.json where this folder stands in the project, and
// else of the compressed document that the last build in the project left in this folder.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript';

const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const CARRIED = new URL('../openapi.json.gz', import.meta.url);
const FILE = new URL('../src/schema.ts', import.meta.url);

const stands = existsSync(DOCUMENT);
const document = stands ? readFileSync(DOCUMENT) : gunzipSync(readFileSync(CARRIED));
const schema = `${COMMENT_HEADER}${astToString(await openapiTypescript(readable(JSON.parse(document))))}`;
// builds that find it as it was keep their caches
if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== schema) writeFileSync(FILE, schema);
if (stands) writeFileSync(CARRIED, gzipSync(document));

/** The document as editors show it best: shared properties where they are used, and in descriptions the codes of operations. */
function readable({ components, ...document }) {
  const isShared = (name) => name.includes('.');
  const follow = (_key, node) => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(node?.$ref)?.[1];
    if (name && isShared(name)) {
      const { $ref: _shared, ...own } = node;
      return { ...components.schemas[name], ...own };
    }
    if (!node?.operationId || !node['x-codes']) return node;
    const codes = node['x-codes'].map((code) => `\`${code}\``).join(', ');
    return { ...node, description: `${node.description}\n\nCodes of its own: ${codes}.` };
  };
  const schemas = Object.entries(components.schemas).filter(([name]) => !isShared(name));
  const own = { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
  return JSON.parse(JSON.stringify(own, follow));
}
