import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '../../src/common/recording/event-types';
import { buildDocument } from '../../src/document';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';
import { CALLS } from './example-calls';
import { demoClient, play } from './play';
import { type Paths, setupCalls, setUpKinds } from './setup-calls';
import { haveTheRestHappen } from './event-calls';

/** The examples of the API document, by operation. `UPDATE_EXAMPLES=1 npx jest examples` writes them anew. */
const FILE = join(__dirname, '../../src/examples.json');

/** The examples of its webhooks, by type of event. */
const EVENTS = join(__dirname, '../../src/events/event-examples.json');

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

describe('the examples of the API document', () => {
  const service = useService({ PUBLIC_URL: 'http://localhost:3000', WEBHOOK_ALLOW_PRIVATE: 'true' });
  let paths: Paths;
  beforeAll(() => {
    paths = buildDocument(service.current.app).paths as Paths;
  });

  it('are real requests and answers on the demonstration data, one for each operation', async () => {
    const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
    const { examples, events } = await record();
    const recorded = steady(examples, read());
    const sent = () => JSON.parse(readFileSync(EVENTS, 'utf8')) as Record<string, unknown>;
    const happened = steady(events, sent());
    if (process.env.UPDATE_EXAMPLES) {
      writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
      writeFileSync(EVENTS, `${JSON.stringify(happened, null, 2)}\n`);
    }
    const operations = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).flatMap((verb) => (path.endsWith('/stream') ? [] : `${verb} ${path}`)),
    );
    // one without an example needs a call in example-calls.ts; what differs: UPDATE_EXAMPLES=1, and read the difference
    expect(Object.keys(recorded).sort()).toEqual(operations.sort());
    expect(read()).toEqual(recorded);
    // a type without an example needs a call, too
    expect([...eventTypes().keys(), 'webhook_endpoint.test'].filter((type) => !happened[type])).toEqual([]);
    expect(sent()).toEqual(happened);
  });

  /** Plays the calls, then the set-up kinds, and keeps the first answer of each operation. */
  async function record(): Promise<{ examples: Record<string, Example>; events: Record<string, Sent> }> {
    const client = await demoClient(service.current);
    const examples: Record<string, Example> = {};
    await play(client, [...CALLS, ...setupCalls(paths)], async (method, path, body) => {
      const answer = await client.send(method, path, body);
      examples[service.current.conformance.operation(method, path)] ??= {
        ...(body && { request: body }),
        status: answer.status,
        response: answer.body,
      };
      return answer;
    });
    const test = (await haveTheRestHappen(client, setUpKinds(paths))).body as Sent;
    return { examples, events: { ...(await eventsOf(client)), [test.type]: test } };
  }

  /** The first event of each type, as a webhook sends it, once all that was recorded is published. */
  async function eventsOf(client: Client): Promise<Record<string, Sent>> {
    const feed = new Follower(client, 'per=500');
    await allPublished(client);
    const sent: Record<string, Sent> = {};
    for (const event of await feed.read())
      sent[event.type] ??= { type: event.type, timestamp: event.occurred_at, data: event };
    return Object.fromEntries(Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
});

/** What differs from run to run: times of writing, and what is made at random. */
const PASSING =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|(http.*\/)?PA\d{8}|whsec_.+|http:\/\/127.0.0.1:\d+\/hook|[\w-]{43}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** What changes while time passes: how long a container or a truck is here, and what became of deliveries so far. */
const GROWING = [
  'dwell_seconds',
  'duration',
  'failing_since',
  'tries',
  'next_try_at',
  'last_tried_at',
  'last_status',
  'last_error',
  'last_answer',
];

/** What was recorded now, with what differs from run to run as it was committed. */
function steady<T>(now: T, committed: unknown, grows?: boolean): T;
function steady(now: unknown, committed: unknown, grows = false): unknown {
  if (grows && committed !== undefined) return committed;
  if (Array.isArray(now)) return now.map((each, at) => steady(each, (committed as unknown[])?.[at]));
  // how far a delivery has come by now
  if (typeof now === 'object' && now !== null && 'last_tried_at' in now) return committed ?? now;
  if (typeof now === 'object' && now !== null)
    return Object.fromEntries(
      Object.entries(now).map(([key, value]) => [
        key,
        steady(value, (committed as Record<string, unknown>)?.[key], GROWING.includes(key)),
      ]),
    );
  return PASSING.test(String(now)) && PASSING.test(String(committed)) ? committed : now;
}
