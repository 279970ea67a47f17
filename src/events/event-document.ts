import type { INestApplication, Type } from '@nestjs/common';
import { getSchemaPath, OpenAPIObject } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { eventTypes } from '../common/recording/event-types';
import { isPersonal, RowClass } from '../common/schema/columns';
import { entityOf, fieldsOf, viewClasses } from '../common/view/view-metadata';
import { viewOf } from './event-views';
import recorded from './event-examples.json';
import { EventShow } from './feed/event.view';

type Schema = Record<string, unknown>;
type Schemas = Record<string, Schema>;

const examples = recorded as Record<string, unknown>;

/** What a receiver is sent in the headers of each delivery. */
const HEADERS = [
  [
    'webhook-id',
    'The same in each try, and for the same event always',
    'evt_0b8f2c54-7f0e-4a39-8a5c-0d2f6a3b9e11_4711',
  ],
  ['webhook-timestamp', 'When this try was made, in seconds since 1970', '1795182600'],
  [
    'webhook-signature',
    'Signatures of `id.timestamp.body`, separated by spaces',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const;

/** The webhooks of the API document: each type of event with its schema, and one that happened in the demonstration. */
export function webhooksOf(app: INestApplication, { components }: OpenAPIObject): Record<string, unknown> {
  const shown = new ShownInEvents(app.get(DataSource), components!.schemas as Schemas);
  const event = (components!.schemas as Schemas)[EventShow.name]!;
  const types = new Map([...eventTypes()].map(([type, { says }]) => [type, says]));
  types.set('webhook_endpoint.test', 'Nothing happened: an endpoint is tested.');
  // by name: the kinds come in the order in which their modules were loaded
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([type, says]) => {
      const view = type === 'webhook_endpoint.test' ? undefined : viewOf(type);
      return [type, { post: operationOf(type, says, dataOf(event, type, view && shown.schemaOf(view))) }];
    }),
  );
}

function operationOf(type: string, says: string, data: Schema): Schema {
  const example = examples[type];
  const name = type.replace(/(^|[._])(\w)/g, (_, _dot, letter: string) => letter.toUpperCase());
  const body = {
    schema: {
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { type: 'string', const: type },
        timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
        data,
      },
    },
    ...(example !== undefined && { example }),
  };
  return {
    operationId: `on${name}`,
    tags: ['Events'],
    summary: says,
    security: [],
    parameters: HEADERS.map(([header, description, value]) => ({
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example: value,
    })),
    requestBody: { required: true, content: { 'application/json': body } },
    responses: { '2XX': { description: 'It is delivered. After anything else it is tried again.' } },
  };
}

/** The schema of an event of one type. */
function dataOf({ properties, ...event }: Schema, type: string, record: Schema | undefined): Schema {
  const all = properties as Schemas;
  const orNull = record && { anyOf: [record, { type: 'null' }], description: all.data!.description };
  const isTest = type === 'webhook_endpoint.test';
  return {
    ...event,
    properties: {
      ...all,
      ...(isTest && { id: { type: 'null' } }),
      type: { type: 'string', const: type },
      ...(orNull && { data: orNull }),
    },
  };
}

/** The schemas of views as events have them: without `actions`, and without what is personal. */
class ShownInEvents {
  private readonly views: Map<string, Type>;
  private readonly known = new Map<string, Schema>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly schemas: Schemas,
  ) {
    this.views = new Map(viewClasses().map((view) => [view.name, view]));
  }

  /** A reference where events show the same, else the schema itself. */
  schemaOf(view: Type): Schema {
    const known = this.known.get(view.name);
    if (known) return known;
    const reference = { $ref: getSchemaPath(view) };
    this.known.set(view.name, reference);
    const whole = this.schemas[view.name]!;
    const leftOut = this.leftOutOf(view);
    const properties = Object.fromEntries(
      Object.entries((whole.properties ?? {}) as Schemas)
        .filter(([name]) => !leftOut.includes(name))
        .map(([name, schema]) => [name, this.inside(this.withoutKey(view, name, schema)) as Schema]),
    );
    const required = (whole.required as string[] | undefined)?.filter((name) => !leftOut.includes(name));
    const schema = { ...whole, properties, ...(required && { required }) };
    const isSame = JSON.stringify(schema) === JSON.stringify(whole);
    this.known.set(view.name, isSame ? reference : schema);
    return isSame ? reference : schema;
  }

  /** The same schema with what its references lead to as events show it. */
  private inside(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((each) => this.inside(each));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: string };
    const view = $ref && this.views.get($ref.split('/').at(-1)!);
    if (view) return this.schemaOf(view);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, this.inside(value)]));
  }

  private leftOutOf(view: Type): string[] {
    const entity = entityOf(view);
    return fieldsOf(view)
      .filter(
        ({ name, column }) => name === 'actions' || (column !== undefined && isPersonal(entity, column)),
      )
      .map(({ name }) => name);
  }

  /** A reference to a record whose key is personal is its id alone. */
  private withoutKey(view: Type, name: string, schema: Schema): Schema {
    const relation = this.dataSource.getMetadata(entityOf(view)).findRelationWithPropertyPath(name);
    const { properties, required } = schema as { properties?: Schemas; required?: string[] };
    if (!relation || !properties) return schema;
    const target = relation.inverseEntityMetadata.target as RowClass;
    const kept = ([key]: [string, unknown]) => !isPersonal(target, key);
    return {
      ...schema,
      properties: Object.fromEntries(Object.entries(properties).filter(kept)),
      ...(required && { required: required.filter((key) => !isPersonal(target, key)) }),
    };
  }
}
