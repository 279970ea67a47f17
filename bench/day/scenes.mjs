// Who asks for what on the day of a terminal. A scene is a list of what is due: `at` in minutes, the name that it is counted under,
// and `play`, which sends it and returns the answer that tells whether it went well.
import { bayplan, interchange, list } from '../edi.mjs';
import { AHEAD, timesOf, TURN } from './timetable.mjs';

/** The cells of a vessel, of which so many are for here, and what it takes. */
const CELLS = 3_000;
const FOR_HERE = 700;
/** The first of the containers of a vessel, and how many numbers each has. */
const A_VESSEL = 10_000;

/** All that is due within so many minutes from an hour of the day, in its order. */
export function dueWithin(world, minutes, from) {
  const due = [
    ...trucks(world, minutes, from),
    ...each('quay move', 'quay', () => crane(world)),
    ...each('yard move', 'yard', () => yardMove(world)),
    ...each('portal screen', 'portals', (nth) => portal(world, nth)),
    ...each('feed read', 'feeds', (nth) => feed(world, nth)),
    ...each('planner screen', 'planners', (nth) => planner(world, nth)),
    ...each('EDI upload', 'bookings', () => edi(world, booking(++world.messages))),
    ...each('EDI upload', 'vessels', () => vessel(world)),
    ...each('billing run', 'billing', () => billing(world)),
  ];
  return due.filter(({ at }) => at < minutes).sort((a, b) => a.at - b.at);

  function each(name, scene, play) {
    return [...timesOf(scene, minutes, from)].map((at, nth) => ({ at, name, play: () => play(nth) }));
  }
}

/** A truck is announced, comes, is told what keeps it, and leaves. A step waits for the one before it. */
function trucks(world, minutes, from) {
  return [...timesOf('trucks', minutes, from)].flatMap((announced, nth) => {
    let done;
    const step = (at, name, request) => ({
      at,
      name,
      play: () =>
        (done = (done ?? Promise.resolve({})).then((before) => {
          if (before.status >= 300) return { status: before.status, isBefore: true };
          return request(before);
        })),
    });
    const truck = world.truck();
    const purposes = () => [
      ...(nth % 4 === 1 || nth % 4 === 3 ? [] : [dropOff(world.nextNew())]),
      ...(nth % 4 === 0 ? [] : [pickUp(world.nextCollected())]),
    ];
    const isAppointment = nth % 2 === 1;
    let announcement;
    return [
      step(announced, isAppointment ? 'appointment' : 'pre-advice', async () => {
        const path = isAppointment ? '/appointments' : '/pre_advices';
        const answer = await world.clerk.ask({ method: 'POST', path, body: { truck, purposes: purposes() } });
        const { number } = answer.body.appointment ?? {};
        announcement = isAppointment
          ? { path: `${path}/${number}`, names: { appointment_number: number } }
          : {
              path: `${path}/${answer.body.advice_number}`,
              names: { pre_advice_number: answer.body.advice_number },
            };
        return answer;
      }),
      step(announced + AHEAD - 0.5, 'gate: desk', () => world.clerk.ask({ path: announcement.path })),
      step(announced + AHEAD, 'gate: in', () =>
        world.clerk.ask({
          method: 'POST',
          path: '/truck_visits',
          body: { gate: 'In 1', ...announcement.names },
        }),
      ),
      step(announced + AHEAD + TURN - 0.5, 'gate: obstacles', ({ body }) =>
        world.clerk.ask({ path: `/truck_visits/${body.truck_visit.id}/obstacles` }),
      ),
      step(announced + AHEAD + TURN, 'gate: out', () =>
        world.clerk.ask({ method: 'POST', path: `/trucks/${truck}/gate_out`, body: {} }),
      ),
    ];
  });
}

const dropOff = (container_number) => ({
  purpose_type: 'drop off',
  cargo: {
    cargo_type: 'container',
    container_number,
    container_type: '20DV',
    container_status: 'full',
    shipping_line: 'L007',
  },
});
const pickUp = (container_number) => ({
  purpose_type: 'pick up',
  cargo: { cargo_type: 'container', container_number, container_status: 'full' },
});

/** The next lift of four cranes, two of which discharge. */
function crane(world) {
  const nth = world.lifts++;
  const isLoad = nth % 2 === 1;
  const container_number = `BN${isLoad ? 'L' : 'D'}U${1_000_001 + Math.floor(nth / 2)}`;
  const path = `/tallies/${isLoad ? world.tallies.loading : world.tallies.discharge}/moves`;
  return world.clerk.ask({
    method: 'POST',
    path,
    body: { moves: [{ crane: `Crane ${nth % 4}`, container_number }] },
  });
}

/** The highest container of a slot goes to the next slot, and back in the next round. */
function yardMove(world) {
  const nth = world.shifts++;
  const { number, from, to } = world.pairs[nth % world.pairs.length];
  const isBack = Math.floor(nth / world.pairs.length) % 2 === 1;
  const body = { to: { type: 'YardSlot', name: isBack ? from : to } };
  return world.clerk.ask({ method: 'POST', path: `/containers/${number}/moves`, body });
}

/** A company looks at its containers and whether they can be collected, or at what it has announced. */
async function portal(world, nth) {
  const { lane, seen } = world.portals[nth % world.portals.length];
  const round = Math.floor(nth / world.portals.length);
  if (round % 2 === 1)
    return all(lane, ['/appointments?per=25', '/truck_visits?per=25', '/pre_advices?per=25']);
  const stays = await lane.ask({ path: `/container_stays?status=here&per=${seen}` });
  const numbers = stays.body.container_stays?.map(
    ({ container }) => `container_numbers[]=${container.number}`,
  );
  if (!numbers?.length) return stays;
  return lane.ask({ path: `/availability?${numbers.join('&')}` });
}

async function all(lane, paths) {
  const answers = await Promise.all(paths.map((path) => lane.ask({ path })));
  return answers.find(({ status }) => status >= 300) ?? answers[0];
}

/** A system of a company reads what is new in its feed. */
async function feed(world, nth) {
  const reader = world.feeds[nth % world.feeds.length];
  const answer = await reader.lane.ask({ path: `/events?after=${reader.after}&per=100` });
  const last = answer.body.events?.at(-1);
  if (last) reader.after = last.id;
  return answer;
}

const SCREENS = [
  '/voyages?order=-arrival&cancelled=false&per=25',
  '/voyages?in_port=true&order=arrival&per=25',
  '/voyages/DAY-IN/progress',
  '/container_stays?status=here&shipping_line=L001&order=in_at&per=25',
  '/yard_areas/Bench%201/stacks',
  '/truck_visits?per=25',
  '/holds?in_force=true&per=25',
  '/containers/BNYU1000004',
];

const planner = (world, nth) => world.reader.ask({ path: SCREENS[nth % SCREENS.length] });

/** A vessel that comes: its bay plan, and what it takes. */
async function vessel(world) {
  const nth = ++world.vessels;
  const first = nth * A_VESSEL;
  const answer = await edi(world, bayplan({ nth: ++world.messages, first }, CELLS, FOR_HERE));
  if (answer.status >= 300) return answer;
  return edi(world, list({ nth: ++world.messages, first: first + A_VESSEL / 2 }, 45, FOR_HERE));
}

const booking = (nth) =>
  interchange(nth, 'COPARN:D:00B:UN:SMDG20', [
    `BGM+126+D${nth}+9`,
    `RFF+BN:DAY${nth}`,
    'NAD+CA+BNCH:160:166',
    'EQD+CN++22B9:102:5+2+2+5',
    'EQN+2',
  ]);

async function edi({ url, token }, body) {
  const answer = await globalThis.fetch(`${url}/api/v1/edi_interchanges`, {
    method: 'POST',
    headers: { authorization: `Token token=${token}`, 'content-type': 'application/EDIFACT' },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

/** Charges what was here yesterday, unless the run before is not done. */
async function billing(world) {
  if (world.run) {
    const { body } = await world.clerk.ask({ path: `/billing_runs/${world.run}` });
    if (body.billing_run.status === 'running') return { status: 200 };
  }
  const answer = await world.clerk.ask({
    method: 'POST',
    path: '/billing_runs',
    body: { until: day(1), recalculate_from: day(1), invoice: false },
  });
  world.run = answer.body.billing_run?.id;
  return answer;
}

const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
