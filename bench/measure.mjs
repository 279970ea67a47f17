// What an item of a scene costs servers that take turns at it.
import { published } from './compare.mjs';
import { ranFor, ranSince, sessionsOf } from './processor.mjs';

/**
 * Has the sides take turns at a scene: `size.rounds` turns of `size.seconds` each, or of `size.writes` items where they are
 * written once, after a turn of `size.warm` seconds or `size.warmWrites` items that is not counted. What each side needed in
 * the median of its turns, in milliseconds of processor for an item; `ratio` is how many times that of the first side in the
 * same turn.
 * @param sides each with its `name`, its `terminal`, and the `clients` of the process `pid`
 */
export async function measure(scene, sides, size) {
  for (const side of sides) await turn(scene, side, size.warm, size.warmWrites);
  const turns = sides.map(() => []);
  for (let round = 0; round < size.rounds; round++)
    for (const [i, side] of inTurn(sides, round))
      turns[i].push(await turn(scene, side, size.seconds, size.writes));
  return medians(sides, turns);
}

/** The sides and their positions; whoever comes second finds the machine as the first one left it. */
export function inTurn(sides, round) {
  const all = [...sides.entries()];
  return round % 2 ? all.reverse() : all;
}

/** What each side needed in the median of its turns, of which it had as many as the others. */
export function medians(sides, turns) {
  return turns.map((each, i) => ({
    name: sides[i].name,
    rate: median(each.map(({ count, seconds }) => count / seconds)),
    node: median(each.map(({ node, count }) => node / count)),
    sessions: median(each.map(({ sessions, count }) => sessions / count)),
    ratio: median(each.map((one, round) => timeOf(one) / timeOf(turns[0][round]))),
    p50: median(each.map(({ times }) => times[times.length >> 1])),
    p99: median(each.map(({ times }) => times[Math.floor(times.length * 0.99)])),
  }));
}

/** The processor time that an item took, in milliseconds. */
function timeOf({ node, sessions, count }) {
  return (node + sessions) / count;
}

/** One side at a scene: for some time, or so many items where they are written once. */
export async function turn({ paths, items }, { terminal, pid, clients }, seconds, writes) {
  const left = items && (await items(terminal, writes));
  let i = 0;
  const next = paths ? () => [{ path: paths[i++ % paths.length] }] : () => left.pop();
  await published(terminal.database);
  const [node, sessions] = [ranFor(pid), sessionsOf(terminal.postmaster)];
  const done = await clients.run(next, paths && seconds);
  await published(terminal.database);
  return {
    ...done,
    node: ranFor(pid) - node,
    sessions: ranSince(sessions, sessionsOf(terminal.postmaster)),
  };
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
