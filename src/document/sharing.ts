import type { OpenAPIObject } from '@nestjs/swagger';
import { isDeepStrictEqual } from 'node:util';
import { WORDS } from './words/words';

type Schema = Record<string, unknown>;
type Schemas = Record<string, Schema>;
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description: string;
  required?: boolean;
  schema: Schema;
}
interface Answer {
  $ref?: string;
  headers?: object;
  content?: Record<string, { schema?: { $ref?: string } }>;
}
type Operations = Record<
  string,
  { parameters?: Parameter[]; security?: object[]; responses: Record<string, Answer> }
>;

/** The token in both of its forms: what an operation takes unless it states another security. */
const TOKEN: Record<string, string[]>[] = [{ token: [] }, { tokenHeader: [] }];

/** How often a parameter or a property is repeated that is a component. */
const OFTEN = 3;

/** How many characters a property has that is a component; a shorter one is read sooner than a reference is followed. */
const LONG = 100;

/** Moves to the components what operations and schemas repeat, which they then refer to. */
export function shareRepeated(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.values(document.paths) as Operations[];
  const operations = paths.flatMap((item) => Object.values(item));
  const schemas = document.components!.schemas as Schemas;
  for (const operation of operations) {
    if (isDeepStrictEqual(operation.security, TOKEN)) delete operation.security;
    operation.parameters = operation.parameters?.map((each) => shareFilter(each, schemas));
  }
  shareMessages(operations, document.components!.responses as Record<string, object>);
  shareParameters(operations, document.components!.parameters as Record<string, object>);
  shareLinks(schemas);
  shareFields(schemas);
  shareProperties(schemas);
  return { ...document, security: [...TOKEN] };
}

/** Filters by a text, or by several of which one has to fit, and by a time have one schema each. */
function shareFilter(parameter: Parameter, schemas: Schemas): Parameter {
  const { schema, required, ...rest } = parameter;
  if (parameter.$ref) return parameter;
  const name = nameOfFilter(schema);
  if (name) schemas[name] ??= schema;
  const shared = name && isDeepStrictEqual(schemas[name], schema);
  return { ...rest, ...(required && { required }), schema: shared ? refTo(name) : schema };
}

function nameOfFilter({ oneOf, anyOf }: Schema): string | undefined {
  if (Array.isArray(oneOf) && (oneOf[0] as Schema).pattern === '\\S') return 'OneOrSeveral';
  return Array.isArray(anyOf) && (anyOf[0] as Schema).format === 'date-time' ? 'TimeOrDay' : undefined;
}

/** Answers that are nothing but a sentence are one answer, with the first recorded sentence as its example. */
function shareMessages(operations: Operations[string][], shared: Record<string, object>): void {
  const message = '#/components/schemas/MessageAnswer';
  for (const { responses } of operations) {
    const answer = responses['200'];
    if (answer?.content?.['application/json']?.schema?.$ref !== message) continue;
    shared.Message ??= answer;
    responses['200'] = { $ref: '#/components/responses/Message' };
  }
}

/** A parameter that operations repeat is a component, named by its own name and by its description. */
function shareParameters(operations: Operations[string][], shared: Record<string, object>): void {
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  const times = new Map<string, number>();
  for (const each of parameters) times.set(nameOf(each), (times.get(nameOf(each)) ?? 0) + 1);
  for (const operation of operations)
    operation.parameters = operation.parameters?.map((parameter) => {
      const name = nameOf(parameter);
      if (parameter.$ref || times.get(name)! < OFTEN) return parameter;
      shared[name] ??= parameter;
      return isDeepStrictEqual(shared[name], parameter)
        ? ({ $ref: `#/components/parameters/${name}` } as Parameter)
        : parameter;
    });
}

/** Such as `id.the-id-or-the-number`. */
function nameOf({ $ref, name, description }: Parameter): string {
  if ($ref) return $ref;
  const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${name}.${words.slice(0, 9).join('-')}`;
}

/** A property that schemas repeat is a component, named by the first of them: `ContainerShow.number`. */
function shareProperties(schemas: Schemas): void {
  const owners = new Map<string, string>();
  const times = new Map<string, number>();
  const properties = Object.entries(schemas)
    .sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1))
    .flatMap(([owner, schema]) => {
      const own = (schema.properties ?? {}) as Schemas;
      return Object.entries(own).map(([name, { 'x-parties': openTo, ...property }]) => {
        const key = `${name} ${JSON.stringify(property)}`;
        if (!owners.has(key)) owners.set(key, owner);
        times.set(key, (times.get(key) ?? 0) + 1);
        return { own, name, key, property, openTo };
      });
    });
  for (const { own, name, key, property, openTo } of properties) {
    if (times.get(key)! < OFTEN || key.length < LONG) continue;
    const shared = `${owners.get(key)}.${name}`;
    schemas[shared] = property;
    own[name] = { ...refTo(shared), ...(openTo !== undefined && { 'x-parties': openTo }) };
  }
}

/** Records as they are shown come before the same records in events. */
const rankOf = (schema: string) => `${schema.endsWith('InEvents') ? 1 : 0}${schema}`;

/** The links of lists are described where they are defined. */
function shareLinks(schemas: Schemas): void {
  const description = WORDS.get('actions');
  for (const { properties = {} } of Object.values(schemas) as { properties?: Schemas }[]) {
    const { actions } = properties;
    const name = String(actions?.$ref).split('/').at(-1)!;
    if (!name.endsWith('Links') || actions!.description !== description) continue;
    schemas[name]!.description = description;
    properties.actions = refTo(name);
  }
}

/** A record is created by the fields that it is updated by, some of which are then required. */
function shareFields(schemas: Schemas): void {
  for (const [name, { properties, required }] of Object.entries(schemas)) {
    const update = name.replace(/^Create/, 'Update');
    if (update === name || !isDeepStrictEqual(properties, schemas[update]?.properties)) continue;
    schemas[name] = { allOf: [refTo(update)], ...(required !== undefined && { required }) };
  }
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
