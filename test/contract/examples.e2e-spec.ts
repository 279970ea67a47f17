import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { eventTypes } from '../../src/common/recording/event-types';
import { DEMO } from '../../src/demo/demo';
import { FORMS } from '../../src/document/forms';
import { anIdentityIssuer } from '../factories/parties';
import type { Answer, Client } from '../setup/client';
import { conformance } from '../setup/conformance';
import { allPublished, Follower } from '../setup/events';
import { useDemonstration } from '../setup/demonstration';
import { documentOf } from '../setup/operations';
import { type Call, CALLS, IMPORT_CALLS } from './example-calls';
import { play } from './play';
import { EDI_CALLS } from './edi-calls';
import { type Paths, setupCalls, setUpKinds } from './setup-calls';
import { haveTheRestHappen } from './event-calls';

/** The examples of the API document, by operation. `UPDATE_EXAMPLES=1 npx jest examples` writes them anew. */
const FILE = join(__dirname, '../../src/document/examples.json');

/** The examples of its webhooks, by type of event. */
const EVENTS = join(__dirname, '../../src/document/event-examples.json');

/** Operations that change nothing which is traced. */
const UNTRACED: Record<string, string> = {
  'post /api/v1/identity_issuers/{id}/test': 'it only looks',
  'post /api/v1/identity_issuers/{id}/explain': 'it only looks',
  'post /api/v1/events/stream_tickets': 'a ticket is of a minute, and what it opens only reads',
  'post /api/v1/files/{id}/link': 'a link is of ten minutes, and what it opens only reads',
  'post /api/v1/containers/{number}/readings': 'a reading says itself who made it',
  'post /api/v1/reefer_readings': 'a reading says itself who made it',
  'post /api/v1/charge_previews': 'it only reckons',
  'post /api/v1/edi_channels/{id}/test': 'it only looks',
  'post /api/v1/edi_flows/{id}/tell': 'the message that tells it leaves one',
  'post /api/v1/charges/{id}/waive': 'charges say themselves who made them',
  'post /api/v1/receivables/remind': 'no mail is set up there',
  'post /api/v1/imports': 'an import says itself who sent it',
  'post /api/v1/billing_runs': 'a run says itself who started it',
  'post /api/v1/billing_runs/{id}/cancel': 'a run says itself that it was cancelled',
};

/**
 * Operations that leave a trace and are no event: what becomes of tokens is in traces alone; others have events told again, or one that did not happen; or they order
 * what is done beside requests, and then told; a file is of nobody but its uploader until a record names it.
 */
const UNTOLD = [
  'post /api/v1/tokens',
  'patch /api/v1/tokens/{id}',
  'post /api/v1/tokens/{id}/revoke',
  'post /api/v1/me/revoke',
  'post /api/v1/identity_issuers',
  'patch /api/v1/identity_issuers/{id}',
  'delete /api/v1/identity_issuers/{id}',
  'post /api/v1/users/{id}/sign_out',
  'delete /api/v1/users/{id}/identities/{identity_id}',
  'post /api/v1/webhook_endpoints/{id}/test',
  'post /api/v1/webhook_endpoints/{id}/replay',
  'post /api/v1/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver',
  'post /api/v1/edi_messages/{id}/preview',
  'post /api/v1/invoices/{id}/send',
  'post /api/v1/mails/{id}/resend',
  'post /api/v1/edi_interchanges/{id}/read',
  'post /api/v1/files',
];

interface Sent {
  type: string;
  timestamp: string;
  data: unknown;
}

interface Example {
  request?: unknown;
  status: number;
  response: unknown;
}

/** A request that was played, and what it left behind. */
interface Played {
  /** The operation, as `get /api/v1/trucks`. */
  row: string;
  request: string;
  body: object | undefined;
  answer: Answer;
  /** The operations that its traces name. */
  traces: string[];
  events: number;
}

describe('the calls on the demonstration data', () => {
  const demonstration = useDemonstration({
    PUBLIC_URL: 'http://localhost:3000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  const played: Played[] = [];
  let client: Client;
  let paths: Paths;
  let operations: string[];

  beforeAll(async () => {
    client = demonstration.current;
    paths = documentOf(client.service.app).paths as Paths;
    operations = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb} ${path}`),
    );
    const askAs =
      (asker: Client) => async (method: Call['method'], path: string, body: object | undefined) => {
        // it has the events that are published by then
        if (path.endsWith('/personal_data')) await allPublished(client);
        const request_id = randomUUID();
        const answer = await asker.send(method, path, body, { 'x-request-id': request_id });
        const left = method === 'GET' ? { traces: [], events: 0 } : await leftBy(request_id);
        const request = `${method} ${path} ${JSON.stringify(body)}`;
        played.push({ row: conformance.operation(method, path), request, body, answer, ...left });
        return answer;
      };
    await play(client, [...CALLS, ...EDI_CALLS, ...IMPORT_CALLS, ...setupCalls(paths)], askAs(client));
    await askAs(client)('DELETE', await identityOf('femke.dijk@harbour.example'), undefined);
    // of a token that nobody needs any more
    await askAs(client.as('read'))('POST', '/me/revoke', undefined);
  }, 300_000);

  /** The path of an identity, as if the user had signed in: no request of these makes one. */
  async function identityOf(email: string): Promise<string> {
    const { id } = await anIdentityIssuer(client);
    const [identity] = await client.service.query<{ id: number }>(
      `INSERT INTO user_identities (organization_id, issuer_id, user_id, sub)
       SELECT u.organization_id, $3, u.id, 'f3b7c1d2' FROM users u WHERE u.organization_id = $1 AND u.email = $2
       RETURNING id`,
      [client.organization_id, email, id],
    );
    return `/users/${email}/identities/${identity!.id}`;
  }

  async function leftBy(request_id: string): Promise<Pick<Played, 'traces' | 'events'>> {
    const [row] = await client.service.query<{ operations: string[] | null; events: number }>(
      `SELECT (SELECT array_agg(DISTINCT operation) FROM audit_entries
           WHERE request_id = $1 AND organization_id = $2 AND user_id = $3) AS operations,
         (SELECT count(*)::integer FROM (
           SELECT FROM events_written WHERE request_id = $1 AND user_id = $3
           UNION ALL SELECT FROM events WHERE request_id = $1 AND user_id = $3) e) AS events`,
      [request_id, client.organization_id, client.user_id],
    );
    return { traces: row!.operations ?? [], events: row!.events };
  }

  it('are the examples of the API document: real requests and answers, one for each operation', async () => {
    const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
    const recorded = steady(examples(), read());
    const sent = () => JSON.parse(readFileSync(EVENTS, 'utf8')) as Record<string, unknown>;
    const happened = steady(await events(), sent());
    if (process.env.UPDATE_EXAMPLES) {
      writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
      writeFileSync(EVENTS, `${JSON.stringify(happened, null, 2)}\n`);
    }
    // one without an example needs a call in example-calls.ts; what differs: UPDATE_EXAMPLES=1, and read the difference
    expect(Object.keys(recorded).sort()).toEqual(
      operations
        .filter(
          (row) =>
            !/\/(stream|pdf|ubl|csv|raw|remind)$|\.(svg|pdf)$|^get \/api\/v1\/files\/\{id\}$/.test(row),
        )
        .sort(),
    );
    expect(read()).toEqual(recorded);
    // a type without an example needs a call, too
    expect([...eventTypes().keys(), 'webhook_endpoint.test'].filter((type) => !happened[type])).toEqual([]);
    expect(sent()).toEqual(happened);
  });

  /** The first request of each operation and its answer. */
  function examples(): Record<string, Example> {
    const found: Record<string, Example> = {};
    for (const { row, body, answer } of played)
      found[row] ??= {
        ...(body && { request: Buffer.isBuffer(body) ? body.toString() : body }),
        status: answer.status,
        response: answer.body,
      };
    return found;
  }

  /** The first event of each type, as a webhook sends it, once all that was recorded is published. */
  async function events(): Promise<Record<string, Sent>> {
    const test = (await haveTheRestHappen(client, setUpKinds(paths))).body as Sent;
    const feed = new Follower(client, 'per=500');
    await allPublished(client);
    const sent: Record<string, Sent> = {};
    for (const event of await feed.read())
      sent[event.type] ??= { type: event.type, timestamp: event.occurred_at, data: event };
    const inOrder = Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...Object.fromEntries(inOrder), [test.type]: test };
  }

  describe('that write', () => {
    const writes = (row: string) => !row.startsWith('get ');

    it('are of every operation that writes', () => {
      const tried = (row: string) => played.some((each) => each.row === row) || row in UNTRACED;
      expect(operations.filter((row) => writes(row) && !tried(row))).toEqual([]);
    });

    it('leave a trace each, by the name of the operation', () => {
      const setUp = setUpKinds(paths);
      /** The update of a set-up kind is played with what is stored already; they all have the same code. */
      const repeats = (row: string) => row.startsWith('patch ') && setUp.includes(row.split('/')[3]!);
      const wrong = operations.filter(writes).filter((row) => {
        const [verb, template] = row.split(' ') as [string, string];
        const path = template.replace(/\{(\w+)\}/g, ':$1');
        const name = new RegExp(`^${verb.toUpperCase().replace(/^(PUT|PATCH)/, '(PUT|PATCH)')} ${path}$`);
        const traces = played.filter((each) => each.row === row).flatMap((each) => each.traces);
        if (!traces.length) return !(row in UNTRACED) && !repeats(row);
        return !traces.every((each) => name.test(each));
      });
      expect(wrong).toEqual([]);
    });

    it('are recorded as an event whenever they leave one, and only then', () => {
      const wrong = played
        .filter(({ row }) => !UNTOLD.includes(row) && !(row in UNTRACED))
        .filter(({ traces, events }) => !traces.length !== !events);
      expect(wrong.map(({ request }) => request)).toEqual([]);
    });
  });
});

/** A form as it is shown, but in a slot that is not over on the day of the run. */
async function inAFreeSlot(client: Client, value: object): Promise<object> {
  if (!('starts_at' in value)) return value;
  const { appointment_slots } = (await client.get('/appointment_slots')).body;
  const free = appointment_slots.find(({ available }: { available: number }) => available > 0);
  return { ...value, starts_at: free.starts_at };
}

describe.each(Object.entries(FORMS))('each form that %s shows', (operationId, forms) => {
  const demonstration = useDemonstration();

  it('is taken, on the demonstration as it was loaded', async () => {
    const client = demonstration.current;
    const paths = documentOf(client.service.app).paths as Record<string, { post?: { operationId?: string } }>;
    const [path = ''] = Object.entries(paths).find(([, { post }]) => post?.operationId === operationId)!;
    for (const [name, { value }] of Object.entries(forms)) {
      const url = path.replace('/api/v1', '').replace('{truck_visit_id}', await visitFor(client, path));
      const { status, body } = await client.post(url, await inAFreeSlot(client, value));
      expect([name, status, body]).toEqual([
        name,
        201,
        expect.not.objectContaining({ error: expect.anything() }),
      ]);
    }
  });
});

/** A truck that is inside, where a path names its visit. */
async function visitFor(client: Client, path: string): Promise<string> {
  if (!path.includes('{')) return '';
  const { body } = await client.get('/truck_visits?inside=true');
  if (body.truck_visits.length) return String(body.truck_visits[0].id);
  return String((await client.create('/truck_visits', { truck: 'KD-118-R', gate: 'In 1' })).truck_visit.id);
}

/** What differs from run to run: times of writing, and what is made at random. */
const PASSING =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)|(http.*\/)?(PA|NM)\d{8}|ACC\d{6}|DRAFT-\d{8}|whsec_.+|http.+\?ticket=[\w-]{43}|whf_[\w-]{4}|whf_[\w-]{43}|ssh-ed25519 \S{68} wharfinger|http:\/\/127.0.0.1:\d+\/hook|[\da-f]{64}|[\w-]{43}|(TM-)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The day of the run at the terminal, such as that of a payment: two where the run passes midnight. */
const DAYS_OF_RUN = [Date.now(), Date.now() - 3_600_000, Date.now() + 3_600_000].map((at) =>
  DateTime.fromMillis(at, { zone: DEMO.time_zone }).toISODate(),
);
/** The year and the place in a series that begins anew each year: INV-2026-000004. */
const YEAR_OF_NUMBER = /(?<=\b[A-Z]+-)\d{4}-\d{6}\b/g;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What changes while time passes: how long a container or a truck is here, and what became of deliveries so far. */
const GROWING = [
  'minutes_since_reading',
  'average_dwell_days',
  'ahead',
  'event_id',
  'last_voyage',
  'unplugged_since',
  'dwell',
  'dwell_seconds',
  'duration',
  'due_on',
  'failing_since',
  'tries',
  'next_try_at',
  'last_tried_at',
  'last_status',
  'last_error',
  'last_answer',
  'last_seen_at',
  'last_used_at',
  'last_worked_at',
  'milliseconds',
];

/** What was recorded now, with what differs from run to run as it was committed. */
function steady<T>(now: T, committed: unknown, grows?: boolean): T;
function steady(now: unknown, committed: unknown, grows = false): unknown {
  if (grows && committed !== undefined) return committed;
  if (Array.isArray(now)) return now.map((each, at) => steady(each, (committed as unknown[])?.[at]));
  // how far a delivery has come by now
  if (typeof now === 'object' && now !== null && 'last_tried_at' in now) return committed ?? now;
  // which reefer or release is noticed first, beside requests, depends on the day and on chance
  if (isNoticed(now)) return committed ?? now;
  if (typeof now === 'object' && now !== null) {
    // events and traces have no fixed places, because messages of several partners are worked at side by side
    const isNoted = 'recorded_at' in now || 'subject_path' in now || ('operation' in now && 'before' in now);
    const before = (committed ?? {}) as Record<string, unknown>;
    // what a vessel did last is told for a month
    const keys = new Set([...Object.keys(now), ...('last_voyage' in before ? ['last_voyage'] : [])]);
    return Object.fromEntries(
      [...keys].map((key) => [
        key,
        steady(
          (now as Record<string, unknown>)[key],
          before[key],
          GROWING.includes(key) || (isNoted && key === 'id'),
        ),
      ]),
    );
  }
  const [value, before] = [now, committed].map((each) => String(each).replace(YEAR_OF_NUMBER, ''));
  if (typeof now !== typeof committed) return now;
  const passes =
    value === before ||
    (DAYS_OF_RUN.includes(value!) && DAY.test(before!)) ||
    (PASSING.test(value!) && PASSING.test(before!));
  return passes ? committed : now;
}

const isNoticed = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  /^(reefer\.|booking_release\.expired$)/.test(value.type);
