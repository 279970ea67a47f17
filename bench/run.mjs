// Measures the service beside a server that was written by hand, which answers what a client looks at from the same database:
// npm run bench [-- --quick] [--containers 500000] [--scene voyages] [--connections 32] [--rounds 7] [--seconds 1.5]
// [--warm 5] [--warmWrites 1000]
// [--profile folder]: of the service, for Chrome's developer tools.
// Exits with 1 when a scene falls below what it reaches by more than a third. `npm run bench -- --release [commit]` compares the
// service with the last release (bench/release.mjs). `npm run bench -- import` measures imports, and
// `-- sizes` a million containers beside a thousand, `-- yard` how long the yard and the quay take, `-- runs` billing runs,
// `-- edi [--minutes 1]` messages with partners, `-- parties` what tokens of parties read, `-- portals` what their screens cost,
// `-- terminal` the day of a large
// terminal, `-- attack` what one organization feels of another one's attacks, and `-- life` how many bytes the life of a container leaves.
import { parseArgs } from 'node:util';
import { Clients } from './load.mjs';
import { measureAttacks } from './attack.mjs';
import { measureLife } from './life.mjs';
import { measureEdi } from './edi.mjs';
import { GOALS } from './goals.mjs';
import { measureDay } from './day.mjs';
import { compareReads, compareWrites } from './compare.mjs';
import { measure } from './measure.mjs';
import { isCounted } from './processor.mjs';
import { measureParties } from './parties.mjs';
import { measurePortals } from './portals.mjs';
import { compareWithRelease } from './release.mjs';
import { measureRuns } from './runs.mjs';
import { SCENES } from './scenes.mjs';
import { compareSizes } from './sizes.mjs';
import { Terminal } from './terminal.mjs';
import { measureYard } from './yard.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
    containers: { type: 'string' },
    scene: { type: 'string', default: '' },
    profile: { type: 'string' },
    connections: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    warm: { type: 'string' },
    warmWrites: { type: 'string' },
    minutes: { type: 'string' },
    speed: { type: 'string', default: '10' },
    from: { type: 'string' },
    instances: { type: 'string', default: '1' },
    replica: { type: 'boolean', default: false },
    'until-saturated': { type: 'boolean', default: false },
    rows: { type: 'string' },
  },
});
/** How far a scene may fall below what it reaches. */
const SLACK = 2 / 3;
/**
 * Before its rounds a side does each scene for `warm` seconds, or writes `warmWrites` items: a service that runs for days
 * has its code compiled, which takes node some thousands of requests, and its statements planned for good.
 */
const FULL = {
  containers: 500_000,
  connections: 32,
  rounds: 7,
  seconds: 1.5,
  writes: 200,
  warm: 5,
  warmWrites: 1_000,
};
const QUICK = {
  containers: 5_000,
  connections: 8,
  rounds: 3,
  seconds: 0.2,
  writes: 25,
  warm: 0.5,
  warmWrites: 96,
};

if (positionals[0] === 'import') await import('./import.mjs');
else if (positionals[0] === 'runs') await measureRuns(Number(options.containers ?? 100_000), options.profile);
else if (positionals[0] === 'edi')
  await measureEdi(Number(options.containers ?? 5_000), Number(options.minutes ?? 1));
else if (positionals[0] === 'attack')
  await measureAttacks(Number(options.seconds ?? 300), options.scene, options.profile);
else if (positionals[0] === 'sizes') await compareSizes(Number(options.containers ?? 1_000_000));
else if (positionals[0] === 'parties') await measureParties(Number(options.containers ?? 1_000_000));
else if (positionals[0] === 'portals') await measurePortals(Number(options.containers ?? 100_000));
else if (positionals[0] === 'terminal')
  await measureDay({
    speed: Number(options.speed),
    minutes: Number(options.minutes ?? (options['until-saturated'] ? 1 : 6)),
    from: options.from === undefined ? undefined : Number(options.from),
    containers: Number(options.containers ?? 100_000),
    instances: Number(options.instances),
    replica: options.replica,
    untilSaturated: options['until-saturated'],
  });
else if (positionals[0] === 'life') await measureLife(Number(options.containers ?? 1_000), options.rows);
else if (positionals[0] === 'yard') await measureYard(Number(options.containers ?? FULL.containers));
else if (!isCounted())
  console.log('Nothing was measured: this machine does not tell how long processes run.');
else if (options.release) await compareWithRelease(positionals[0], options.scene);
else await main();

async function main() {
  const defaults = options.quick ? QUICK : FULL;
  const number = (name) => Number(options[name] ?? defaults[name]);
  const size = Object.fromEntries(Object.keys(defaults).map((name) => [name, number(name)]));
  const terminal = await Terminal.open(size.containers, { profiles: options.profile });
  try {
    const results = await measureAll(terminal, size);
    report(results);
    const low = results.filter(isLow);
    for (const { name, ratio, least } of low)
      console.error(
        `${name}: ${ratio.toFixed(2)}, where ${least} was reached. The service needs more than it did.`,
      );
    process.exitCode = low.length ? 1 : 0;
  } finally {
    await terminal.close();
  }
}

async function measureAll(terminal, size) {
  const sides = [
    ['service', terminal.service],
    ['by hand', await terminal.rival()],
  ];
  const clients = sides.map(([name, { pid, port }]) => ({
    name,
    terminal,
    pid,
    clients: new Clients(port, terminal.token, size.connections),
  }));
  const [service, rival] = clients;
  await terminal.findTrucks(rival.clients);
  try {
    const scenes = SCENES.filter(({ name }) => name.includes(options.scene));
    for (const { paths, items } of scenes) {
      if (paths) await compareReads(paths, service.clients, rival.clients);
      else await compareWrites(await items(terminal, 2), terminal.database, service.clients, rival.clients);
    }
    const results = [];
    for (const scene of scenes) {
      let result = await resultOf(scene, clients, size);
      // of what disturbed the machine for a moment nobody is told
      if (isLow(result)) result = await resultOf(scene, clients, size);
      results.push(result);
    }
    return results;
  } finally {
    for (const { clients: each } of clients) each.close();
  }
}

/** Whether a scene needs more than it did, by more than the machine varies. */
function isLow({ ratio, least }) {
  return ratio < least * SLACK;
}

async function resultOf(scene, sides, size) {
  const seen = await measure(scene, sides, size);
  const { ms, goal, [options.quick ? 'quick' : 'full']: least = goal } = GOALS[scene.name];
  return { name: scene.name, ms, goal, least, seen, ratio: seen[1].ratio };
}

/**
 * A table in Markdown: the times are milliseconds of processor, but for p50 and p99, which are what a client waits. The goal of
 * the service is the sum of its times, that of the server by hand their ratio.
 */
function report(results) {
  const head = ['scene', 'side', 'a second', 'node', 'PostgreSQL', 'sum', 'p50', 'p99', '÷ service', 'goal'];
  const missed = (isMissed) => (isMissed ? ' (missed)' : '');
  const lines = results.flatMap(({ name, seen, ms, goal, ratio }) =>
    seen.map((side, i) => [
      i ? '' : name,
      side.name,
      side.rate.toFixed(0),
      side.node.toFixed(2),
      side.sessions.toFixed(2),
      (side.node + side.sessions).toFixed(2),
      side.p50.toFixed(1),
      side.p99.toFixed(1),
      i === 0 ? '' : side.ratio.toFixed(2),
      i === 1 ? `${goal}${missed(ratio < goal)}` : `${ms} ms${missed(side.node + side.sessions > ms)}`,
    ]),
  );
  for (const line of [head, head.map(() => '---'), ...lines]) console.log(`| ${line.join(' | ')} |`);
}
