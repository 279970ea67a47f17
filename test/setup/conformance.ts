import type { OpenAPIObject } from '@nestjs/swagger';
import addFormats from 'ajv-formats';
import Ajv, { ValidateFunction } from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './client';
import { COMMON_CODES } from '../../src/document/common-codes';

const FILE = join(__dirname, '../../docs/openapi.json');

interface Header {
  $ref?: string;
  required?: boolean;
}

interface Route {
  template: string;
  path: RegExp;
  /** How many parameters the path has: of two that match, the one with fewer is meant. */
  parameters: number;
  operations: Record<string, { responses: Record<string, unknown>; 'x-codes'?: string[] }>;
}

/** What any path may answer, whatever its operation declares. */
const ANYWHERE = [405, 414];

/** Holds answers against the API document as it is committed; another test holds that against the code. */
export class Conformance {
  private readonly ajv: Ajv;
  private readonly routes: Route[];
  /** The answers that operations refer to. */
  private readonly shared: Record<string, unknown>;
  private readonly headers: Record<string, Header>;
  private readonly validators = new Map<string, ValidateFunction>();
  private ofParties?: Conformance;

  /** @param read of each node of the document */
  constructor(
    private readonly document = readFileSync(FILE, 'utf8'),
    read = closed,
  ) {
    const { components, paths } = JSON.parse(document, read) as OpenAPIObject;
    this.shared = components!.responses!;
    this.headers = components!.headers ?? {};
    this.ajv = new Ajv({
      strict: false,
      allErrors: true,
      validateSchema: false,
      code: { optimize: false },
    });
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'document', components: { schemas: components!.schemas } });
    this.routes = Object.entries(paths)
      .map(([path, operations]) => ({
        template: path,
        path: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
        parameters: path.split('{').length,
        operations: operations as Route['operations'],
      }))
      .sort((a, b) => a.parameters - b.parameters);
  }

  /** The operation behind a request, as `get /api/v1/trucks`. */
  operation(method: string, path: string): string {
    const url = `/api/v1${path.split('?', 1)[0]!.replace(/\.json$/, '')}`;
    const route = this.routes.find((each) => each.path.test(url))!;
    const verb = method.toLowerCase();
    const other = verb === 'put' ? 'patch' : 'put';
    return `${route.operations[verb] ? verb : other} ${route.template}`;
  }

  /** Holds answers to tokens that are limited to parties, to whom hidden keys are null. */
  get forParties(): Conformance {
    return (this.ofParties ??= new Conformance(this.document, (key, node) =>
      hiddenAsNull(closed(key, node)),
    ));
  }

  /** Throws when the answer is not one that the document declares. Paths that it does not know are let through. */
  check(method: string, url: string, { status, body, headers }: Answer): void {
    const path = url.split('?', 1)[0]!.replace(/\.json$/, '');
    const route = this.routes.find((each) => each.path.test(path));
    if (!route || ANYWHERE.includes(status)) return;
    const verb = method.toLowerCase();
    const operation = route.operations[verb] ?? route.operations[verb === 'put' ? 'patch' : 'put'];
    if (!operation) throw new Error(`${method} ${path} is not in the document and answered ${status}`);
    const declared = operation.responses[status] as { $ref?: string } | undefined;
    const shared = declared?.$ref?.split('/').at(-1);
    const response = (shared ? this.shared[shared] : declared) as
      { content?: Record<string, { schema: object }>; headers?: Record<string, Header> } | undefined;
    if (!response)
      throw new Error(
        `${method} ${path} answered ${status}, which it does not declare: ${JSON.stringify(body)}`,
      );
    const { code } = (body ?? {}) as { code?: string };
    if (status >= 400 && code && ![...COMMON_CODES, ...(operation['x-codes'] ?? [])].includes(code))
      throw new Error(
        `${method} ${path} answered ${code}, which scripts/operation-codes.mjs does not find: ${JSON.stringify(body)}`,
      );
    for (const [name, header] of Object.entries(response.headers ?? {}))
      if (this.isRequired(name, header) && !headers[name.toLowerCase()])
        throw new Error(`${method} ${path} ${status} is without ${name}`);
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return;
    const key = `${String(route.path)} ${verb} ${status}`;
    const validate = this.validators.get(key) ?? this.ajv.compile(pointingInto(schema));
    this.validators.set(key, validate);
    if (!validate(body))
      throw new Error(
        `${method} ${path} ${status} is not as documented: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
  }

  /** Whether each such answer has the header, which mostly is described once and referred to. */
  private isRequired(name: string, header: Header): boolean | undefined {
    return (header.$ref ? this.headers[name] : header)?.required;
  }
}

/** One for all services of a worker, because compiling the schemas takes seconds. */
export const conformance = new Conformance();

/** Closes every object that `JSON.parse` reads, so that an undeclared key is seen. */
function closed(_key: string, node: unknown): unknown {
  const isObject = typeof node === 'object' && node !== null && 'properties' in node;
  return isObject ? { additionalProperties: false, ...node } : node;
}

/** Lets a key be null that is hidden from parties. */
function hiddenAsNull(node: unknown): unknown {
  const isHidden = typeof node === 'object' && node !== null && 'x-parties' in node;
  return isHidden ? { anyOf: [node, { type: 'null' }] } : node;
}

/** References inside the document, from a schema compiled outside of it. */
function pointingInto(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
}
