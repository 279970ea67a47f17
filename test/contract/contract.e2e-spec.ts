import { REPORT_NAMES } from '../../src/reports/frame/report-names';
import type { Answer, Client } from '../setup/client';
import { conformance } from '../setup/conformance';
import { documentOf } from '../setup/operations';
import { useDemonstration } from '../setup/demonstration';
import { Call, CALLS, IMPORT_CALLS } from './example-calls';
import { EDI_CALLS, FURTHER_EDI_CALLS } from './edi-calls';
import { FURTHER_CALLS } from './further-calls';
import { Keys } from './keys';
import { play } from './play';
import { roleOf } from './roles';
import { asStranger, Strange } from './stranger';
import { TABLE } from './table';

interface Operation {
  description: string;
  'x-set-up'?: boolean;
  responses: Record<string, unknown>;
}

/** What an endpoint answered. */
interface Heard {
  answers: Answer[];
  /** The refusals, by what was wrong with the request: status and sentence. Undefined where another one of its shape was asked. */
  refused?: Record<string, string>;
  /** The same where the path names no record: once for each parameter. */
  missing: string[];
  /** The same requests of another organization, one of each shape. */
  strange: Map<string, Strange>;
}

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** The statuses of failure that the operations of the set-up list. */
const SETUP_STATUSES = [400, 404, 409, 422];
/** What stands with the set-up, but came later: what is malformed is 422 there. */
const LATER = [
  'GET /me',
  'GET /organization',
  'PATCH /organization',
  'POST /containers/{}/plug_in',
  'POST /containers/{}/plug_out',
  'POST /vehicles/{}/deliver',
  'POST /breakbulks/{}/deliver',
  'POST /containers/{}/empty',
  'POST /containers/{}/renumber',
  'POST /packing_list_items/{}/strip',
  'POST /packing_list_items/{}/deliver',
];
/** Operations of the set-up that stand among those of daily work. */
const SETUP_ELSEWHERE = ['POST /invoices', 'DELETE /invoices/{}'];
/** How another organization hears of records that are not its own. */
const STRANGER_REFUSED = /^(404 .* (was not found|is not at the terminal)|(400|422) .* is unknown)\.$/;
/** Where a number that is not the organization's own is told as a reason, not refused, or each has something of its own. */
const TOLD = ['GET /availability', 'GET /billing_profile', 'GET /tokens'];
/** Operations whose request can be one without any record of the organization: another one makes its own. */
const FOR_ONESELF = [
  '/freight_forwarders',
  '/consignees',
  '/shipping_lines',
  '/gensets',
  '/vessels',
  '/webhook_endpoints',
].map((path) => `POST ${path}`);
/**
 * Operations that specs of their own hold: a stream never ends, its tickets are for all roles, a token that ends itself cannot go on, signing in needs no token, files are no JSON, reminders need a server of mails, a run
 * goes on beside requests, uploads are bytes, and Track & Trace has the shapes of others (test/events/stream, test/common/tokens, issuers,
 * test/billing/documents, test/reports/pictures, billing-runs, charge-list, statements, test/mail/sending, test/edi/edi-interchanges, test/edi/track-and-trace, test/condition/files, receipts and dangerous-goods).
 */
const APART = [
  'GET /events/stream',
  'POST /events/stream_tickets',
  'POST /me/revoke',
  'GET /sign_in',
  'GET /dcsa/v2/events',
  'GET /dcsa/v2/events/{}',
  'GET /yard_areas/{}/stacks.svg',
  'GET /containers/{}/readings.svg',
  ...REPORT_NAMES.map((name) => `GET /reports/${name}.svg`),
  ...['pdf', 'ubl', 'csv', 'charges'].map((form) => `GET /invoices/{}/${form}`),
  'GET /payments/{}/pdf',
  'GET /till_closings/{}/pdf',
  'GET /truck_visits/{}/interchanges/{}/receipt.pdf',
  'GET /truck_visits/{}/pass.pdf',
  'GET /customers/{}/{}/statement.pdf',
  'GET /dangerous_goods.pdf',
  'POST /receivables/remind',
  ...['', '/{}', '/{}/problems'].map((path) => `GET /billing_runs${path}`),
  'GET /billing_problems',
  'POST /billing_runs',
  'POST /billing_runs/{}/cancel',
  'POST /edi_interchanges',
  'POST /imports',
  'POST /files',
  'GET /files/{}',
  'POST /files/{}/link',
  'GET /edi_interchanges/{}/raw',
  'GET /charges',
  'GET /charges/{}',
  'POST /charges/{}/waive',
];

describe('the contract', () => {
  const demonstration = useDemonstration();
  const heard = new Map<string, Heard>();
  /** The kinds of operations that were asked in every way that guards and the reader of bodies refuse. */
  const refusedKinds = new Set<string>();
  let client: Client;
  let operations: Map<string, Operation>;

  beforeAll(async () => {
    const { paths } = documentOf(demonstration.current.service.app);
    operations = new Map(
      Object.entries(paths).flatMap(([path, verbs]) =>
        Object.entries(verbs as Record<string, Operation>).map(([verb, operation]) => [
          rowOf(`${verb} ${path}`),
          operation,
        ]),
      ),
    );
    client = demonstration.current;
    await play(
      client,
      [...CALLS, ...EDI_CALLS, ...IMPORT_CALLS, ...FURTHER_CALLS, ...FURTHER_EDI_CALLS],
      ask,
    );
  }, 300_000);

  /** Asks with the smallest role that may; one of each kind is first asked in every way that it refuses. */
  async function ask(method: Call['method'], path: string, body?: object): Promise<Answer> {
    const operation = conformance.operation(method, path);
    const row = rowOf(operation);
    if (!TABLE.some(([verb, template]) => `${verb} ${template}` === row))
      return client.send(method, path, body);
    if (!heard.has(row)) {
      const kind = kindOf(row, operation, body);
      const refused = refusedKinds.has(kind) ? undefined : await refusals(method, path, body);
      refusedKinds.add(kind);
      const missing = await refusalsOfMissing(operation, method, path, body);
      heard.set(row, { answers: [], refused, missing, strange: new Map() });
    }
    const { strange } = heard.get(row)!;
    const shape = shapeOf(path, body);
    if (!strange.has(shape)) strange.set(shape, await asStranger(client, method, path, body));
    const answer = await client.as(roleOf(row)!).send(method, path, body);
    heard.get(row)!.answers.push(answer);
    return answer;
  }

  const sentenceOf = (request: Promise<Answer>) =>
    request.then(
      ({ status, body: { error } }) => `${status} ${error}`,
      (undeclared: Error) => undeclared.message,
    );

  async function refusals(method: Call['method'], path: string, body?: object) {
    const nobody = { authorization: '' };
    const refused: Record<string, string> = {
      'without a token': await sentenceOf(client.send(method, path, body, nobody)),
      'without a token, in the other form': await sentenceOf(
        client.send(method, otherForm(path), body, nobody),
      ),
    };
    if (method !== 'GET') {
      refused['with a read token'] = await sentenceOf(client.as('read').send(method, path, body));
      refused['with broken JSON'] = await sentenceOf(client.send(method, path, '{'));
      refused['with a body of another type'] = await sentenceOf(
        client.send(method, path, 'x', { 'content-type': 'text/plain' }),
      );
    }
    return refused;
  }

  async function refusalsOfMissing(operation: string, method: Call['method'], path: string, body?: object) {
    const missing: string[] = [];
    for (const each of pathsOfMissing(operation.split(' ')[1]!, path))
      missing.push(await sentenceOf(client.send(method, each, body)));
    return missing;
  }

  /** A filter that is not open to tokens limited to parties is refused by 422, where the contract has 400 as well. */
  const ofParties = (row: string) =>
    operations.get(row)!.description.includes('A token that is limited to parties may call it') ? [422] : [];

  /** The statuses of failure that the document has for an operation. */
  const declared = (row: string) =>
    new Set(
      Object.keys(operations.get(row)!.responses)
        .map(Number)
        .filter((status) => status >= 400),
    );

  describe.each(TABLE)('%s %s', (method, path, statuses, keys, beyond = {}) => {
    const row = `${method} ${path}`;

    it('succeeds as it should, with the keys of the table in its answers', () => {
      const { answers } = heard.get(row)!;
      const creates =
        method === 'POST' &&
        !/\/(gate_out|rotate_secret|rotate_key|edi_channels\/\{\}\/test|redeliver|cancel|reverse|publish|complete|repair|withdraw|approve|charge_previews|undo|tallies\/\{\}\/close|reopen|read|apply|preview|dismiss|edi_interchanges\/\{\}\/resend|recompose|revoke|identity_issuers\/\{\}\/test|explain|erase|taken|tell|compose|allocate|deallocate|open)$/.test(
          path,
        );
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([creates ? 201 : 200]);
      const seen = new Keys(keys);
      for (const { body } of answers) seen.see(body);
      expect(seen.wrong()).toEqual([]);
    });

    it('refuses callers without the right, malformed requests, and unknown records', () => {
      const { refused, missing } = heard.get(row)!;
      const status = (code: number) => expect.stringMatching(`^${code} `) as string;
      if (refused)
        expect(refused).toEqual({
          'without a token': status(401),
          'without a token, in the other form': status(401),
          ...(method !== 'GET' && {
            'with a read token': status(roleOf(row) === 'read' ? 200 : 403),
            'with broken JSON': status(statuses.includes(400) ? 400 : 422),
            'with a body of another type': status(415),
          }),
        });
      expect(missing).toHaveLength(path.split('{}').length - 1);
      for (const answer of missing)
        expect(answer).toMatch(/^404 .* (was not found|is not at the terminal)\.$/);
    });

    it('shows and changes nothing for another organization', () => {
      const { strange } = heard.get(row)!;
      expect(strange.size).toBeGreaterThan(0);
      for (const { request, outcome, changed } of strange.values()) {
        expect([request, changed]).toEqual([request, []]);
        if (outcome === '201') expect(FOR_ONESELF).toContain(row);
        else if (outcome === '200') expect(TOLD).toContain(row);
        else if (outcome !== 'an empty list') expect(outcome).toMatch(STRANGER_REFUSED);
      }
    });

    it('declares the statuses of the table, and those that every endpoint has', () => {
      const listed = [...statuses, ...Object.keys(beyond).map(Number)];
      expect(declared(row)).toEqual(withEverywhere(method, [...listed, ...ofParties(row)]));
    });
  });

  it('was refused in every way for one operation of each kind', () => {
    const refused = [...heard.values()].filter((each) => each.refused);
    expect([refused.length, refused.length > 15]).toEqual([refusedKinds.size, true]);
  });

  it('has no endpoint beside it but the set-up', () => {
    const rows = TABLE.map(([method, path]) => `${method} ${path}`);
    const beside = [...operations].filter(([row]) => !rows.includes(row) && !APART.includes(row));
    for (const [row, operation] of beside) {
      const [method] = row.split(' ') as [Call['method']];
      expect([row, operation['x-set-up'] ?? false]).toEqual([row, !SETUP_ELSEWHERE.includes(row)]);
      const statuses = LATER.includes(row) ? [404, 422] : SETUP_STATUSES;
      expect([row, declared(row)]).toEqual([row, withEverywhere(method, [...statuses, ...ofParties(row)])]);
    }
  });

  it('documents every route', async () => {
    const tree = demonstration.current.service.app
      .getHttpAdapter()
      .getInstance()
      .printRoutes({ commonPrefix: false });
    const paths = [...new Set([...operations.keys()].map((row) => row.split(' ')[1]!))];
    // where the standard of Track & Trace has subscriptions there are none: test/edi/track-and-trace
    expect(pathsOf(tree).sort()).toEqual([...paths, '/dcsa/v2/event-subscriptions'].sort());
    for (const path of paths) {
      const verbs = [...WRITES, 'GET'].filter((verb) => operations.has(`${verb} ${path}`));
      if (verbs.includes('GET')) verbs.push('HEAD');
      if (verbs.includes('PUT') !== verbs.includes('PATCH'))
        verbs.push(verbs.includes('PUT') ? 'PATCH' : 'PUT');
      const other = WRITES.find((verb) => !verbs.includes(verb)) as Call['method'];
      const { status, headers } = await client.send(other, path.replaceAll('{}', '1'));
      expect([path, status, headers.allow]).toEqual([path, 405, verbs.sort().join(', ')]);
    }
  });
});

/** An operation, `get /api/v1/trucks/{id}`, as the table names it. */
function rowOf(operation: string): string {
  const [verb, path] = operation.split(' ') as [string, string];
  return `${verb.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{\w+\}/g, '{}')}`;
}

/** Statuses of failure, and those that every endpoint has. */
function withEverywhere(method: Call['method'], statuses: number[]): Set<number> {
  const conditions = { GET: [], POST: [409, 422] }[method as string] ?? [412];
  const bodies = method === 'GET' ? [] : [413, 415];
  return new Set([...statuses, 401, 403, 429, 500, 503, ...conditions, ...bodies]);
}

/** The path with `.json` where it has none, and without it where it has. */
function otherForm(path: string): string {
  const [plain, query] = path.split(/(?=\?)/) as [string, string?];
  return (plain.endsWith('.json') ? plain.slice(0, -'.json'.length) : `${plain}.json`) + (query ?? '');
}

/**
 * What guards and the reader of bodies know an operation by (test/contract/roles holds that each has it): the verb, the
 * role, whether there is a body and what a malformed one is answered, and how many records the path names.
 */
function kindOf(row: string, operation: string, body?: object): string {
  const [method] = row.split(' ');
  const [, , statuses] = TABLE.find(([verb, path]) => `${verb} ${path}` === row)!;
  return [
    method,
    roleOf(row),
    body !== undefined,
    statuses.includes(400),
    operation.split('{').length,
  ].join();
}

/** What a request names: the parameters of its query and the keys of its body, to any depth. */
function shapeOf(path: string, body?: object): string {
  const keys = new Set(new URLSearchParams(path.split('?')[1]).keys());
  JSON.stringify(body, (key, value: unknown) => {
    keys.add(/^\d+$/.test(key) ? '' : key);
    return value;
  });
  return [...keys].sort().join();
}

/** The path with each of its parameters in turn naming no record. */
function pathsOfMissing(template: string, path: string): string[] {
  const parts = path.split('?', 1)[0]!.split('/');
  return template
    .replace('/api/v1', '')
    .split('/')
    .flatMap((name, index) =>
      name.startsWith('{') ? [parts.with(index, index > 2 ? '999999' : 'nothing')] : [],
    )
    .map((missing) => missing.join('/'));
}

/** The paths under `/api/v1` in a tree of routes as Fastify prints it, as the table writes them. */
function pathsOf(tree: string): string[] {
  const above: string[] = [];
  const paths = [...tree.matchAll(/^([│ ]*)[├└]── (\S+)/gm)].map(([, indent, part]) => {
    const depth = indent!.length / 4;
    return (above[depth] = (above[depth - 1] ?? '') + part!.replace(/:\w+(\|:\w+)*/g, '{}'));
  });
  return paths.filter((path) => path.startsWith('/api/v1')).map((path) => path.replace('/api/v1', ''));
}
