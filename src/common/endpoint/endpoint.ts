import { applyDecorators, HttpCode } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
} from '@nestjs/swagger';
import { fieldsBesideWrapper, wrapperKey } from '../input/in';
import { Link } from '../pagination/links';
import type { Role } from '../tenancy/actor';
import type { BytesTaken } from './bytes-taken';
import { type EndpointMetadata, keepEndpoint } from './endpoint-metadata';
import { ErrorBody } from './failures';
import type { Returns } from './returns';

export interface EndpointOptions {
  summary: string;
  /** The operation id for generated clients; by default made from controller and method. */
  operationId?: string;
  /** What the summary leaves out: rules, effects and refusals. */
  description: string;
  returns: Returns;
  /** 201 for an endpoint that creates a record, 202 for one whose work is done beside requests; 200 by default. */
  status?: 200 | 201 | 202;
  /** The failure statuses of this endpoint, beside those of every endpoint. */
  errors: number[];
  /** The least role that may call it; by default `read` for a GET and `write` for all else. `public` needs no token. */
  role?: Role | 'public';
  /** Whether a token that is bound to an EDI partner may call it, for what is of that partner; no other may. */
  partners?: boolean;
  /**
   * Whether a token that is limited to parties may call it, with the filters that are open to it beside those of paging.
   * Other endpoints refuse such a token.
   */
  parties?: EndpointMetadata['parties'];
  /** The bytes that its body is in place of JSON; the handler reads `request.body` as a Buffer, or as a FileBody. */
  takesBytes?: BytesTaken;
  /** Whether a ticket in the query may replace the token: one of streams, or one of the file that the path names. */
  takesTicket?: EndpointMetadata['takesTicket'];
  /**
   * For a POST whose answer contains a secret and is therefore not kept for its `Idempotency-Key`: whether a repeated
   * key is refused, or the request carried out again.
   */
  repeats?: EndpointMetadata['repeats'];
  /** Whether its answers have sentences, which are in the language that the request asks for. */
  speaks?: boolean;
  /** The method of the controller that shows the record for an `If-Match`, if a GET of the path names it otherwise. */
  shownBy?: string;
  /** Whether a query parameter that it does not take is refused, also without `Prefer: handling=strict`. */
  strict?: boolean;
  /** Other domains than the module's own whose confined tokens may call it as well. */
  alsoOf?: readonly string[];
}

/** What the API document is to say of the endpoints, in the order of their declaration. */
const undocumented: (() => void)[] = [];

/**
 * Gives Swagger what the endpoints say. The running service does without: it serves the document that the build made, and what
 * Swagger keeps of their answers takes 3 MiB.
 */
export function documentEndpoints(): void {
  for (const document of undocumented.splice(0)) document();
}

/** Declares an endpoint once for the API document, the token check, the answer and the failure statuses. */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { returns, role, errors, status = 200 } = options;
  return (prototype, key, descriptor) => {
    const parameters = (Reflect.getMetadata('design:paramtypes', prototype, key) ?? []) as Type[];
    const body = parameters.find((type) => type && wrapperKey(type));
    const endpoint: EndpointMetadata = {
      returns,
      statuses: errors,
      role,
      alsoOf: options.alsoOf,
      partners: options.partners,
      parties: options.parties,
      takesBytes: options.takesBytes,
      takesTicket: options.takesTicket,
      strict: options.strict,
      repeats: options.repeats,
      shownBy: options.shownBy,
      speaks: options.speaks,
      ...(body && { wrapper: wrapperKey(body), besideWrapper: fieldsBesideWrapper(body) }),
    };
    applyDecorators(keepEndpoint(endpoint), HttpCode(status))(prototype, key, descriptor);
    const handler = `${prototype.constructor.name}.${String(key)}`;
    undocumented.push(() => describe(options, endpoint, handler)(prototype, key, descriptor));
  };
}

/** What Swagger is to say of an endpoint. */
function describe(options: EndpointOptions, endpoint: EndpointMetadata, handler: string): MethodDecorator {
  const { returns, role, errors, status = 200 } = options;
  const always = role === 'public' ? [...ALWAYS] : [...ALWAYS, 401, 403, 429];
  // The host and the query of any request may be malformed (decision 5).
  if (!errors.includes(400)) always.push(422);
  // A parameter that is not open to parties is refused by it, whatever the contract answers otherwise.
  if (options.parties) always.push(422);
  return applyDecorators(
    ApiOperation({
      summary: options.summary,
      ...(options.operationId && { operationId: options.operationId }),
      description: options.description,
    }),
    ...(options.takesBytes ? bytesOf(options.takesBytes) : []),
    ApiExtension(SAYS, sayingOf(endpoint, handler)),
    ApiExtraModels(ErrorBody, Link, ...viewsOf(returns)),
    ...(role === 'public' ? [] : [ApiSecurity('token'), ApiSecurity('tokenHeader')]),
    ApiResponse({
      status,
      description: SUCCESS[status],
      content: contentOf(returns),
      ...(returns.kind === 'page' && { headers: TOTAL }),
      ...(returns.kind === 'array' && { headers: PAGES }),
    }),
    ...[...new Set([...errors, ...always])]
      .sort((a, b) => a - b)
      .map((each) => ApiResponse({ status: each })),
  );
}

/** The tag of set-up kinds, until the document replaces it by that of their domain. */
export const SET_UP = 'Set-up';

/** The document extension that holds metadata until the document is finished; the published document lacks it. */
export const SAYS = 'x-endpoint';
export interface Says {
  role: EndpointOptions['role'];
  kind: Returns['kind'];
  /** The name of the answer's schema: `TruckVisitShow`. */
  view: string | undefined;
  repeats: EndpointOptions['repeats'];
  speaks: EndpointOptions['speaks'];
  partners: EndpointOptions['partners'];
  parties: EndpointOptions['parties'];
  takesBytes: EndpointOptions['takesBytes'];
  /** Controller and method, as `TrucksController.create`. */
  handler: string;
  /** The index among all endpoints, by which `domainOf` finds it. */
  nth: number;
}

const declared: EndpointMetadata[] = [];

function sayingOf(endpoint: EndpointMetadata, handler: string): Says {
  const { role, returns, repeats, speaks, partners, parties, takesBytes } = endpoint;
  const view = 'view' in returns ? returns.view.name : undefined;
  return {
    role,
    kind: returns.kind,
    view,
    repeats,
    speaks,
    partners,
    parties,
    takesBytes,
    handler,
    nth: declared.push(endpoint) - 1,
  };
}

/** The module of an endpoint, known once the application is built. */
export function domainOf({ nth }: Says): string {
  return declared[nth]!.domain!;
}

/** Whether a client may have its list as a CSV file, known once the application is built. */
export function isFile({ nth }: Says): boolean {
  return declared[nth]!.file !== undefined;
}

const bytesOf = ({ types, description }: BytesTaken) => [
  ApiConsumes(...types),
  ApiBody({ required: true, description, schema: { type: 'string', format: 'binary' } }),
];

const TOTAL = { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' } };
const linked = (description: string) => ({ description, schema: { type: 'string', format: 'uri' } as const });
const PAGES = {
  'Current-Page': linked('The link of this part'),
  'Next-Page': linked('The link of the next part; it is always there'),
};
const SUCCESS = { 200: 'Done', 201: 'Created', 202: 'Taken; what comes of it stands in the record' };
const ALWAYS = [500, 503];

type Schema = Record<string, unknown>;

const LINK = { $ref: getSchemaPath(Link) };

function contentOf(returns: Returns) {
  if (returns.kind !== 'stream' && returns.kind !== 'file') return json(schemaOf(returns));
  const types = returns.kind === 'stream' ? ['text/event-stream'] : returns.types;
  return Object.fromEntries(
    types.map((type) => [type, { schema: isBinary(type) ? BINARY : { type: 'string' } }]),
  );
}

const BINARY = { type: 'string', format: 'binary' };
const isBinary = (type: string) => /^(application\/pdf|image\/(jpeg|png|webp))$/.test(type);

function json(schema: Schema) {
  return { 'application/json': { schema } };
}

function viewsOf(returns: Returns): Type[] {
  if (!('view' in returns)) return [];
  return 'beside' in returns ? [returns.view, ...Object.values(returns.beside)] : [returns.view];
}

function schemaOf(returns: Exclude<Returns, { kind: 'stream' | 'file' }>): Schema {
  switch (returns.kind) {
    case 'bare':
      return { $ref: getSchemaPath(returns.view) };
    case 'wrapped':
      return object({ [returns.key]: { $ref: getSchemaPath(returns.view) } });
    case 'list':
      return object({ [returns.key]: arrayOf(returns.view) });
    case 'array':
      return arrayOf(returns.view);
    case 'message':
      return object({ message: { type: 'string' } });
    case 'feed':
      return object({ [returns.key]: arrayOf(returns.view), actions: object({ next: LINK }) });
    case 'page': {
      const { key, view, previous, next, beside, most = 100 } = returns;
      const actions = object({ index: LINK, last: LINK });
      Object.assign(actions.properties as Schema, { [previous]: LINK, [next]: LINK });
      const others: Schema = {};
      for (const [name, type] of Object.entries(beside)) others[name] = { $ref: getSchemaPath(type) };
      const rows = returns.whole ? arrayOf(view) : { ...arrayOf(view), maxItems: most };
      const schema = object({ actions, ...others, [key]: rows });
      return returns.whole ? { ...schema, required: [key] } : schema;
    }
  }
}

function arrayOf(view: Type): Schema {
  return { type: 'array', items: { $ref: getSchemaPath(view) } };
}

function object(properties: Schema): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}
