// A simulated day of a terminal with 2 million moves a year (day/timetable.mjs): npm run bench -- terminal [--speed 10] [--minutes 6]
// [--from 0] [--containers 100000] [--instances 1] [--replica] [--until-saturated]. Needs the build; brings its own databases.
// By default the peak hour at ten times its speed; `--from 0 --minutes 144` is the whole day. Requests are sent when they are due, and
// latencies count from then. `--until-saturated` looks for the speed at which the gate becomes slow or what is told falls
// behind: as many such terminals does the machine carry. Prints tables in Markdown, as docs/operations/terminal-day.md has them.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { loadavg, availableParallelism } from 'node:os';
import { secondsOfFiles } from './edi.mjs';
import { dueWithin } from './day/scenes.mjs';
import { AHEAD, PEAK, TURN } from './day/timetable.mjs';
import { Watch } from './day/watch.mjs';
import { openWorld } from './day/world.mjs';

/** Before it counts, a play goes on until trucks leave as often as they come, and for so many seconds at least. */
const WARM_SECONDS = 30;
/** More requests than this without an answer, and the play is given up. */
const MOST_UNANSWERED = 2_000;
/** What a saturated service does not reach: the gate within so many milliseconds in 99 of 100 cases, events within so many. */
const GATE_MS = 500;
const EVENTS_MS = 10_000;
const REFUSED = 0.001;
/** How far the speed is found out, from twice the one before. */
const FINEST = 1.2;

/**
 * @param speed how many times faster than the day itself
 * @param minutes how long what counts is played
 * @param from the hour of the day at which it begins; undefined for the peak hour
 */
export async function measureDay({ speed, minutes, from, containers, instances, replica, untilSaturated }) {
  const moved = movedIn(speed, minutes, untilSaturated);
  const world = await openWorld({ containers, instances, replica, moved });
  try {
    console.log(
      `${containers} containers, ${instances} process${instances > 1 ? 'es' : ''} of the service${replica ? ' that read from a standby' : ''}, ${availableParallelism()} processors; load of the machine before: ${loadavg()[0].toFixed(1)}\n`,
    );
    if (untilSaturated) await search(world, speed, minutes);
    else await report(world, await play(world, speed, minutes, from));
  } finally {
    await world.close();
  }
}

/** How many containers are collected, loaded and discharged at most. */
function movedIn(speed, minutes, untilSaturated) {
  // the plays of a search are as long as twice the last one together, and the finer ones as long as that again
  const most = untilSaturated ? speed * 64 : speed;
  const hours = ((minutes * most + AHEAD + TURN) / 60) * (untilSaturated ? 2 : 1) + 1;
  return {
    collected: Math.ceil(hours * PEAK.trucks * 0.75),
    loaded: Math.ceil((hours * PEAK.quay) / 2),
    discharged: Math.ceil((hours * PEAK.quay) / 2),
  };
}

/** Plays, and tells what came of what was due after the beginning. */
async function play(world, speed, minutes, from) {
  const warm = Math.max(AHEAD + TURN, (WARM_SECONDS * speed) / 60);
  const due = dueWithin(world, warm + minutes * speed, from);
  const scenes = new Map();
  const open = new Set();
  let watch;
  let last = 0;
  const begun = performance.now();
  for (const { at, name, play: send } of due) {
    const isCounted = at >= warm;
    if (isCounted && !watch) {
      watch = await Watch.begin(world);
      world.hub.webhooks = [];
      world.hub.streams = [];
    }
    const time = begun + (at * 60_000) / speed;
    if (time > performance.now()) await pause(time - performance.now());
    if (open.size > MOST_UNANSWERED) break;
    last = at;
    const sent = send().then(
      (answer) => isCounted && note(scenes, name, performance.now() - time, answer),
      (error) =>
        isCounted &&
        note(scenes, name, performance.now() - time, {
          status: 'none',
          body: { error: error.message.split('\n', 1)[0].slice(0, 100) },
        }),
    );
    open.add(sent);
    void sent.finally(() => open.delete(sent));
  }
  const unanswered = open.size;
  watch ??= await Watch.begin(world);
  await Promise.all(open);
  const { webhooks, streams } = world.hub;
  const told = { webhooks: sorted(webhooks), streams: sorted(streams) };
  const late = { webhooks: atTheEnd(webhooks), streams: atTheEnd(streams) };
  return {
    ...(await watch.end()), speed, told, late, unanswered, isWhole: unanswered <= MOST_UNANSWERED,
    seconds: ((last - warm) * 60) / speed, scenes: [...scenes].sort(([one], [other]) => (one < other ? -1 : 1)),
  }; // prettier-ignore
}

function note(scenes, name, ms, { status, body, isBefore }) {
  const scene = scenes.get(name) ?? { times: [], statuses: {}, sentences: new Set() };
  scenes.set(name, scene);
  const key = isBefore ? 'not sent' : status;
  scene.statuses[key] = (scene.statuses[key] ?? 0) + 1;
  if (isBefore) return;
  scene.times.push(ms);
  if (!(status < 300) && scene.sentences.size < 3) scene.sentences.add(`${status}: ${body?.error}`);
}

/** How late events are in the last tenth of a play: those of a vessel come all at once, and are caught up with or not. */
const atTheEnd = (times) => at(sorted(times.slice(Math.floor(times.length * 0.9))), 0.5);
const sorted = (times) => times.toSorted((one, other) => one - other);
const at = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const table = (rows) => {
  const [head, ...lines] = rows;
  for (const line of [head, head.map((_, n) => (n ? '---:' : '---')), ...lines])
    console.log(`| ${line.join(' | ')} |`);
  console.log();
};

async function report(world, played) {
  const { scenes, speed, seconds, parts, most, told } = played;
  console.log(`At ${speed} times its speed, ${Math.round(seconds)} s:\n`);
  table([
    ['scene', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'answers'],
    ...scenes.map(([name, { times, statuses }]) => {
      const all = sorted(times);
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
      return [
        name,
        all.length,
        ...[0.5, 0.95, 0.99].map((part) => at(all, part).toFixed(0)),
        answers.join(', '),
      ];
    }),
  ]);
  const refusals = scenes.flatMap(([name, { sentences }]) =>
    [...sentences].map((each) => `- ${name}: ${each}`),
  );
  if (refusals.length) console.log(`${refusals.join('\n')}\n`);
  table([
    ['what is told', 'count', 'p50 ms', 'p95 ms', 'p99 ms'],
    ...Object.entries(told).map(([name, times]) => [
      `${name}, from the write`,
      times.length,
      ...[0.5, 0.95, 0.99].map((part) => at(times, part).toFixed(0)),
    ]),
    ...(await beside(world)),
  ]);
  table([
    ['what works', 'processors', 'of', 'share'],
    ...parts
      .toSorted((one, other) => other.used / other.of - one.used / one.of)
      .map(({ name, used, of }) => [name, used.toFixed(2), of, `${((100 * used) / of).toFixed(0)} %`]),
  ]);
  table([['at most', ''], ...Object.entries(most).map(([name, value]) => [name, value.toFixed(0)])]);
}

/** How long messages with partners and billing runs took, from their arrival until they were done. */
async function beside({ terminal, sftp }) {
  const { rows } = await terminal.database.query(
    `SELECT 'EDI in: ' || message AS name, extract(epoch FROM applied_at - created_at)::float8 * 1000 AS ms FROM edi_messages
     WHERE applied_at IS NOT NULL
     UNION ALL SELECT 'billing run of ' || subjects_done || ' stays', extract(epoch FROM finished_at - created_at)::float8 * 1000
     FROM billing_runs WHERE finished_at IS NOT NULL AND subjects_done > 0`,
  );
  const files = (await secondsOfFiles(terminal, sftp)).map((seconds) => seconds * 1_000);
  const by = new Map();
  for (const { name, ms } of [
    ...rows,
    ...files.map((ms) => ({ name: 'EDI out: CODECO, from the event', ms })),
  ])
    by.set(name, [...(by.get(name) ?? []), ms]);
  return [...by].map(([name, each]) => {
    const times = sorted(each);
    return [name, times.length, ...[0.5, 0.95, 0.99].map((part) => at(times, part).toFixed(0))];
  });
}

/** Doubles the speed until the service is saturated, or halves it until it is not, and then halves the range between. */
async function search(world, speed, minutes) {
  const plays = [];
  const carries = async (each) => {
    const played = await play(world, each, minutes);
    plays.push(played);
    const why = whySaturated(played);
    console.error(`${each} times: ${why || 'carried'}`);
    return !why;
  };
  let [carried, over] = (await carries(speed)) ? [speed, 0] : [0, speed];
  while (!over) {
    if (await carries(2 * carried)) carried *= 2;
    else over = 2 * carried;
  }
  while (!carried && over > 1) {
    if (await carries(over / 2)) carried = over / 2;
    else over /= 2;
  }
  while (carried && over / carried > FINEST) {
    const middle = Math.round((over + carried) * 5) / 10;
    if (await carries(middle)) carried = middle;
    else over = middle;
  }
  table([
    ['days at once', 'trucks an hour', 'requests a second', 'gate p50 ms', 'p95', 'p99', '5xx', 'webhooks p99 ms', 'streams p99 ms', 'busiest', 'carried'],
    ...plays.toSorted((one, other) => one.speed - other.speed).map(lineOf),
  ]); // prettier-ignore
  console.log(`The machine carries the peak hours of ${carried} such terminals at once.\n`);
  const best = plays.find(({ speed: each }) => each === (carried || over));
  await report(world, best);
}

function lineOf(played) {
  const { speed, scenes, told, parts, seconds } = played;
  const gate = gateOf(played);
  const requests = scenes.reduce((sum, [, { times }]) => sum + times.length, 0);
  const busiest = parts
    .toSorted((one, other) => other.used / other.of - one.used / one.of)
    .slice(0, 3)
    .map(({ name, used, of }) => `${name} ${((100 * used) / of).toFixed(0)} %`);
  return [
    speed, speed * PEAK.trucks, (requests / seconds).toFixed(0), ...[0.5, 0.95, 0.99].map((part) => at(gate, part).toFixed(0)),
    failedOf(played), at(told.webhooks, 0.99).toFixed(0), at(told.streams, 0.99).toFixed(0), busiest.join(', '),
    whySaturated(played) || 'yes',
  ]; // prettier-ignore
}

const gateOf = ({ scenes }) =>
  sorted(scenes.flatMap(([name, { times }]) => (name.startsWith('gate: ') ? times : [])));

/** How many requests failed because of the service. */
const failedOf = ({ scenes }) =>
  scenes.reduce(
    (sum, [, { statuses }]) =>
      sum +
      Object.entries(statuses).reduce(
        (all, [status, count]) => all + (status >= 500 || status === 'none' ? count : 0),
        0,
      ),
    0,
  );

function whySaturated(played) {
  const { scenes, late, isWhole } = played;
  const requests = scenes.reduce((sum, [, { times }]) => sum + times.length, 0);
  if (!isWhole) return 'falls behind';
  if (at(gateOf(played), 0.99) > GATE_MS) return 'the gate is slow';
  if (failedOf(played) > REFUSED * requests) return 'refuses';
  if (late.streams > EVENTS_MS) return 'streams fall behind';
  if (late.webhooks > EVENTS_MS) return 'webhooks fall behind';
  return '';
}
