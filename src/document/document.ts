import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ReleaseReasonShow } from '../cargo/release/release-reason.view';
import { ReleaseRules } from '../cargo/release/release-rules.service';
import { Obstacle } from '../gate/availability/obstacles.view';
import { FORMATS } from '../common/endpoint/list-file';
import { documentEndpoints, domainOf, isFile, Says, SAYS, SET_UP } from '../common/endpoint/endpoint';
import { defaultRole } from '../common/endpoint/endpoint-metadata';
import { subjectTypes } from '../common/recording/subject';
import { UPLOADS } from '../common/endpoint/bytes-taken';
import { allCodes, COMMON } from '../common/errors/codes';
import { ErrorBody, FAILURES } from '../common/endpoint/failures';
import {
  describeConditions,
  describeLanguage,
  describePositions,
  LANGUAGE,
  shareConditions,
} from './conditions';
import { SERVER } from './files';
import { VERSION } from '../common/home';
import { nameAnswer } from './answers';
import { TAGS } from './tags';
import { COMMON_CODES } from './common-codes';
import foundCodes from './operation-codes.json';
import { FORMS } from './forms';
import { SYNONYMS } from './words/synonyms';
import { markHidden } from './open-to-parties';
import { describeProperties } from './properties';
import recorded from './examples.json';
import { shareRepeated } from './sharing';
import { webhooksOf } from './webhooks';
import { subjects } from '../events/feed/event.dto';
import { BIG_INTEGER } from '../common/schema/integers';

/** The guide to each tag. */
const GUIDES: Record<string, { url: string; description: string }> = {
  Gate: { url: `${SERVER}/guides/gate.md`, description: 'A day at the gate, with its calls' },
  Quay: { url: `${SERVER}/guides/quay.md`, description: 'Tallying with handsets, and a screen of progress' },
  Holds: { url: `${SERVER}/guides/holds.md`, description: 'How containers and bills are held and released' },
  Condition: {
    url: `${SERVER}/guides/condition.md`,
    description: 'Damages and inspections, and what follows from them',
  },
  Reports: {
    url: `${SERVER}/guides/morning.md`,
    description: 'The questions of a morning, one request each',
  },
  Billing: {
    url: `${SERVER}/guides/tariffs.md`,
    description: 'Price lists, quotations, and what a container costs',
  },
  Events: {
    url: `${SERVER}/events.md`,
    description: 'Feed, webhooks and stream: which for whom',
  },
  Organization: {
    url: `${SERVER}/guides/fields.md`,
    description: 'Units, and fields that an organization adds',
  },
};

/** The operation that shows the answer of a list as a CSV file (decision 730). */
const SHOWS_FILE = 'listAuditEntries';

const DESCRIPTION = `
The records and rules by which a port terminal knows its voyages, cargo, trucks, holds and invoices. Guides are at [/guides/](${SERVER}/guides/), the codes of failures at [/errors.md](${SERVER}/errors.md), the types of events at [/event-types](${SERVER}/event-types).

- **Token**: every request carries \`Authorization: Token token=<token>\` (or \`Bearer <token>\`). A token acts for
  one organization with one role: \`read\` reads, \`write\` does the daily work, \`admin\` also sets up.
- **Paths** work with and without \`.json\`. An update works the same with PUT and PATCH, changes only the fields
  that are sent, and clears those that are null.
- **Lists** are in order of their ids and carry \`actions\`: links to the first, previous, next and last page. Follow \`next\`
  to see each record once, also while others come and go. \`X-Total-Count\` says how many there are, \`order=newest\` turns
  a list around, and \`Prefer: handling=strict\` refuses a misspelt filter.
- **Files**: with \`Accept: text/csv\` or \`format=csv\`, each operation that has \`x-csv\` answers its list as a CSV file with
  up to 100,000 rows. \`${SHOWS_FILE}\` shows it. The others show JSON alone, because clients that are generated from two
  forms of an answer would have to tell them apart in each call.
- **Failures** are \`{"error", "code", "errors", "records"}\`. \`error\` is a sentence for people. \`code\` is a word for
  programs, which stays: each operation lists those of its own in \`x-codes\`, and any may answer with
  ${COMMON_CODES.map((code) => `\`${code}\``).join(', ')}. \`errors\` has
  the reasons by field, by the path it was sent at, when fields are to be corrected. \`records\` are those that the
  sentence names, each with its \`type\` and its \`key\`.
- **Decimal numbers** have at most 12 digits before the point and 6 behind it.
- **Identifiers** (numbers, codes, plates, e-mail addresses, names by which records are found) take no invisible
  characters. An update may send back a name that was stored with some.
- **Times** are answered in UTC. A time that is sent without an offset is local to the organization.
- Every answer carries \`X-Request-Id\`: the caller's own, when it sent one.
- Where replicas answer reads, the answer to a write, and to a read that the primary answers, carries \`Wharfinger-Position\`,
  such as \`0/16B3748\`: up to where the database has what the client wrote or read. A later GET sends it as
  \`Wharfinger-After\`.
`.trim();

/** The OpenAPI document of the service, generated from the decorators. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Wharfinger')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setExternalDoc('Guides: first calls, paging, times, errors, roles, the gate', `${SERVER}/guides/`)
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addServer(SERVER, 'Where the service is reached')
    .addSecurity('token', {
      type: 'http',
      scheme: 'bearer',
      description: 'A token, as `wharfinger token create` prints it, sent as `Authorization: Bearer <token>`',
    })
    .addSecurity('tokenHeader', {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The same token, sent as `Authorization: Token token=<token>`',
    });
  for (const [name, description] of Object.entries(TAGS)) base.addTag(name, description, GUIDES[name]);
  const info = { ...base.build().info, contact: { name: 'The maintainers of Wharfinger' } };
  documentEndpoints();
  const document = SwaggerModule.createDocument(
    app,
    { ...base.build(), info },
    {
      operationIdFactory: operationId,
    },
  );
  shareConditions(document);
  listCodes(document);
  listReasons(app, document);
  for (const [path, item] of Object.entries(document.paths)) {
    const verbs = item as Record<string, Operation>;
    const shows = ['wrapped', 'bare'].includes(verbs.get?.[SAYS]?.kind ?? '');
    for (const [verb, operation] of Object.entries(verbs)) {
      const says = operation[SAYS]!;
      group(operation, says);
      listOwnCodes(path, operation, says);
      describeRole(verb, operation);
      describeParameters(operation);
      describeBody(operation, document);
      nameAnswer(operation, says, document);
      if (isFile(says)) offerFile(operation);
      if (verb !== 'get') declareBodyFailures(operation);
      describeConditions(verb, operation, shows, says.repeats !== 'carried out');
      if (verb === 'get' && says.role !== 'public') describePositions(operation);
      if (says.speaks || SPEAK.includes(domainOf(says))) describeLanguage(operation, Boolean(says.speaks));
      shareFailures(operation, document);
      sharePaging(operation, document);
      illustrate(operation, examples[`${verb} ${path}`]);
      callByOtherWords(operation);
    }
  }
  describeProperties(app, document);
  markHidden(document);
  const webhooks = webhooksOf(app, document);
  return shareRepeated(tidied({ ...document, webhooks }) as OpenAPIObject);
}

/** The domains all of whose refusals are given in other languages. */
const SPEAK = ['gate', 'holds'];

/** Lists the failure codes, and the types of records that failures and events name. */
function listCodes({ components }: OpenAPIObject): void {
  const {
    ErrorBody: body,
    NamedRecordShow: named,
    EventSubject: subject,
  } = components!.schemas as Record<string, { properties: Record<string, Schema> }>;
  const { FailureReason: reason } = components!.schemas as Record<
    string,
    { properties: Record<string, Schema> }
  >;
  const codes = [...allCodes().values()].flatMap((each) => Object.keys(each)).sort();
  components!.schemas!.FailureCode = { type: 'string', enum: codes };
  components!.schemas!.SubjectType = { type: 'string', enum: subjects() };
  for (const { properties } of [body!, reason!]) properties.code = listedBy('FailureCode', properties.code!);
  subject!.properties.type = listedBy('SubjectType', subject!.properties.type!);
  named!.properties.type!.enum = [...subjectTypes().keys(), ...UNTOLD].sort();
}

/** A property whose words are listed by a schema of their own. */
const listedBy = (name: string, { type: _, ...property }: Schema): Schema => ({
  ...property,
  $ref: getSchemaPath(name),
});

/** Lists the codes of the release rules in front of the declared codes, where answers say why cargo is not released. */
function listReasons(app: INestApplication, { components }: OpenAPIObject): void {
  const schemas = components!.schemas as Record<string, { properties: Record<string, Schema> }>;
  const codes = [...app.get(ReleaseRules, { strict: false }).refusals.keys()];
  for (const answer of [ReleaseReasonShow, Obstacle]) {
    const { code } = schemas[answer.name]!.properties;
    code!.enum = [...codes, ...code!.enum!];
  }
}

/** Types of records without events. */
const UNTOLD = [
  'event',
  'hold',
  'identity',
  'identity_issuer',
  'import',
  'mail',
  'party',
  'token',
  'webhook_delivery',
];

/** The operation id, such as `listTrucks` or `createTruck`, from which clients generate method names. */
function operationId(controller: string, method: string): string {
  const plural = controller.replace(/(Setup)?Controller$/, '');
  return `${method}${method === 'list' ? plural : plural.replace(/ies$/, 'y').replace(/(?<!si|s)s$/, '')}`;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Content = Record<string, { schema?: unknown; example?: unknown }>;

interface Parameter {
  $ref?: string;
  name?: string;
  description?: string;
  in?: string;
  required?: boolean;
  example?: unknown;
  schema?: Schema & { example?: unknown };
}

interface Operation {
  operationId?: string;
  description?: string;
  tags?: string[];
  'x-role'?: string;
  'x-set-up'?: boolean;
  'x-synonyms'?: readonly string[];
  'x-codes'?: string[];
  'x-csv'?: boolean;
  [SAYS]?: Says;
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: { $ref: string }; example?: unknown; examples?: object }>;
  };
  security?: object[];
  responses: Record<string, { description?: string; headers?: object; content?: Content; $ref?: string }>;
}

/** A request and its answer, recorded on the demonstration data. */
interface Example {
  request?: unknown;
  status: number;
  response: unknown;
}

const examples = recorded as Record<string, Example>;

const PAGING = ['updated_since', 'order', 'page', 'per', 'per_page', 'after', 'format'];

const TOKENS = {
  public: 'Needs no token',
  read: 'Takes any token',
  write: 'Takes a `write` or an `admin` token',
  admin: 'Takes an `admin` token',
};

/** The tags of set-up operations whose module has no tag of its own. */
const GROUPS: Record<string, string> = {
  quay: 'Voyages',
  auth: 'Organization',
  flexfields: 'Organization',
  personaldata: 'Organization',
  edi: 'EDI',
};

/** Moves a set-up operation to the tag of its domain. */
function group(operation: Operation, says: Says): void {
  if (!operation.tags?.includes(SET_UP)) return;
  operation['x-set-up'] = true;
  const domain = domainOf(says);
  operation.tags = [GROUPS[domain] ?? domain.charAt(0).toUpperCase() + domain.slice(1)];
}

const ownCodes = foundCodes as Record<string, string[]>;

/** Lists the codes that the operation may answer with beside the common ones, as `scripts/operation-codes.mjs` found them. */
function listOwnCodes(path: string, operation: Operation, { handler, takesBytes }: Says): void {
  const [controller = '', method = ''] = handler.split('.');
  const isSetUp = controller === 'SetupController';
  const found = ownCodes[isSetUp ? `${path.split('/')[3]}.${method}` : handler] ?? [];
  const ofBytes = takesBytes ? [COMMON.media_type] : [];
  if (takesBytes?.types.join() === UPLOADS.types.join()) ofBytes.push(COMMON.file_too_large);
  const codes = [...found, ...ofBytes].sort();
  const own = codes.filter((code) => !COMMON_CODES.includes(code));
  if (own.length) operation['x-codes'] = own;
}

/** What is stated of operations that tokens of partners may call. */
const BOUND = 'A token that is bound to an EDI partner may call it, for what is of that partner.';

/** What is stated of operations that tokens limited to parties may call. */
const LIMITED = 'A token that is limited to parties may call it.';
const narrowing = (filters: readonly string[]) =>
  filters.length &&
  `Such a token narrows the list by ${filters.map((filter) => `\`${filter}\``).join(', ')} alone.`;

/** Says which tokens the operation takes. */
function describeRole(verb: string, operation: Operation): void {
  const { role = defaultRole(verb), partners, parties } = operation[SAYS]!;
  delete operation[SAYS];
  if (role === 'public') operation.security = [];
  operation['x-role'] = role;
  operation.description = [
    operation.description,
    `${TOKENS[role]}.`,
    partners && BOUND,
    parties && [LIMITED, narrowing(parties.filters)].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A list comes as a CSV file as well, to whoever asks for that; one operation shows it for all. */
function offerFile(operation: Operation): void {
  operation['x-csv'] = true;
  if (operation.operationId === SHOWS_FILE)
    operation.responses['200']!.content!['text/csv'] = { schema: { type: 'string' } };
  (operation.parameters ??= []).push({
    name: 'format',
    in: 'query',
    required: false,
    description: '`csv` for a CSV file, as `Accept: text/csv` asks for',
    schema: { type: 'string', enum: [...FORMATS] },
  });
}

/**
 * Sorts filters before paging parameters. Query parameters are never null, so their schemas drop it. Optional ones have
 * no example, because pages that try out operations would send it.
 */
function describeParameters({ parameters = [] }: Operation): void {
  parameters.sort((a, b) => PAGING.indexOf(a.name!) - PAGING.indexOf(b.name!));
  for (const parameter of parameters) {
    const { schema } = parameter;
    if (parameter.name === 'subject_type' && !schema!.enum)
      parameter.schema = { $ref: getSchemaPath('SubjectType') };
    if (parameter.in === 'query' && !parameter.required) {
      delete parameter.example;
      delete schema?.example;
    }
    const forms = schema?.anyOf?.filter(({ type }) => type !== 'null');
    if (forms) schema!.anyOf = forms;
    if (forms?.length === 1) parameter.schema = forms[0]!;
    if (Array.isArray(schema?.type)) {
      const types = schema.type.filter((type) => type !== 'null');
      schema.type = types.length === 1 ? types[0] : types;
    }
    if (schema?.oneOf) delete schema.type;
    if (schema?.enum) schema.enum = schema.enum.filter((value) => value !== null);
  }
}

/** Shares the paging parameters that lists have in common. */
function sharePaging(operation: Operation, { components }: OpenAPIObject): void {
  const shared = components!.parameters as Record<string, object>;
  operation.parameters = operation.parameters?.map((parameter) => {
    const { name = '' } = parameter;
    if (parameter.in !== 'query' || !PAGING.includes(name)) return parameter;
    shared[name] ??= parameter;
    const isAlike = JSON.stringify(shared[name]) === JSON.stringify(parameter);
    return isAlike ? { $ref: `#/components/parameters/${name}` } : parameter;
  });
}

/** Shares the failures: each status has one description for all operations. */
function shareFailures({ responses }: Operation, { components = {} }: OpenAPIObject): void {
  const shared: Record<string, unknown> = (components.responses ??= {});
  for (const status of Object.keys(responses)) {
    if (Number(status) < 400) continue;
    shared[status] ??= failure(status);
    responses[status] = { $ref: `#/components/responses/${status}` };
  }
}

function failure(status: string): object {
  const { description, example, headers = {} } = FAILURES[Number(status)]!;
  const schema = { $ref: getSchemaPath(ErrorBody) };
  const described = Object.entries(headers).map(([name, [what, value]]): [string, object] => [
    name,
    { description: what, required: true, schema: { type: 'string', example: value } },
  ]);
  return {
    description,
    headers: { ...Object.fromEntries(described), 'Content-Language': LANGUAGE },
    content: { 'application/json': { schema, example } },
  };
}

/**
 * Adapts the document to client generators: unwraps an `allOf` of a single reference, gives integers a format, and
 * moves null from an enum into an alternative of its own, because generators would read it as a string.
 */
function tidied(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidied);
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, ...rest } = node as { allOf?: object[]; type?: unknown; format?: string };
  const alone = allOf?.length === 1;
  const copy = Object.fromEntries(
    Object.entries(alone ? { ...rest, ...allOf[0] } : node).map(([key, value]) => [key, tidied(value)]),
  );
  if (['integer', 'integer,null'].includes(String(copy.type))) copy.format ??= BIG_INTEGER.format;
  if (Array.isArray(copy.anyOf)) copy.anyOf = (copy.anyOf as Schema[]).flatMap(alternatives);
  const { type, format, enum: values, ...others } = copy as Schema;
  if (!Array.isArray(type) || !values?.includes(null)) return copy;
  const types = type.filter((each) => each !== 'null');
  const listed = {
    type: types.length === 1 ? types[0] : types,
    ...(format && { format }),
    enum: values.filter((value) => value !== null),
  };
  return { ...others, anyOf: [listed, { type: 'null' }] };
}

/** Says what else people call the operation, for who searches by other words. */
function callByOtherWords(operation: Operation): void {
  const synonyms = SYNONYMS[operation.operationId ?? ''];
  if (!synonyms) return;
  operation['x-synonyms'] = synonyms;
  operation.description = `${operation.description}\n\nAlso: ${synonyms.join(', ')}.`;
}

/** An alternative that is nothing but alternatives is each of them. */
function alternatives(schema: Schema): Schema[] {
  return schema.anyOf && Object.keys(schema).length === 1 ? schema.anyOf : [schema];
}

/** A body is optional when none of its fields is required. */
function describeBody({ requestBody }: Operation, { components }: OpenAPIObject): void {
  const body = requestBody?.content['application/json'];
  if (!requestBody || !body) return;
  const name = body.schema.$ref.split('/').at(-1)!;
  requestBody.required = 'required' in components!.schemas![name]!;
}

/** Every operation except a GET may answer 413 or 415, because the body is parsed before the route decides. */
function declareBodyFailures({ responses }: Operation): void {
  responses['413'] = responses['415'] = {};
}

/** Adds a recorded request and its answer as examples; a request of several forms shows each of them instead. */
function illustrate(
  { operationId = '', requestBody, responses }: Operation,
  example: Example | undefined,
): void {
  // the first is shown of bodies that may be of several types
  const [body] = Object.values(requestBody?.content ?? {});
  const forms = FORMS[operationId];
  if (body && forms) body.examples = forms;
  if (!example) return;
  if (body && !forms && example.request) body.example = example.request;
  const answer = responses[example.status]?.content?.['application/json'];
  if (answer) answer.example = example.response;
}
