import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ErrorBody } from './common/endpoint/endpoint';
import recorded from './examples.json';

/** The groups of the document, in the order of Swagger UI. */
const TAGS: Record<string, string> = {
  Parties: 'Freight forwarders, consignees, shipping lines and trucks',
  Voyages: 'Vessels, their voyages, what happens on them, and the tally of what is loaded and discharged',
  Cargo: 'Manifests, bills of lading, vehicles, gensets and load lists',
  Gate: 'Trucks are announced, come in by a gate and leave: pre-advices, truck visits and gate-out',
  Holds: 'What keeps containers and bills of lading from leaving',
  Billing: 'Invoices',
  'Set-up':
    'The records that the others refer to. Anyone may read them; writing them takes an `admin` token.',
};

const DESCRIPTION = `
The records and rules by which a port terminal knows its voyages, cargo, trucks, holds and invoices.

- **Token**: every request carries \`Authorization: Token token=<token>\` (or \`Bearer <token>\`). A token acts for
  one organization with one role: \`read\` reads, \`write\` does the daily work, \`admin\` also sets up.
- **Paths** work with and without \`.json\`. An update works the same with PUT and PATCH, changes only the fields
  that are sent, and clears those that are null.
- **Lists** are in order of their ids and carry \`actions\`: links to the first, previous, next and last page.
- **Failures** are \`{"error": "<a sentence>"}\`; when validation failed, \`errors\` has the reasons by field.
- **Times** are answered in UTC. A time that is sent without an offset is local to the organization.
`.trim();

/** The headers that answers carry, beside those of HTTP itself. */
const HEADERS = {
  'X-Request-Id': {
    description:
      "What the log knows the request by: the caller's own `X-Request-Id`, when it sent a sane one",
    required: true,
    schema: { type: 'string', example: '3f0c2a51-6d0e-4c1f-9a44-1f2b8a0c7d35' },
  },
  'WWW-Authenticate': {
    description: 'How to send a token',
    required: true,
    schema: { type: 'string', example: 'Token realm="wharfinger"' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try',
    required: true,
    schema: { type: 'string', example: '1' },
  },
} as const;
const HEADERS_OF_FAILURES: Record<string, (keyof typeof HEADERS)[]> = {
  401: ['WWW-Authenticate'],
  503: ['Retry-After'],
};

/** The OpenAPI document of the whole service, generated from the decorators. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Wharfinger')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addServer('/', 'This service')
    .addSecurity('token', {
      type: 'http',
      scheme: 'bearer',
      description: 'A token, as `wharfinger token create` prints it',
    });
  for (const [name, description] of Object.entries(TAGS)) base.addTag(name, description);
  const document = SwaggerModule.createDocument(app, base.build(), {
    operationIdFactory: operationId,
  });
  for (const [path, verbs] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(verbs as Record<string, Operation>)) {
      describeParameters(operation);
      describeBody(operation, document);
      describeHeaders(operation);
      shareFailures(operation, document);
      illustrate(operation, examples[`${verb} ${path}`]);
    }
  document.components!.headers = HEADERS;
  return tidied(document) as OpenAPIObject;
}

/** `listTrucks`, `createTruck`: what a generated client calls the operation. */
function operationId(controller: string, method: string): string {
  const plural = controller.replace(/(Setup)?Controller$/, '');
  return `${method}${method === 'list' ? plural : plural.replace(/ies$/, 'y').replace(/(?<!si)s$/, '')}`;
}

/** Serves the document at `/docs-json` and Swagger UI at `/docs`; made when first asked for. */
export function serveDocument(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= buildDocument(app)), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Wharfinger',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, docExpansion: 'none' },
  });
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
}

type Content = Record<string, { schema?: unknown; example?: unknown }>;

interface Operation {
  parameters?: { in: string; schema?: Schema }[];
  requestBody?: {
    required?: boolean;
    content: { 'application/json': { schema: { $ref: string }; example?: unknown } };
  };
  responses: Record<string, { description?: string; content?: Content; headers?: object; $ref?: string }>;
}

/** A request and its answer, recorded on the demonstration data. */
interface Example {
  request?: unknown;
  status: number;
  response: unknown;
}

const examples = recorded as Record<string, Example>;

/** A query has no null: an optional parameter is left out. */
function describeParameters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const { schema } = parameter;
    const [other, ...more] = schema?.anyOf?.filter(({ type }) => type !== 'null') ?? [];
    if (other && !more.length) parameter.schema = other;
    if (Array.isArray(schema?.type)) {
      const types = schema.type.filter((type) => type !== 'null');
      schema.type = types.length === 1 ? types[0] : types;
    }
    if (schema?.enum) schema.enum = schema.enum.filter((value) => value !== null);
  }
}

function describeHeaders({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    const names = ['X-Request-Id', ...(HEADERS_OF_FAILURES[status] ?? [])];
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

/** A failure is the same everywhere: it is described once, under its status. */
function shareFailures({ responses }: Operation, { components = {} }: OpenAPIObject): void {
  const shared: Record<string, unknown> = (components.responses ??= {});
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400) continue;
    shared[status] ??= response;
    responses[status] = { $ref: `#/components/responses/${status}` };
  }
}

/**
 * The same document as clients' tools want it: a reference stands by itself, without an `allOf` of one around
 * it, and an integer says its size.
 */
function tidied(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidied);
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, ...rest } = node as { allOf?: object[]; type?: unknown; format?: string };
  const alone = allOf?.length === 1;
  const copy = Object.fromEntries(
    Object.entries(alone ? { ...rest, ...allOf[0] } : node).map(([key, value]) => [key, tidied(value)]),
  );
  if (['integer', 'integer,null'].includes(String(copy.type))) copy.format ??= 'int64';
  return copy;
}

/** A body may be left out when none of its fields is required; and what every endpoint that takes one may answer. */
function describeBody({ requestBody, responses }: Operation, { components }: OpenAPIObject): void {
  if (!requestBody) return;
  const name = requestBody.content['application/json'].schema.$ref.split('/').at(-1)!;
  requestBody.required = 'required' in components!.schemas![name]!;
  const content = { 'application/json': { schema: { $ref: getSchemaPath(ErrorBody) } } };
  responses['413'] = { description: 'The body is larger than 1 MiB', content };
  responses['415'] = { description: 'The body is not JSON', content };
}

/** Shows a real request and its answer. */
function illustrate({ requestBody, responses }: Operation, example: Example | undefined): void {
  if (!example) return;
  const body = requestBody?.content?.['application/json'];
  if (body && example.request) body.example = example.request;
  const answer = responses[example.status]?.content?.['application/json'];
  if (answer) answer.example = example.response;
}
