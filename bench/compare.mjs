// Whether two servers do the same, before it is measured how fast they do it.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

const DURATION = /"\d{2,}:\d\d:\d\d"/g;

/**
 * Throws unless both answer these requests alike, but for spaces between the members. The service's records may have further
 * fields.
 */
export async function compareReads(paths, one, other) {
  for (const path of paths) {
    const theirs = await other.ask({ path });
    assert.deepEqual(ordered(theirs), ordered(sharedWith(theirs, await one.ask({ path }))), path);
  }
}

/**
 * Throws unless both answer these requests alike, leave the same traces, and tell the same events; ids and times differ. The
 * service's answers and the data of its events may have further fields.
 */
export async function compareWrites(items, database, one, other) {
  const done = [];
  // what was prepared is not what they tell
  await published(database);
  for (const [client, item] of [
    [one, items[0]],
    [other, items[1]],
  ]) {
    const { rows } = await database.query(
      'SELECT (SELECT max(id) FROM audit_entries) AS id, clock_timestamp() AS at',
    );
    const answers = [];
    for (const request of item) answers.push(await client.ask(request));
    await published(database);
    done.push(plain({ answers, ...(await written(database, rows[0])) }));
  }
  const [ours, theirs] = done;
  ours.answers = sharedWith(theirs.answers, ours.answers);
  for (const [i, event] of ours.events.entries()) event.data = sharedWith(theirs.events[i]?.data, event.data);
  assert.deepEqual(theirs, ours, items[0][0].path);
}

/** Waits until what was written is published. */
export async function published(database) {
  for (;;) {
    const { rows } = await database.query('SELECT FROM events_written LIMIT 1');
    if (!rows.length) return;
    await pause(10);
  }
}

/** The traces and events of requests: the service has others of its own accord, such as readings of reefers that are due. */
async function written(database, { id, at }) {
  const traces = await database.query(
    `SELECT action, record_type, operation, user_id, token_id, request_id, before, after FROM audit_entries
     WHERE id > $1 AND request_id IS NOT NULL ORDER BY operation, record_type, action, record_id`,
    [id],
  );
  const events = await database.query(
    `SELECT type, user_id, user_name, request_id, subject_key, subject_path, concerns, data, changes FROM events
     WHERE recorded_at >= $1 AND request_id IS NOT NULL ORDER BY organization_id, id`,
    [at],
  );
  return { traces: traces.rows, events: events.rows };
}

/** The value without the members that the other value lacks. */
function sharedWith(other, value) {
  if (Array.isArray(value) && Array.isArray(other)) return value.map((each, i) => sharedWith(other[i], each));
  if (!isObject(value) || !isObject(other)) return value;
  const shared = Object.keys(value).filter((name) => name in other);
  return Object.fromEntries(shared.map((name) => [name, sharedWith(other[name], value[name])]));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The order of the members counts. How long a truck is inside goes on between two answers. */
function ordered(answer) {
  return JSON.stringify(answer, undefined, 1).replace(DURATION, '"duration"');
}

/** Without what differs from one time to the next: times, ids that were just made, and numbers with them. */
function plain(value) {
  return JSON.parse(
    JSON.stringify(value)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'time')
      .replace(DURATION, '"duration"')
      .replace(/\d{4}-TR-\d\d/g, 'plate')
      .replace(/TC\d+/g, 'code')
      .replace(/Haulage \d+/g, 'name')
      .replace(/\d{4,}/g, '0'),
  );
}
