import { applyDecorators, HttpCode } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import {
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
import { type EndpointMetadata, keepEndpoint } from './endpoint-metadata';
import { ErrorBody } from './failures';
import type { Returns } from './returns';

export interface EndpointOptions {
  summary: string;
  /** What generated clients call it, where controller and method do not make that name. */
  operationId?: string;
  /** What the summary does not say: what counts, what follows, what is refused. */
  description: string;
  returns: Returns;
  /** 201 for an endpoint that creates a record; 200 unless given. */
  status?: 200 | 201;
  /** The failures that it lists, beside those that every endpoint has. */
  errors: number[];
  /** The smallest role that may call it: `read` for a GET, `write` for all else unless given; `public` needs no token. */
  role?: Role | 'public';
  /** Whether a ticket in the query stands for a token. */
  takesTicket?: boolean;
  /**
   * Of a POST whose answer has a secret, which is kept for no `Idempotency-Key`: whether a repeated key is refused, or
   * is none at all.
   */
  repeats?: EndpointMetadata['repeats'];
  /** The method of the controller that shows the record for an `If-Match`, where a GET of the path knows other names. */
  shownBy?: string;
  /** Another domain than the module's own whose confined tokens may call it, too. */
  alsoOf?: string;
}

/** What an endpoint is, said once: for the API document, the check of tokens, the answer and the statuses of failure. */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const { returns, role, errors, status = 200 } = options;
  return (prototype, key, descriptor) => {
    const parameters = (Reflect.getMetadata('design:paramtypes', prototype, key) ?? []) as Type[];
    const body = parameters.find((type) => type && wrapperKey(type));
    const always = role === 'public' ? [...ALWAYS] : [...ALWAYS, 401, 403, 429];
    // the host and the query of any request may be malformed (decision 5)
    if (!errors.includes(400)) always.push(422);
    const endpoint: EndpointMetadata = {
      returns,
      statuses: errors,
      role,
      alsoOf: options.alsoOf,
      takesTicket: options.takesTicket,
      repeats: options.repeats,
      shownBy: options.shownBy,
      ...(body && { wrapper: wrapperKey(body), besideWrapper: fieldsBesideWrapper(body) }),
    };
    applyDecorators(
      keepEndpoint(endpoint),
      HttpCode(status),
      ApiOperation({
        summary: options.summary,
        ...(options.operationId && { operationId: options.operationId }),
        description: options.description,
      }),
      ApiExtension(SAYS, sayingOf(endpoint)),
      ApiExtraModels(ErrorBody, Link, ...viewsOf(returns)),
      ...(role === 'public' ? [] : [ApiSecurity('token'), ApiSecurity('tokenHeader')]),
      ApiResponse({
        status,
        description: SUCCESS[status],
        content: contentOf(returns),
        ...(returns.kind === 'page' && { headers: TOTAL }),
      }),
      ...[...new Set([...errors, ...always])]
        .sort((a, b) => a - b)
        .map((each) => ApiResponse({ status: each })),
    )(prototype, key, descriptor);
  };
}

/** The group of what is set up, until the document puts it into that of its domain. */
export const SET_UP = 'Set-up';

/** Where an operation of the document keeps what is still to be put in words; what is written has it no more. */
export const SAYS = 'x-endpoint';
export interface Says {
  role: EndpointOptions['role'];
  kind: Returns['kind'];
  /** What an answer's record is called: `TruckVisitShow`. */
  view: string | undefined;
  repeats: EndpointOptions['repeats'];
  /** Its place among all endpoints, by which `domainOf` finds it. */
  nth: number;
}

const declared: EndpointMetadata[] = [];

function sayingOf(endpoint: EndpointMetadata): Says {
  const { role, returns, repeats } = endpoint;
  const view = 'view' in returns ? returns.view.name : undefined;
  return { role, kind: returns.kind, view, repeats, nth: declared.push(endpoint) - 1 };
}

/** The module that an endpoint is in, known once the service is put together. */
export function domainOf({ nth }: Says): string {
  return declared[nth]!.domain!;
}

const TOTAL = { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' } };
const SUCCESS = { 200: 'Done', 201: 'Created' };
const ALWAYS = [500, 503];

type Schema = Record<string, unknown>;

const LINK = { $ref: getSchemaPath(Link) };

function contentOf(returns: Returns) {
  if (returns.kind !== 'stream') return json(schemaOf(returns));
  return { 'text/event-stream': { schema: { type: 'string' } } };
}

function json(schema: Schema) {
  return { 'application/json': { schema } };
}

function viewsOf(returns: Returns): Type[] {
  if (!('view' in returns)) return [];
  return 'beside' in returns ? [returns.view, ...Object.values(returns.beside)] : [returns.view];
}

function schemaOf(returns: Exclude<Returns, { kind: 'stream' }>): Schema {
  switch (returns.kind) {
    case 'bare':
      return { $ref: getSchemaPath(returns.view) };
    case 'wrapped':
      return object({ [returns.key]: { $ref: getSchemaPath(returns.view) } });
    case 'list':
      return object({ [returns.key]: arrayOf(returns.view) });
    case 'message':
      return object({ message: { type: 'string' } });
    case 'feed':
      return object({ [returns.key]: arrayOf(returns.view), actions: object({ next: LINK }) });
    case 'page': {
      const { key, view, previous, next, beside } = returns;
      const actions = object({ index: LINK, last: LINK });
      Object.assign(actions.properties as Schema, { [previous]: LINK, [next]: LINK });
      const others: Schema = {};
      for (const [name, type] of Object.entries(beside)) others[name] = { $ref: getSchemaPath(type) };
      const rows = returns.whole ? arrayOf(view) : { ...arrayOf(view), maxItems: 100 };
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
