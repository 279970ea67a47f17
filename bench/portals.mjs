// What the screens of portals cost, in milliseconds of processor: npm run bench -- portals [--containers 100000]. Needs the build;
// brings its own database. Tokens of hauliers, lines and consignees ask in turns, one request at a time.
import { setTimeout as pause } from 'node:timers/promises';
import { openWorld } from './day/world.mjs';
import { ranFor, ranSince, sessionsOf } from './processor.mjs';
import { ask, sell } from './runs.mjs';

/** How many parties of each kind ask, and how often, before it counts and while it does. */
const OF_A_KIND = 8;
const WARM = 6;
const ROUNDS = 10;
const LISTS = ['appointments', 'truck_visits', 'pre_advices'];
/** How often it is looked whether all that is due is kept, in milliseconds. */
const EVERY_MS = 500;

export async function measurePortals(containers) {
  const world = await openWorld({
    containers,
    instances: 1,
    moved: { collected: 100, loaded: 10, discharged: 10 },
  });
  try {
    const portals = await portalsOf(world);
    console.log(`${containers} containers, ${portals.length} parties`);
    console.log('| scene | node | PostgreSQL | ms in all |');
    console.log('| --- | ---: | ---: | ---: |');
    // the rows of the bench were written without triggers, so nothing is kept of them
    await report(world, portals, 'calculated');
    await sell(world.terminal);
    await report(world, portals, 'kept');
    await ask(world.terminal, 'PATCH', '/billing_profile', { release_needs_charges: true });
    await report(world, portals, 'kept, release needs charges');
  } finally {
    await world.close();
  }
}

/** Parties of each kind, with the containers that their first screen shows. */
async function portalsOf(world) {
  const portals = [];
  for (const { lane, type } of world.portals) {
    if (portals.filter((each) => each.type === type).length === OF_A_KIND) continue;
    const { body } = await lane.ask({ path: '/container_stays?status=here&per=25' });
    const numbers = body.container_stays.map(({ container }) => container.number);
    if (numbers.length === 25) portals.push({ lane, type, numbers });
  }
  return portals;
}

async function report(world, portals, what) {
  await settled(world.terminal);
  const each = (name, paths) => row(world, portals, `${what}: ${name}`, paths);
  const named = (numbers) => numbers.map((number) => `container_numbers[]=${number}`).join('&');
  await each('availability of 25', ({ numbers }) => [`/availability?${named(numbers)}`]);
  await each('availability of 1', ({ numbers: [number] }) => [`/containers/${number}/availability`]);
  for (const list of LISTS) await each(list, () => [`/${list}?per=25`]);
  await each('the stays here, 25', () => ['/container_stays?status=here&per=25']);
}

/** Waits until nothing is left to be reckoned beside requests. */
async function settled({ database }) {
  for (;;) {
    await pause(EVERY_MS);
    const { rows } = await database.query('SELECT FROM release_marks LIMIT 1');
    if (!rows.length) break;
  }
  await database.query('VACUUM ANALYZE');
}

async function row({ terminal }, portals, name, pathsOf) {
  const play = async (rounds) => {
    for (let round = 0; round < rounds; round++)
      for (const portal of portals)
        for (const path of pathsOf(portal)) {
          const { status } = await portal.lane.ask({ path });
          if (status !== 200) throw new Error(`${path}: ${status}`);
        }
  };
  await play(WARM);
  const { service, postmaster } = terminal;
  const [node, sessions] = [ranFor(service.pid), sessionsOf(postmaster)];
  await play(ROUNDS);
  const times = ROUNDS * portals.length;
  const ofNode = (ranFor(service.pid) - node) / times;
  const ofServer = ranSince(sessions, sessionsOf(postmaster)) / times;
  const cells = [ofNode, ofServer, ofNode + ofServer].map((ms) => ms.toFixed(2));
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
