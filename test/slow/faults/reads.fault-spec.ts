import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { aToken, ROUNDS } from './database';
import { within } from './pace';
import { Pair } from './pair';

const INSTANCES = 3;
/** How far the replica is behind, in seconds. */
const DELAY = 2;
/** Pairs of a write and a read for each round: 100,000 in all with FAULT_ROUNDS=200. */
const PAIRS = 500;
const CLIENTS = 12;
const READERS = 16;

describe('three instances whose reads a replica answers', () => {
  let pair: Pair;
  let served: Served[];

  async function start(delay: number): Promise<void> {
    pair = await Pair.start();
    await pair.addStandby({ synchronous: false, delay });
    const env = { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl, LOG_LEVEL: 'warn' };
    // one after another, because the first loads the demonstration
    served = [];
    while (served.length < INSTANCES) served.push(await Served.start(env));
  }
  afterEach(async () => {
    for (const each of served) await each.stop();
    await pair?.stop();
  });

  const send = (
    instance: number,
    token: string,
    path: string,
    { method = 'GET', body, after }: { method?: string; body?: object; after?: string | undefined } = {},
  ) =>
    fetch(`${served[instance % INSTANCES]!.base}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Token token=${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(after && { 'wharfinger-after': after }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const newToken = () => aToken(pair, randomUUID());

  /** The metrics of an instance as they are from now on, since it keeps their text for a second. */
  async function metricsOf(base: string): Promise<string> {
    const ask = async () => (await fetch(`${base}/metrics`)).text();
    const kept = await ask();
    for (let text = kept; ; text = await ask()) if (text !== kept) return text;
  }

  /** How many reads of each instance were answered by whom. */
  async function answeredOfEach(from: string): Promise<number[]> {
    const counts: number[] = [];
    for (const { base } of served) {
      const text = await metricsOf(base);
      counts.push(
        Number(new RegExp(`^database_reads_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0),
      );
    }
    return counts;
  }
  const answered = async (from: string) => (await answeredOfEach(from)).reduce((sum, each) => sum + each);

  /** Waits until the replica answers reads of each instance. */
  const usable = async () => {
    const token = await newToken();
    await eventually(
      'the replica',
      async () => {
        const before = await answeredOfEach('replica');
        for (let instance = 0; instance < INSTANCES; instance++) await send(instance, token, '/ports');
        return (await answeredOfEach('replica')).every((each, n) => each > before[n]!);
      },
      60_000,
    );
  };

  it('show every writer what it wrote, whichever instance answers', async () => {
    await start(DELAY);
    await usable();
    const [pairs, stale, failed]: [number, string[], number[]] = [ROUNDS * PAIRS, [], []];
    let left = pairs;
    const before = [await answered('primary'), await answered('replica')];
    async function write(client: number): Promise<void> {
      const token = await newToken();
      const created = await send(client, token, '/ports', {
        method: 'POST',
        body: { locode: 'NLRTM', name: '0' },
      });
      const { id } = ((await created.json()) as { port: { id: number } }).port;
      while (left-- > 0) {
        const name = String(left);
        const instance = left + client;
        const wrote = await send(instance, token, `/ports/${id}`, { method: 'PATCH', body: { name } });
        const after = wrote.headers.get('wharfinger-position') ?? '';
        // at the instance that wrote, and at another one that is given the position
        const isOther = left % 2 === 1;
        const read = await send(instance + (isOther ? 1 : 0), token, `/ports/${id}`, {
          after: isOther ? after : undefined,
        });
        for (const { status } of [wrote, read]) if (status >= 400) failed.push(status);
        const { port } = (await read.json()) as { port?: { name: string } };
        if (port?.name !== name) stale.push(`${name} read as ${port?.name}`);
      }
    }
    /** Who writes nothing is answered by the replica meanwhile. */
    async function read(): Promise<void> {
      const token = await newToken();
      for (let instance = 0; left > 0; instance++) await (await send(instance, token, '/ports')).text();
    }
    await Promise.all([...Array.from({ length: CLIENTS }, (_, client) => write(client)), read(), read()]);
    const [primary, replica] = [
      (await answered('primary')) - before[0]!,
      (await answered('replica')) - before[1]!,
    ];
    console.log(
      `${pairs} pairs of write and read: ${stale.length} stale; the primary answered ${primary}, the replica ${replica}`,
    );
    expect([stale, failed]).toEqual([[], []]);
    expect(primary).toBeGreaterThanOrEqual(pairs);
    expect(replica).toBeGreaterThan(0);
  });

  it.each(['frozen', 'killed'] as const)('answer all when the replica is %s under load', async (fault) => {
    await start(0);
    const answers: { at: number; took: number; status: number }[] = [];
    let over = false;
    async function read(instance: number): Promise<void> {
      const token = await newToken();
      while (!over) {
        const at = performance.now();
        const answer = await send(instance, token, '/ports');
        await answer.text();
        answers.push({ at, took: performance.now() - at, status: answer.status });
      }
    }
    const more = (many: number) => {
      const enough = answers.length + many;
      return eventually('reads', () => answers.length >= enough, 60_000);
    };
    const p99 = (from: number, to = Infinity) => {
      const times = answers.filter(({ at }) => at >= from && at < to).map(({ took }) => took);
      return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0);
    };
    const running = Array.from({ length: READERS }, (_, instance) => read(instance));
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await usable();
        const from = performance.now();
        await more(500);
        const moment = performance.now();
        if (fault === 'frozen') pair.freezeStandby();
        else await pair.killStandby();
        await pause(within(2_000));
        const back = performance.now();
        await more(500);
        const end = performance.now();
        const [before, after] = [p99(from, moment), p99(back, end)];
        console.log(
          `${fault}: p99 was ${before} ms, just then ${p99(moment, back)} ms, and is ${after} ms afterwards`,
        );
        expect(after).toBeLessThan(Math.max(within(250), 3 * before));
        if (fault === 'frozen') pair.thawStandby();
        else await pair.addStandby({ synchronous: false });
      }
    } finally {
      over = true;
      await Promise.all(running);
    }
    const failed = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
    console.log(`${ROUNDS} times ${fault}: ${answers.length} reads, ${failed.length} failed`);
    expect(failed).toEqual([]);
  });
});
