// What the built client makes of answers that are none, late, or no JSON: played against a server of its own. Ends with
// 1 when it is something else than expected.
import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { createServer } from 'node:http';
import { createWharfinger, WharfingerError } from '../dist/index.js';

/** @type {((request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void)[]} */
let answers = [];
/** @type {import('node:http').IncomingMessage[]} */
let asked = [];
const server = createServer((request, response) => {
  asked.push(request);
  const answer = answers.shift();
  if (!answer) throw new Error('One request too many');
  answer(request, response);
});
await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
const address = server.address();
const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;

/**
 * The answers that the server gives from now on.
 * @param {typeof answers} next
 */
function will(...next) {
  answers = next;
  asked = [];
}
/**
 * @param {number} status
 * @param {string} body
 * @param {Record<string, string>} [headers]
 * @returns {(typeof answers)[0]}
 */
const answer =
  (status, body, headers = {}) =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const busy = answer(503, '{"error": "Busy."}', { 'retry-after': '0' });
const lost = /** @type {(typeof answers)[0]} */ (request) => void request.destroy();
const ok = answer(200, '{"truck_visits": [], "actions": {}}');

/**
 * @param {string} code
 * @param {number} status
 */
const fails = (code, status) => (/** @type {unknown} */ error) => {
  if (!(error instanceof WharfingerError)) return false;
  deepEqual([error.code, error.status], [code, status]);
  return true;
};

const api = createWharfinger({ baseUrl, token: 'T' });
try {
  will(ok);
  await api.truckVisits.list({ gate_ids: [1, 2] });
  equal(decodeURIComponent(asked[0]?.url ?? ''), '/api/v1/truck_visits?gate_ids[]=1&gate_ids[]=2');
  equal(asked[0]?.headers.authorization, 'Bearer T');
  equal(asked[0]?.headers.prefer, 'handling=strict');

  // a name is what it is, also with a suffix or of dots; the headers of an answer are given
  const names = ['A.json', '..', 'a/b'];
  will(...names.map(() => answer(200, '{}', { etag: '"v1"' })));
  /** @type {(string | null)[]} */
  const tags = [];
  for (const name of names)
    await api.vessels.show(name, { onHeaders: (headers) => tags.push(headers.get('etag')) });
  deepEqual(
    asked.map(({ url }) => url),
    ['/api/v1/vessels/A.json.json', '/api/v1/vessels/...json', '/api/v1/vessels/a%2Fb.json'],
  );
  deepEqual(tags, ['"v1"', '"v1"', '"v1"']);

  // busy or lost: tried again, three times in all, with one key
  will(busy, lost, ok);
  await api.truckVisits.list();
  will(busy, busy, answer(201, '{}'));
  await api.truckVisits.create({ gate: 'In 1' });
  const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
  equal(keys.size, 1);
  equal([...keys].every(Boolean), true);
  will(lost, answer(409, '{"error": "Wait.", "code": "idempotency_key_in_use"}'), answer(201, '{}'));
  await api.truckVisits.create({ gate: 'In 1' });
  will(busy, busy, busy);
  await rejects(api.truckVisits.list(), fails('status_503', 503));
  will(lost, lost, lost);
  await rejects(api.truckVisits.list(), fails('connection_lost', 0));

  // what is not safe to repeat is not
  for (const [cause, code, status] of /** @type {const} */ ([
    [busy, 'status_503', 503],
    [lost, 'connection_lost', 0],
  ])) {
    will(cause);
    await rejects(api.voyages.update('V1', { voyage: {} }), fails(code, status));
    will(cause);
    await rejects(api.agents.remove('1'), fails(code, status));
  }

  // as late as the service asks, also by a date; not at all when that is later than the call may take
  will(
    answer(503, '', { 'retry-after': '1' }),
    answer(503, '', { 'retry-after': new Date(0).toUTCString() }),
    ok,
  );
  const began = performance.now();
  await api.truckVisits.list();
  const took = performance.now() - began;
  equal(took >= 950 && took < 5000, true, `It took ${took} ms`);
  will(answer(503, '{"error": "Busy.", "code": "busy"}', { 'retry-after': '60' }));
  await rejects(api.truckVisits.list(), fails('busy', 503));

  // a token that is brought, at once or later, for each try
  let brought = 0;
  for (const token of [() => `T${(brought += 1)}`, () => Promise.resolve(`T${(brought += 1)}`)]) {
    brought = 0;
    will(busy, ok);
    await createWharfinger({ baseUrl, token }).truckVisits.list();
    deepEqual(
      asked.map(({ headers }) => headers.authorization),
      ['Bearer T1', 'Bearer T2'],
    );
  }
  will();
  const refused = () => Promise.reject(new RangeError('Nobody is signed in'));
  await rejects(createWharfinger({ baseUrl, token: refused }).truckVisits.list(), RangeError);
  const never = createWharfinger({ baseUrl, token: () => new Promise(() => {}) });
  await rejects(never.truckVisits.show(1, { timeout: 20 }), fails('timeout', 0));
  await rejects(never.truckVisits.show(1, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  equal(asked.length, 0);

  // bodies that are empty or no JSON
  will(answer(502, '<html>Bad gateway</html>'));
  await rejects(api.truckVisits.list(), fails('status_502', 502));
  will(answer(404, '', { 'x-request-id': 'R1' }));
  await rejects(api.truckVisits.list(), (error) => {
    if (!(error instanceof WharfingerError)) return false;
    deepEqual([error.message, error.requestId], ['The service answered 404 Not Found', 'R1']);
    return true;
  });
  will(answer(500, '[1]'));
  await rejects(api.truckVisits.list(), fails('status_500', 500));
  will(answer(200, '<html>'));
  await rejects(api.truckVisits.list(), fails('no_json', 200));
  will(answer(422, '{"error": "No.", "code": "container_held", "errors": {"truck": ["is held"]}}'));
  await rejects(api.truckVisits.create({ gate: 'In 1' }), (error) => {
    if (!(error instanceof WharfingerError)) return false;
    deepEqual([error.message, error.code, error.fields], ['No.', 'container_held', { truck: ['is held'] }]);
    return true;
  });

  // the records that a sentence names
  const named = [{ type: 'container', key: 'WHAU4142033' }];
  will(answer(422, JSON.stringify({ error: 'No.', code: 'container_held', records: named })));
  await rejects(api.truckVisits.create({ gate: 'In 1' }), (error) => {
    if (!(error instanceof WharfingerError)) return false;
    deepEqual(error.records, named);
    return true;
  });

  // how many there are: of a list with pages its header says it, a whole list shows all
  will(answer(200, '{"truck_visits": [], "actions": {}}', { 'x-total-count': '12' }));
  equal((await api.truckVisits.list()).total, 12);
  will(answer(200, '{"truck_visits": [], "actions": {}}', { 'x-total-count': '10000+' }));
  equal((await api.truckVisits.list()).total, 10_000);
  will(answer(200, '{"load_list_items": [{"id": 1}, {"id": 2}]}'));
  equal((await api.loadListItems.list(7)).total, 2);

  // nothing is sent for a name that is none, or to an address that has the prefix already
  will();
  for (const name of ['', undefined, null, NaN])
    throws(() => api.voyages.show(/** @type {any} */ (name)), TypeError);
  for (const prefixed of ['http://localhost:3000/api/v1', 'http://localhost:3000/api/v1/'])
    throws(() => createWharfinger({ baseUrl: prefixed, token: 'T' }), TypeError);
  equal(asked.length, 0);

  // a stream that is lost goes on behind the event that came last; one that is refused says so
  /** @param {number} id */
  const happened = (id) => `id: ${id}\nevent: truck_visit.gated_in\ndata: {"id": ${id}}\n\n`;
  /** @param {string[]} parts @returns {(typeof answers)[0]} */
  const streamed = (...parts) => {
    return async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of parts) await new Promise((written) => response.write(part, written));
      response.destroy();
    };
  };
  /** @type {string[]} */
  const states = [];
  const heard = [];
  will(
    streamed(':\nid: 4\n\nretry: 1\n\n', happened(5).slice(0, 12), happened(5).slice(12)),
    answer(503, '{"error": "Busy."}', { 'retry-after': '0' }),
    streamed(':\nid: 5\n\nretry: 1\n\n', 'id: 6\nevent: truck_vis'),
    streamed(happened(6) + happened(7)),
  );
  const filter = { types: /** @type {['truck_visit.*']} */ (['truck_visit.*']) };
  for await (const { id } of api.events.stream(filter, { onState: (state) => states.push(state) })) {
    heard.push(id);
    if (id === 7) break;
  }
  deepEqual(heard, [5, 6, 7]);
  deepEqual(states, ['open', 'lost', 'lost', 'open', 'lost', 'open']);
  deepEqual(
    asked.map(({ headers }) => headers['last-event-id']),
    [undefined, '5', '5', '5'],
  );
  equal(decodeURIComponent(asked[0]?.url ?? ''), '/api/v1/events/stream?types[]=truck_visit.*');
  const next = (/** @type {number | undefined} */ after) =>
    api.events
      .stream(after ? { after } : {})
      [Symbol.asyncIterator]()
      .next();
  will(answer(204, ''));
  await rejects(next(3), fails('pruned', 204));
  equal(asked[0]?.headers['last-event-id'], '3');
  will(answer(401, '{"error": "The token is unknown.", "code": "unauthenticated"}'));
  await rejects(next(undefined), fails('unauthenticated', 401));
  const listening = new AbortController();
  will((_, response) => {
    response.writeHead(200).write(':\n\n');
    setTimeout(() => listening.abort(), 20);
  });
  for await (const _ of api.events.stream({}, { signal: listening.signal })) throw new Error('Nothing came');

  // changes: events that come while the loop is at work are one
  will(
    streamed(happened(8)),
    streamed(happened(9), happened(10)),
    answer(401, '{"error": "The token is unknown.", "code": "unauthenticated"}'),
  );
  /** @type {(string | number | undefined)[][]} */
  const changes = [];
  const walk = async () => {
    for await (const { state, events } of api.events.changes(filter)) {
      changes.push([state, ...events.map(({ id }) => id)]);
      // at work until all was sent
      if (changes.length === 1) while (asked.length < 3) await new Promise((later) => setTimeout(later, 5));
    }
  };
  await rejects(walk(), fails('unauthenticated', 401));
  deepEqual(changes, [['open'], ['lost', 8, 9, 10]]);

  // one that cannot go on behind its last event: a loop over events is told, and a screen is read again
  const gone = answer(410, '{"error": "Event 11 was lost.", "code": "events_lost", "after": 1795789675391}');
  will(streamed(happened(11)), gone);
  const hearing = api.events.stream()[Symbol.asyncIterator]();
  equal((await hearing.next()).value.id, 11);
  await rejects(hearing.next(), (/** @type {WharfingerError} */ error) => {
    deepEqual(error.body, { error: 'Event 11 was lost.', code: 'events_lost', after: 1795789675391 });
    return fails('events_lost', 410)(error);
  });
  for (const over of [gone, answer(204, '')]) {
    const refused = answer(401, '{"error": "The token is unknown.", "code": "unauthenticated"}');
    will(streamed(happened(11)), over, streamed(happened(12)), refused);
    changes.length = 0;
    await rejects(walk(), fails('unauthenticated', 401));
    deepEqual(
      changes.flat().filter((each) => typeof each === 'number'),
      [11, 12],
    );
    deepEqual(
      asked.map(({ headers }) => headers['last-event-id']),
      [undefined, '11', undefined, '12'],
    );
  }

  // a list without pages is walked like one with them
  will(answer(200, '{"load_list_items": [{"id": 1}, {"id": 2}]}'));
  const items = [];
  for await (const { id } of api.loadListItems.list(7)) items.push(id);
  deepEqual(items, [1, 2]);

  // too late, and ended by the caller
  will(() => undefined);
  await rejects(api.truckVisits.show(1, { timeout: 20 }), fails('timeout', 0));
  const controller = new AbortController();
  will(() => controller.abort());
  await rejects(api.truckVisits.show(1, { signal: controller.signal }), { name: 'AbortError' });
} finally {
  server.closeAllConnections();
  server.close();
}
