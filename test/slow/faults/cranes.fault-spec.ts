import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Served, wharfingerProcess } from '../cli/process';
import { dropOff, pickUp } from '../../factories/gate';
import type { Body } from '../../factories/record';
import { aFolder, removeFolders } from '../../factories/transfer';
import { eventually } from '../../setup/eventually';
import { FaultyDatabase } from './database';

/** How long cranes and trucks work: FAULT_SECONDS=240 npm run test:faults */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 15);

const CRANES = 4;
const TRUCKS = 4;

/** So many moves are in a batch at most. */
const BATCH = 100;

/** So many containers are on a bill at most. */
const BILL = 400;

/** How long a crane and a truck think before they come again, in milliseconds. */
const CRANE_MS = 250;
const TRUCK_MS = 50;

/** How often in a second a truck fetches what was just discharged, and how many containers there are for all of this. */
const FETCHED = 4;
const BOXES = 1_000 + FETCHED * SECONDS;

/** A path of the gate is measured, all others are not. */
const GATE = /^\/truck_visits$|\/gate_out$/;

interface Answer {
  status: number;
  body: Body;
}

/** A container that was counted, with the move that counted it. */
type Counted = Map<string, number>;

const any = <T>(all: T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
const inDisorder = <T>(all: T[]) =>
  all
    .map((each): [number, T] => [Math.random(), each])
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);

/** What 95 of 100 took at most, in milliseconds. */
const percentile95 = (took: number[]) => took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0;

describe('cranes at work', () => {
  let database: FaultyDatabase;
  let served: Served;
  let token: string;
  let tally: { id: number };
  /** How many answers of each path without its ids had each status and code. */
  const answers: Record<string, number> = {};
  /** How long each request of the gate took, in milliseconds. */
  let took: number[] = [];
  let made = 0;

  beforeAll(async () => {
    database = await FaultyDatabase.start();
    token = await database.token(randomUUID());
    served = await Served.start({ DATABASE_URL: database.url });
    tally = await aTallyOf(Array.from({ length: BOXES }, (_, n) => `BOX${n}`));
  }, 120_000);
  afterAll(async () => {
    removeFolders();
    await served?.stop();
    await database?.stop();
  });

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const from = performance.now();
    const response = await fetch(`${served.base}/api/v1${path}`, {
      method,
      headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: (await response.json()) as Body };
    if (GATE.test(path)) took.push(performance.now() - from);
    const what = [method, path.replaceAll(/\/[A-Z]*-?\d+(?=\/|$)/g, '/:id'), answer.status, answer.body.code];
    const kind = what.filter(Boolean).join(' ');
    answers[kind] = (answers[kind] ?? 0) + 1;
    return answer;
  }
  async function create(path: string, body: object): Promise<Body> {
    const answer = await ask('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A discharge tally of containers that a manifest of its voyage brings, and a gate for the trucks. */
  async function aTallyOf(boxes: string[]): Promise<{ id: number }> {
    const terminal = (await create('/terminals', { name: 'North' })).terminal;
    await create('/gates', { name: 'Gate 1', terminal: 'North' });
    await create('/container_types', { code: '20DV' });
    await create('/shipping_lines', { shipping_line: { code: 'WHA' } });
    await create('/vessels', { vessel: { name: 'Petrel' } });
    const destination = { discharge_destination_type: 'Terminal', discharge_destination_id: terminal.id };
    const { voyage } = await create('/voyages', {
      voyage: { number: 'V1', vessel_name: 'Petrel', ...destination },
    });
    const { manifest } = await create('/manifests', { shipping_line: 'WHA', voyage_id: voyage.id });
    const manifested = `/manifests/${encodeURIComponent(manifest.client_identifier)}/bill_of_ladings.json`;
    for (let n = 0; n * BILL < boxes.length; n++)
      await create(manifested, { bill_of_lading: { number: `BL-${n}` } });
    const containers = boxes.map((number, n) => ({
      number,
      container_status: 'full',
      bill_of_ladings: [{ manifest: manifest.client_identifier, number: `BL-${Math.floor(n / BILL)}` }],
    }));
    const folder = aFolder({ 'containers.ndjson': containers });
    const env = { DATABASE_URL: database.url };
    const { code, stderr } = await wharfingerProcess(env, 'import', folder, '--organization', token);
    if (code) throw new Error(stderr.slice(0, 1000));
    return (await create('/voyages/V1/tallies', { tally: { tally_type: 'discharge' } })).tallies[0];
  }

  /** One truck comes for a purpose and leaves. Returns whether it was let in and out. */
  async function visit(purpose: object): Promise<boolean> {
    const truck = `TR-${++made}`;
    await create('/trucks', { truck: { license_plate: truck } });
    const announced = await ask('POST', '/pre_advices', { truck, purposes: [purpose] });
    if (announced.status !== 201) return false; // a crane took the container back
    const pre_advice_number = announced.body.advice_number as string;
    const came = await ask('POST', '/truck_visits', { gate: 'Gate 1', pre_advice_number });
    if (came.status !== 201) return false;
    return (await ask('POST', `/trucks/${truck}/gate_out`)).status === 200;
  }

  /** Trucks bring a new container, and others fetch it, until the time is over. Returns how many came and left. */
  async function trucks(until: number): Promise<number> {
    let visits = 0;
    while (performance.now() < until) {
      const container_number = `NEW${++made}`;
      const kind = { container_type: '20DV', shipping_line: 'WHA', container_status: 'full' };
      for (const purpose of [
        dropOff({ cargo_type: 'container', container_number, ...kind }),
        pickUp(container_number),
      ]) {
        expect(await visit(purpose)).toBe(true);
        visits++;
        await pause(TRUCK_MS);
      }
    }
    return visits;
  }

  /** A crane counts some of what it takes to be on board, and takes back some of what all have counted. */
  async function crane(name: string, until: number, counted: Counted, moves: Map<number, string>) {
    const boxes = Array.from({ length: BOXES }, (_, n) => `BOX${n}`);
    while (performance.now() < until) {
      const batch = inDisorder(boxes.filter((box) => !counted.has(box)));
      const requested = batch
        .slice(0, 1 + Math.floor(Math.random() * BATCH))
        .map((container_number) => ({ crane: name, container_number }));
      const { status, body } = await ask('POST', `/tallies/${tally.id}/moves`, { moves: requested });
      if (status === 201)
        for (const { id, container } of body.tally_moves as { id: number; container: { number: string } }[]) {
          counted.set(container.number, id);
          moves.set(id, container.number);
        }
      const wrong = inDisorder([...counted]).slice(0, Math.random() * 0.04 * counted.size);
      for (const [box, id] of wrong) {
        const undo = `/tallies/${tally.id}/moves/${id}/undo`;
        const undone = await ask('POST', undo, { reason: 'Wrong number read' });
        if (undone.status === 200) {
          moves.set(id, '');
          if (counted.get(box) === id) counted.delete(box);
        }
      }
      await pause(CRANE_MS);
    }
  }

  /** Trucks fetch what cranes have just counted, and may take back. Returns the containers that left. */
  async function fetching(until: number, counted: Counted): Promise<string[]> {
    const gone: string[] = [];
    while (performance.now() < until) {
      await pause(1_000 / FETCHED);
      const box = any([...counted.keys()].filter((each) => !gone.includes(each)));
      if (box && (await visit(pickUp(box)))) gone.push(box);
    }
    return gone;
  }

  it(
    'count each container once and keep no truck waiting, while they take back and trucks come and go',
    async () => {
      const seconds = (many: number) => performance.now() + many * 1_000;
      const allTrucks = (until: number) => Array.from({ length: TRUCKS }, () => trucks(until));
      await Promise.all(allTrucks(seconds(3))); // what is planned and compiled once
      took = [];
      await Promise.all(allTrucks(seconds(Math.min(SECONDS, 30))));
      const [alone, visitsAlone] = [percentile95(took), took.length / 2];

      took = [];
      const [counted, moves]: [Counted, Map<number, string>] = [new Map(), new Map()];
      const until = seconds(SECONDS);
      const work = Array.from({ length: CRANES }, (_, n) => crane(`Crane ${n}`, until, counted, moves));
      const [gone] = await Promise.all([fetching(until, counted), ...allTrucks(until), ...work]);
      const [beside, visits] = [percentile95(took), took.length / 2];

      const progress = (await ask('GET', '/voyages/V1/progress')).body.discharge;
      const undone = [...moves.values()].filter((box) => !box).length;
      console.log(
        `${SECONDS} s: ${moves.size} moves by ${CRANES} cranes, ${undone} of them undone, ${gone.length} containers fetched;`,
        `gate p95: ${alone.toFixed(1)} ms of ${visitsAlone} visits without cranes, ${beside.toFixed(1)} ms of ${visits} with them;`,
        answers,
      );
      expect(progress).toMatchObject({ expected: BOXES, done: counted.size, moves: counted.size, over: 0 });
      await served.stop();
      // sessions tell of their deadlocks when they end at the latest
      await eventually('the end of the sessions', async () => (await sessions()) === 0);
      expect(await stored()).toEqual({
        moves: moves.size,
        undone,
        twice: 0,
        discharges: moves.size,
        reversals: undone,
        done: counted.size,
        here: counted.size - gone.length,
        fetched: gone.length,
        inside: 0,
        deadlocks: 0,
      });
      expect(await database.query('SELECT id FROM tally_moves WHERE undone_at IS NULL ORDER BY id')).toEqual(
        [...counted.values()].sort((a, b) => a - b).map((id) => ({ id })),
      );
      expect(Object.keys(answers).filter((each) => / 5\d\d/.test(each))).toEqual([]);
      expect(undone).toBeGreaterThan(0);
      expect(gone.length).toBeGreaterThan(0);
    },
    120_000 + SECONDS * 2_000,
  );

  const sessions = async () =>
    (
      await database.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
    ).length;

  /** What the database says of the tally, its containers and the trucks. */
  async function stored(): Promise<Record<string, number>> {
    const [row] = await database.query<Record<string, number>>(`
      SELECT count(*)::integer AS moves, count(undone_at)::integer AS undone,
        (SELECT count(*)::integer FROM (
          SELECT FROM tally_moves WHERE undone_at IS NULL GROUP BY container_id HAVING count(*) > 1) t) AS twice,
        (SELECT count(*)::integer FROM container_movements WHERE movement_type = 'discharge') AS discharges,
        (SELECT count(*)::integer FROM container_movements WHERE movement_type = 'reversal') AS reversals,
        (SELECT sum(done_quantity)::integer FROM tally_items) AS done,
        (SELECT count(*)::integer FROM container_stays WHERE status = 'here' AND arrived_by = 'voyage') AS here,
        (SELECT count(*)::integer FROM container_stays WHERE status = 'departed' AND arrived_by = 'voyage') AS fetched,
        (SELECT count(*)::integer FROM truck_visits WHERE gated_out_at IS NULL) AS inside,
        (SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()) AS deadlocks
      FROM tally_moves`);
    return row!;
  }
});
