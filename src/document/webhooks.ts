import type { INestApplication, Type } from '@nestjs/common';
import { getSchemaPath, OpenAPIObject } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { eventTypes } from '../common/recording/event-types';
import { isUntold, RowClass } from '../common/schema/columns';
import { entityOf, fieldsOf, viewClasses } from '../common/view/view-metadata';
import { viewOf } from '../events/event-views';
import recorded from './event-examples.json';
import { EventShow } from '../events/feed/event.view';

type Schema = Record<string, unknown>;
type Schemas = Record<string, Schema>;

const examples = recorded as Record<string, unknown>;

/** The headers of a delivery. */
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

/**
 * The webhooks of the API document: each event type with its schema and an example from the demonstration. Common parts
 * go to the components.
 */
export function webhooksOf(app: INestApplication, { components }: OpenAPIObject): Record<string, unknown> {
  const schemas = components!.schemas as Schemas;
  schemas.Delivery = DELIVERY;
  const events = new EventSchemas(schemas, new ShownInEvents(app.get(DataSource), schemas));
  Object.assign((components!.parameters ??= {}), PARAMETERS);
  Object.assign((components!.responses ??= {}), { Delivered: DELIVERED });
  const types = new Map([...eventTypes()].map(([type, { says }]) => [type, says]));
  types.set(TEST, 'Nothing happened: an endpoint is tested.');
  // Sort by name, because kinds come in the load order of their modules.
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([type, says]) => [type, { post: operationOf(type, says, events.of(type)) }]),
  );
}

const PARAMETERS = Object.fromEntries(
  HEADERS.map(([name, description, example]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' }, example },
  ]),
);

/** What every delivery holds; each webhook adds its type and its data. */
const DELIVERY = {
  type: 'object',
  description: 'What a receiver is sent. `data` is the event, as the feed and the stream show it',
  required: ['type', 'timestamp'],
  properties: {
    type: { type: 'string', description: 'The type of the event, as in the event itself' },
    timestamp: {
      type: 'string',
      format: 'date-time',
      description: 'When it happened at the terminal: `occurred_at` of the event',
    },
  },
};

const DELIVERED = { description: 'It is delivered. After anything else it is tried again.' };

/** The type of a test delivery, which is not an event. */
const TEST = 'webhook_endpoint.test';

const pascal = (type: string) =>
  type.replace(/(^|[._])(\w)/g, (_, _dot, letter: string) => letter.toUpperCase());
const refTo = (name: string) => ({ $ref: getSchemaPath(name) });

function operationOf(type: string, says: string, event: Schema): Schema {
  const example = examples[type];
  const own = { required: ['data'], properties: { type: { const: type }, data: event } };
  const body = {
    schema: { allOf: [refTo('Delivery'), own] },
    ...(example !== undefined && { example }),
  };
  return {
    operationId: `on${pascal(type)}`,
    tags: ['Events'],
    summary: says,
    security: [],
    parameters: HEADERS.map(([header]) => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: { required: true, content: { 'application/json': body } },
    responses: { '2XX': { $ref: '#/components/responses/Delivered' } },
  };
}

/**
 * The schemas of events: one for the common fields, and one for each type of record, such as `EventOfTruck`, with the types of
 * its events.
 */
class EventSchemas {
  private readonly data: Schema;
  private readonly types = new Map<string, string[]>();

  constructor(
    private readonly schemas: Schemas,
    private readonly shown: ShownInEvents,
  ) {
    const { properties, required, ...event } = schemas[EventShow.name]!;
    const { data, ...alike } = properties as Schemas;
    this.data = data!;
    const isAlike = (name: string) => name in alike;
    schemas.EventFacts = { ...event, required: (required as string[]).filter(isAlike), properties: alike };
  }

  of(type: string): Schema {
    if (type === TEST) return this.ofTest();
    const name = `EventOf${pascal(type.slice(0, type.indexOf('.')))}`;
    const view = viewOf(type);
    const data = view ? { anyOf: [this.shown.schemaOf(view), { type: 'null' }] } : this.data;
    const types = this.types.get(name) ?? [];
    this.types.set(name, types);
    types.push(type);
    const own = { required: ['data'], properties: { type: { enum: types }, data } };
    this.schemas[name] ??= { allOf: [refTo('EventFacts'), own] };
    return refTo(name);
  }

  private ofTest(): Schema {
    const { properties, ...event } = this.schemas[EventShow.name]!;
    const { type } = properties as Schemas;
    const id = { type: 'null', description: 'A test has no place in the feed' };
    return {
      ...event,
      properties: { ...(properties as Schemas), id, type: { ...type, const: TEST, example: TEST } },
    };
  }
}

/** The schemas of records in events: without `actions` and personal fields. */
class ShownInEvents {
  private readonly views: Map<string, Type>;
  private readonly known = new Map<string, Schema>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly schemas: Schemas,
  ) {
    this.views = new Map(viewClasses().map((view) => [view.name, view]));
  }

  /**
   * A reference to the schema of a view, or to a schema of its own such as `ConsigneeInEvents` when events omit fields.
   */
  schemaOf(view: Type): Schema {
    const known = this.known.get(view.name);
    if (known) return known;
    const reference = refTo(view.name);
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
    if (isSame) return reference;
    const name = `${view.name.replace(/(Show|Item)$/, '')}InEvents`;
    if (name in this.schemas) throw new Error(`${view.name} would be a second ${name}`);
    this.schemas[name] = schema;
    const own = refTo(name);
    this.known.set(view.name, own);
    return own;
  }

  /** Replaces the views that a schema references by their form in events. */
  private inside(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((each) => this.inside(each));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: string };
    const view = $ref && this.views.get($ref.split('/').at(-1)!);
    if (view) return { ...node, ...this.schemaOf(view) };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, this.inside(value)]));
  }

  private leftOutOf(view: Type): string[] {
    const entity = entityOf(view);
    return fieldsOf(view)
      .filter(({ name, column }) => name === 'actions' || (column !== undefined && isUntold(entity, column)))
      .map(({ name }) => name);
  }

  /** Omits the personal key of a referenced record, which leaves its id. */
  private withoutKey(view: Type, name: string, schema: Schema): Schema {
    const relation = this.dataSource.getMetadata(entityOf(view)).findRelationWithPropertyPath(name);
    if (!relation) return schema;
    const { $ref, anyOf, ...rest } = schema as { $ref?: string; anyOf?: { $ref?: string }[] };
    const shared = ($ref ?? anyOf?.[0]?.$ref)?.split('/').at(-1);
    const own = shared?.endsWith('Ref') ? this.schemas[shared]! : schema;
    const { properties, required } = own as { properties?: Schemas; required?: string[] };
    if (!properties) return schema;
    const target = relation.inverseEntityMetadata.target as RowClass;
    const kept = ([key]: [string, unknown]) => !isUntold(target, key);
    if (Object.entries(properties).every(kept)) return schema;
    return {
      ...rest,
      type: anyOf ? ['object', 'null'] : own.type,
      properties: Object.fromEntries(Object.entries(properties).filter(kept)),
      ...(required && { required: required.filter((key) => !isUntold(target, key)) }),
    };
  }
}
