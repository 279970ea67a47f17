import { ApiProperty, type OpenAPIObject } from '@nestjs/swagger';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { addField } from '../../src/common/view/view-metadata';
import { sqlOfViews } from '../../src/common/view/view-sql';
import { FAILURES } from '../../src/common/endpoint/failures';
import { eventTypes } from '../../src/common/recording/event-types';
import { viewOf } from '../../src/events/event-views';
import { allCodes } from '../../src/common/errors/codes';
import { buildDocument } from '../../src/document/document';
import { COMMON_CODES } from '../../src/document/common-codes';
import { FORMS } from '../../src/document/forms';
import { partOf, withoutExamples } from '../../src/document/parts';
import { printed } from '../../src/document/printed';
import { SYNONYMS } from '../../src/document/words/synonyms';
import { aContainer } from '../factories/cargo';
import { aTruck } from '../factories/parties';
import { aHold } from '../factories/holds';
import type { Answer, Client } from '../setup/client';
import { VERSION } from '../../src/common/home';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../src/cargo/containers/container-words';
import { CARRIERS, STAY_STATUSES } from '../../src/cargo/stays/stay-words';
import { DIMENSION_UNITS, WEIGHT_UNITS } from '../../src/common/tenancy/actor';
import { APPOINTMENT_STATUSES } from '../../src/gate/announcements/appointment-status';
import { Interchange } from '../../src/gate/visits/interchange.entity';
import { InterchangeOfVisit } from '../../src/gate/visits/interchange.view';
import { LOCATION_TYPES } from '../../src/places/locations/locations';
import { FIRST_TIERS } from '../../src/voyages/vessels/vessel.entity';
import { Voyage } from '../../src/voyages/voyages/voyage.entity';
import { VoyageItem } from '../../src/voyages/voyages/voyage.view';
import { DESTINATION_TYPES, VOYAGE_STATUSES } from '../../src/voyages/voyages/voyage-words';
import { VOCABULARIES } from '../../src/document/words/words';
import { documentOf } from '../setup/operations';
import { useService } from '../setup/service';
import { documentedClasses } from './documented-classes';

/** The codes of the release rules that come with the service. */
const RELEASE_CODES = [
  'held',
  'held_by_bill',
  'not_arrived',
  'departed',
  'bill_missing',
  'on_truck',
  'unpaid',
  'charges_due',
  'charges_unknown',
  'credit_limit_reached',
];

/** What else keeps a truck from leaving. */
const OTHER_OBSTACLES = [
  'expected_by_voyage',
  'already_here',
  'chassis_elsewhere',
  'container_status_differs',
  'genset_elsewhere',
  'nomination_missing',
  'inspection_missing',
  'voyage_cancelled',
  'voyage_departed',
];

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}

/** What operations do; a verb that is not among them is a new one. */
const VERBS = new Set(
  `list show create update remove cancel reverse apply lift plugIn plugOut strip deliver record stream rotate test replay
   redeliver remind empty renumber publish copy count complete move swap split merge close reopen send approve pay undo start finish preview price propose
   assign release download upload issue void credit quote give take return report discharge load find place plan run waive read dismiss resend recompose tell compose revoke explain signOut erase allocate deallocate open inspect repair withdraw`.split(
    /\s+/,
  ),
);

/** Schemas that stand for no class of the code. */
const SHARED = ['Delivery', 'EventFacts', 'FailureCode', 'OneOrSeveral', 'SubjectType', 'TimeOrDay'];

/** What needs no token. */
const PUBLIC = ['get /api/v1/sign_in'];

interface Operation {
  'x-codes'?: string[];
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  responses: Record<string, { description: string; content?: object }>;
}

/** What an address is told that has sent too many unknown tokens, while a hundred more wait. */
async function braked(client: Client): Promise<Answer> {
  const unknown = () => client.send('GET', '/trucks', undefined, { authorization: `Token ${randomUUID()}` });
  for (let sent = 0; sent < 30; sent++) await unknown();
  const many = Array.from({ length: 150 }, async () => {
    const answer = await unknown();
    if (answer.status !== 429) throw new Error(`${answer.status}`);
    return answer;
  });
  return Promise.any(many);
}

/** The answer to who asks for events that were pruned. */
async function pruned(client: Client): Promise<Answer> {
  await client.service.query(
    `INSERT INTO event_feeds (organization_id, uuid, last_id, pruned_id) VALUES ($1, gen_random_uuid(), 4711, 4710)
     ON CONFLICT (organization_id) DO UPDATE SET last_id = 4711, pruned_id = 4710`,
    [client.organization_id],
  );
  return client.get('/events?after=17');
}

interface Listed {
  enum?: unknown[];
  anyOf?: Listed[];
}

interface Property {
  $ref?: string;
  description?: string;
}

interface Inheriting {
  allOf?: Property[];
  properties?: Record<string, Property>;
}

/** The properties of all schemas in a part of the document, each with its name; examples are no schemas. */
function propertiesIn(node: unknown): [name: string, Property][] {
  if (Array.isArray(node)) return node.flatMap(propertiesIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (['example', 'examples', 'enum', 'const'].includes(key)) return [];
    const own = key === 'properties' ? Object.entries(value as Record<string, Property>) : [];
    return [...own, ...propertiesIn(key === 'properties' ? Object.values(value as object) : value)];
  });
}

/** Whether a description says nothing but the words of the name again. */
function restated(name: string, description: string): boolean {
  const known = name.toLowerCase().split(/[^a-z0-9]+/);
  const isNew = (word: string) =>
    !SMALL.has(word) && !known.some((each) => each && (word.startsWith(each) || each.startsWith(word)));
  return !description
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .some(isNew);
}

const SMALL = new Set(
  'a an and by for from has in is it its of on or that the there this to what when where which who whose with'.split(
    ' ',
  ),
);

/** Where Swagger keeps the names of the properties of a class. */
const PROPERTIES = 'swagger/apiModelPropertiesArray';

/** The lines that one text has more often than another. */
function beyond(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const times = left.get(line) ?? 0;
    left.set(line, times - 1);
    return times < 1;
  });
}

describe('the API document', () => {
  const service = useService();
  let document: OpenAPIObject;
  beforeAll(() => (document = documentOf(service.current.app)));
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs as Record<string, Operation>).map(([verb, operation]) => ({
        path,
        verb,
        ...operation,
        parameters: (operation.parameters ?? []).map(resolved),
      })),
    );
  /** A parameter itself, where the operation only refers to it. */
  const resolved = (parameter: Parameter & { $ref?: string }): Parameter =>
    parameter.$ref
      ? (document.components!.parameters![parameter.$ref.split('/').at(-1)!] as Parameter)
      : parameter;

  /** A schema itself, where a property only refers to it. */
  const followed = <P extends { $ref?: string }>({ $ref, ...own }: P): P =>
    ($ref ? { ...document.components!.schemas![$ref.split('/').at(-1)!], ...own } : own) as P;
  /** The properties in a part of the document, those that schemas share as well. */
  const properties = (part: unknown) =>
    propertiesIn(part).map(([name, property]): [string, Property] => [name, followed(property)]);
  /** A property of a schema, which may have it from another one. */
  const propertyOf = (schema: string, name: string): Property => {
    const { allOf, properties: own } = document.components!.schemas![schema] as Inheriting;
    return allOf ? propertyOf(allOf[0]!.$ref!.split('/').at(-1)!, name) : followed(own![name]!);
  };

  it('is committed as it is generated: npx wharfinger openapi --out docs/openapi.json', () => {
    const committed = readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8');
    expect(printed(withoutExamples(document))).toBe(committed);
  });

  it.each([
    [VoyageItem, Voyage],
    [InterchangeOfVisit, Interchange],
  ])('changes, with the SQL of the views, by 60 lines at most for a field of %p', (shown, entity) => {
    const { app } = service.current;
    const lines = () => {
      const text = [printed(withoutExamples(buildDocument(app))), sqlOfViews(app.get(DataSource))].join('\n');
      return text.split('\n');
    };
    const before = lines();
    const keys = Reflect.getMetadata(PROPERTIES, shown.prototype) as string[];
    const takeAway = addField(shown, entity, { name: 'planted', sql: ({ of }) => of('created_at') });
    ApiProperty({ type: 'string', description: 'What a test adds' })(shown.prototype, 'planted');
    try {
      const after = lines();
      const changed = beyond(after, before).length + beyond(before, after).length;
      expect([changed > 2, changed <= 60, changed]).toEqual([true, true, expect.any(Number)]);
    } finally {
      takeAway();
      Reflect.defineMetadata(PROPERTIES, keys, shown.prototype);
    }
  });

  it('describes each operation: an id of its own, a summary, one group, every parameter and every status', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = document.tags!.map(({ name }) => name);
    for (const { path, verb, summary, tags, parameters = [], responses } of operations()) {
      const what = `${verb} ${path}`;
      expect([what, summary]).toEqual([what, expect.stringMatching(/^[A-Z].{5,}/)]);
      expect([what, tags?.length, groups.includes(tags![0]!)]).toEqual([what, 1, true]);
      for (const { name, description } of parameters)
        expect([what, name, description]).toEqual([what, name, expect.any(String)]);
      expect([what, Object.keys(responses)]).toEqual([
        what,
        expect.arrayContaining([
          verb === 'post' ? expect.stringMatching(/20[012]/) : '200',
          ...(PUBLIC.includes(what) ? [] : ['401', '403', '429']),
          '500',
          '503',
          ...(verb === 'get' ? [] : ['413', '415']),
        ]),
      ]);
    }
  });

  it('calls each operation by a verb and its resource', () => {
    const wrong = operations().filter(({ path, operationId }) => {
      const [, verb, noun = ''] = /^([a-z]+(?:In|Out)?)([A-Z]\w*)$/.exec(operationId) ?? [];
      if (!verb || !VERBS.has(verb)) return true;
      const words = path.split(/[^a-z]+/).map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''));
      return !words.some((word) => word.length > 1 && noun.replace(/ies$/, 'y').toLowerCase().includes(word));
    });
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has no schema whose name ends in a digit, and a format for each instant', () => {
    expect(Object.keys(document.components!.schemas!).filter((name) => /\d$/.test(name))).toEqual([]);
    // the bays of a yard area are names
    const isInstant = ([name]: [string, Property]) => /(?<!^bay)(_at|_from|_until|_time)$/.test(name);
    const parameters = operations().flatMap((each) => each.parameters.map((one) => [one.name, one] as const));
    const found = [...properties(document.components), ...properties(document.paths), ...parameters]
      .map(([name, node]): [string, Property] => [name, node])
      .filter(isInstant);
    expect(found.length).toBeGreaterThan(100);
    const formless = found.filter(([, node]) => {
      const text = JSON.stringify(node);
      // a day in words that people write, a time of day, one of a few words, and what is no text
      return (
        text.includes('"string"') &&
        !/"enum":|"format":"date|"pattern":|hours and minutes|last day on which/.test(text)
      );
    });
    expect(formless).toEqual([]);
  });

  it('says what else people call operations, and shows each form of a request', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect([...Object.keys(SYNONYMS), ...Object.keys(FORMS)].filter((id) => !ids.includes(id))).toEqual([]);
    const gateIn = document.paths['/api/v1/truck_visits']!.post!;
    expect(gateIn.description).toContain('Also: let a truck in, ');
    const { content } = gateIn.requestBody as { content: Record<string, { examples: object }> };
    expect(content['application/json']).toMatchObject({ examples: FORMS.createTruckVisit });
    const removed = operations().filter(({ summary }) => /^Delete/.test(summary!));
    expect(removed.map(({ summary }) => summary)).toEqual([]);
  });

  it('lists codes of each operation that are declared', () => {
    const known = [...allCodes().values()].flatMap((each) => Object.keys(each));
    expect(COMMON_CODES.filter((code) => !known.includes(code))).toEqual([]);
    for (const { operationId, 'x-codes': codes = [] } of operations())
      expect([operationId, codes.filter((code) => !known.includes(code))]).toEqual([operationId, []]);
    const { paths } = partOf(document, { forPages: true });
    expect(paths['/api/v1/truck_visits']!.post!.description).toContain('`truck_already_inside`');
    const ofGateIn = operations().find(({ operationId }) => operationId === 'createTruckVisit')!['x-codes'];
    expect(ofGateIn).toEqual(expect.arrayContaining(['truck_already_inside', 'container_held', 'off_slot']));
  });

  it('has the end of a stream whose events were pruned, and a status for a path that is no valid URL', () => {
    expect(Object.keys(document.paths['/api/v1/events/stream']!.get!.responses)).toContain('204');
    const without = operations().filter(({ path, responses }) => path.includes('{') && !responses['404']);
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('describes each property, parameter and operation beyond its name', () => {
    const silent = (name: string, description = '') =>
      !description || restated(name, description) ? [`${name}: ${description}`] : [];
    // an event of a record, and its webhook, narrow what `EventFacts` and `Delivery` describe
    const schemas = Object.entries(document.components!.schemas!).filter(
      ([name]) => !/^EventOf(?!Person)/.test(name),
    );
    const all = [...properties(Object.fromEntries(schemas)), ...properties(document.paths)];
    expect(all.length).toBeGreaterThan(2500);
    expect(all.flatMap(([name, { description }]) => silent(name, description))).toEqual([]);
    for (const { path, verb, summary, description, parameters = [] } of operations()) {
      // the last paragraph says whose tokens it takes
      const [own, ...more] = description!.split('\n\n');
      expect([verb, path, more.length, silent(summary!, own)]).toEqual([verb, path, expect.any(Number), []]);
      expect([verb, path, more.length > 0]).toEqual([verb, path, true]);
      expect([path, parameters.flatMap((each) => silent(each.name, each.description))]).toEqual([path, []]);
    }
    for (const { name, description } of document.tags!)
      expect([name, description]).toEqual([name, expect.stringMatching(/.{20}/)]);
  });

  it.each<[schema: string, property: string, values: readonly unknown[]]>([
    ['ContainerShow', 'current_location_type', LOCATION_TYPES],
    ['BreakbulkShow', 'current_location_type', LOCATION_TYPES],
    ['VehicleItem', 'current_location_type', LOCATION_TYPES],
    ['AppointmentShow', 'status', APPOINTMENT_STATUSES],
    ['VoyageShow', 'status', VOYAGE_STATUSES],
    ['VoyageShow', 'discharge_destination_type', DESTINATION_TYPES],
    ['LoadListItemShow', 'container_status', CONTAINER_STATUSES],
    ['ContainerShow', 'usage', CONTAINER_USAGES],
    ['ContainerStayShow', 'status', STAY_STATUSES],
    ['Carrier', 'type', CARRIERS],
    ['VehicleShow', 'weight_unit', WEIGHT_UNITS],
    ['VehicleShow', 'dimension_unit', DIMENSION_UNITS],
    ['VesselShow', 'above_deck_first_tier', FIRST_TIERS],
    ['CreateVessel', 'above_deck_first_tier', FIRST_TIERS],
    ['ReleaseReasonShow', 'code', ['unknown', ...RELEASE_CODES]],
    ['Obstacle', 'code', [...RELEASE_CODES, ...OTHER_OBSTACLES]],
  ])('lists the words that %s.%s can be', (schema, property, values) => {
    const { enum: own, anyOf = [] } = propertyOf(schema, property) as Listed;
    const listed = (own ?? anyOf.find((each) => each.enum)?.enum ?? []).filter((value) => value !== null);
    expect([...listed].sort()).toEqual([...values].sort());
  });

  it('has no word in its vocabulary that nothing shows, and none twice', () => {
    const words = VOCABULARIES.flatMap((each) => Object.entries(each));
    expect(words.map(([word]) => word).filter((word, at, all) => all.indexOf(word) !== at)).toEqual([]);
    const shown = properties(document.components);
    // what null means is left out where it cannot be
    const says = ([word, text]: [string, string]) =>
      shown.some(
        ([name, { description = '' }]) =>
          name === word.split('.').at(-1) && description && text.startsWith(description),
      );
    expect(words.filter((word) => !says(word)).map(([word]) => word)).toEqual([]);
  });

  it('names every path parameter', () => {
    for (const { path, parameters = [] } of operations()) {
      const named = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect([path, named.sort()]).toEqual([
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
      ]);
    }
  });

  it('names the body of every success, and gives no example of a filter, which pages to try it out would send', () => {
    for (const { path, verb, parameters = [], responses } of operations()) {
      const { content = {} } = responses[200] ?? responses[201] ?? responses[202]!;
      const { schema } =
        (content as Record<string, { schema?: { type?: string } }>)['application/json'] ?? {};
      expect([verb, path, schema?.type]).not.toContain('object');
      for (const each of parameters.filter(({ in: where }) => where === 'query'))
        if (!each.required)
          expect([path, JSON.stringify(each)]).toEqual([path, expect.not.stringContaining('"example"')]);
    }
  });

  it('takes the token in both forms, and has the version of the package', () => {
    expect(document.security).toEqual([{ token: [] }, { tokenHeader: [] }]);
    const own = operations().filter(({ security }) => security);
    expect(own.map(({ verb, path, security }) => [`${verb} ${path}`, security])).toEqual(
      PUBLIC.map((row) => [row, []]),
    );
    expect(document.info.version).toBe(VERSION);
  });

  it('has no two classes of one name, of which Swagger would drop one silently', () => {
    const shown = [...eventTypes().keys()].flatMap((type) => viewOf(type) ?? []);
    const names = [...new Set([...documentedClasses(service.current.app), ...shown])].map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const schemas = Object.keys(document.components!.schemas!);
    const unnamed = schemas.filter((name) => !names.includes(name));
    expect(
      unnamed.filter(
        (name) => !SHARED.includes(name) && !/((List|Answer|Links)\d?|InEvents|Ref)$|^EventOf|\./.test(name),
      ),
    ).toEqual([]);
  });

  it('has no schema without a name, and no reference that leads nowhere', () => {
    const schemas = document.components!.schemas!;
    expect(Object.keys(schemas)).not.toContain('');
    expect(Object.keys(schemas)).not.toContain('Object');
    for (const [, reference] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]*)"/g))
      expect(Object.keys(schemas)).toContain(reference);
  });

  it('has a limit of 32 bits for no number that may be longer', () => {
    const numbers: { format?: string; maximum?: number }[] = [];
    JSON.stringify(document, (_, value: unknown) => {
      if (value && typeof value === 'object' && 'maximum' in value)
        numbers.push(value as { maximum: number });
      return value;
    });
    const wrong = numbers.filter(({ format, maximum }) => format === 'int32' && maximum! >= 2 ** 31);
    expect([numbers.length > 0, wrong]).toEqual([true, []]);
  });

  it('states for each whole number by one rule whether it has 32 bits or 64', () => {
    const sizes = new Map<string, Set<string | undefined>>();
    const look = (name: string, node: unknown) => {
      if (typeof node !== 'object' || node === null) return;
      const { type, format } = node as { type?: string | string[]; format?: string };
      if ('in' in node && 'schema' in node) return look((node as unknown as Parameter).name, node.schema);
      if ([type].flat().includes('integer')) sizes.set(name, (sizes.get(name) ?? new Set()).add(format));
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties')
          for (const [property, of] of Object.entries(value as object)) look(property, of);
        else if (!['example', 'examples'].includes(key))
          look(
            ['items', 'schema', 'anyOf', 'oneOf'].includes(key) || /^\d+$/.test(key)
              ? name
              : key.split('.').at(-1)!,
            value,
          );
      }
    };
    look('', document);
    // pieces of cargo, and those of all cargo of a bill
    expect(sizes.get('quantity')).toEqual(new Set(['int32', 'int64']));
    sizes.delete('quantity');
    expect(sizes.size).toBeGreaterThan(100);
    expect([...sizes].filter(([, formats]) => formats.size > 1 || formats.has(undefined))).toEqual([]);
    expect([...sizes].filter(([name, formats]) => /(^|_)ids?$/.test(name) && !formats.has('int64'))).toEqual(
      [],
    );
  });

  it('has the limits of the decimal numbers that are sent', async () => {
    const limits = { exclusiveMinimum: -1e12, exclusiveMaximum: 1e12 };
    expect(propertyOf('CreateTruck', 'weight')).toMatchObject({ minimum: 0, exclusiveMaximum: 1e12 });
    expect(propertyOf('CreateVoyage', 'berth_end_position')).toMatchObject(limits);
    expect(JSON.stringify(propertyOf('VoyageEventInput', 'custom_value'))).toContain(
      JSON.stringify({ type: 'number', ...limits }),
    );
    const client = await service.current.organization();
    for (const [weight, status] of [
      [999_999_999_999, 201],
      [1e12, 400],
    ] as const)
      expect((await client.post('/trucks', { truck: { license_plate: 'WH-1', weight } })).status).toBe(
        status,
      );
  });

  it('has the limits of an Idempotency-Key', () => {
    const { schema } = document.components!.parameters!['Idempotency-Key'] as {
      schema: { pattern: string; maxLength: number };
    };
    expect(schema.maxLength).toBe(255);
    const taken = (keys: string[]) => keys.filter((key) => new RegExp(schema.pattern).test(key));
    expect(taken(['a', '!~', 'a b', 'ä', '', 'a'.repeat(256)])).toEqual(['a', '!~']);
  });

  it('shows for each failure what the service answers', async () => {
    const client = await service.current.organization();
    const container = await aContainer(client);
    await aHold(client, container.number);
    const { license_plate: truck } = await aTruck(client);
    const answers: Answer[] = [
      await client.post('/trucks', { truck: {} }),
      await client.send('GET', '/trucks', undefined, { authorization: '' }),
      await client.as('read').post('/trucks', {}),
      await client.get('/voyages/WP2699'),
      await client.delete(`/containers/${container.number}`),
      await pruned(client),
      await client.send('PATCH', `/containers/${container.number}`, {}, { 'if-match': '"x"' }),
      await client.send('POST', '/trucks', `"${'x'.repeat(1 << 20)}"`),
      await client.send('POST', '/trucks', 'truck=1', { 'content-type': 'text/plain' }),
      await client.post('/truck_visits', { truck, gate: 'North' }),
      await braked(client),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toEqual([status, FAILURES[status]!.example]);
    expect([...answers.map(({ status }) => status), 500, 503]).toEqual(Object.keys(FAILURES).map(Number));
  });

  it('is served, with the page to read it', async () => {
    const served = await service.current.app.inject({ url: '/docs-json' });
    const here = JSON.stringify(document).replaceAll('http://localhost:3000', 'http://localhost:80');
    expect(served.json()).toEqual(JSON.parse(here));
    expect(served.json<OpenAPIObject>().externalDocs!.url).toBe('http://localhost:80/guides/');
    const elsewhere = { host: 'gate.example:8080' };
    const other = await service.current.app.inject({ url: '/docs-json', headers: elsewhere });
    const named = [other.json<OpenAPIObject>(), ...other.json<OpenAPIObject>().tags!];
    expect(named.flatMap(({ externalDocs }) => externalDocs?.url ?? [])).toEqual([
      'http://gate.example:8080/guides/',
      'http://gate.example:8080/guides/quay.md',
      'http://gate.example:8080/guides/gate.md',
      'http://gate.example:8080/guides/condition.md',
      'http://gate.example:8080/guides/holds.md',
      'http://gate.example:8080/guides/morning.md',
      'http://gate.example:8080/guides/tariffs.md',
      'http://gate.example:8080/events.md',
      'http://gate.example:8080/guides/fields.md',
    ]);
    expect(other.body).not.toMatch(/http:\/\/localhost/);
    const yaml = await service.current.app.inject({ url: '/docs-yaml' });
    expect(load(yaml.body)).toEqual(served.json());
    const landing = await service.current.app.inject({ url: '/' });
    const links = [...landing.body.matchAll(/(?:href)="([^"]+)"/g)].map(([, path]) => `/${path}`);
    expect(links).toEqual(
      expect.arrayContaining(['/docs', '/scalar', '/guides/', '/docs-json', '/health/ready']),
    );
    for (const url of ['/', ...links, '/guides/paging.md', '/errors.md'])
      expect([url, (await service.current.app.inject({ url })).statusCode]).toEqual([url, 200]);
    const parts: string[] = [];
    for (const url of ['/docs', '/scalar']) {
      const page = await service.current.app.inject({ url });
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^text\/html/),
      ]);
      parts.push(url, ...[...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => `/${path}`));
    }
    for (const url of ['/docs-json', '/docs-yaml', ...parts]) {
      const { statusCode, headers } = await service.current.app.inject({ url });
      expect([url, statusCode, headers.etag]).toEqual([url, 200, expect.stringMatching(/^"[\w-]{43}"$/)]);
      const again = await service.current.app.inject({ url, headers: { 'if-none-match': headers.etag } });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
    }
  });
});
