import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../setup/eventually';
import { Receiver } from '../setup/receiver';
import { StreamReader } from '../setup/stream';
import { aToken, ROUNDS } from './database';
import { Pair } from './pair';

const WRITERS = 8;

/** A record that a writer asked for: it repeats its request, with the same key, until it is answered. */
interface Wanted {
  key: string;
  /** When the request succeeded. */
  at: number;
}

describe('a service whose primary dies', () => {
  let pair: Pair;
  let served: Served;
  let receiver: Receiver;
  let token: string;
  let over: boolean;
  /** Whether writers begin with further records. */
  let writes: boolean;
  let writers: Promise<void>[];
  /** The readers, which run until `over`. */
  let running: Promise<void>[];
  let acknowledged: Wanted[];
  /** The events that readers had, by id, as they first had them. */
  let known: Map<number, string>;
  /** What was told twice by one id, of different events. */
  let confused: string[];
  let statuses: Record<string, number>;

  beforeEach(async () => {
    [over, running, acknowledged, known, confused, statuses] = [false, [], [], new Map(), [], {}];
    [writes, writers] = [true, []];
    receiver = await Receiver.start();
    pair = await Pair.start();
    token = await aToken(pair, randomUUID());
    served = await Served.start({ DATABASE_URL: pair.url, WEBHOOK_ALLOW_PRIVATE: 'true' });
  });
  afterEach(async () => {
    over = true;
    await Promise.all([...running, ...writers]);
    await served?.stop();
    await pair?.stop();
    await receiver?.stop();
  });

  const send = async (path: string, body?: object, key?: string): Promise<{ status: number; body: any }> => {
    const headers = {
      authorization: `Token token=${token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    };
    const method = body ? 'POST' : 'GET';
    try {
      const answer = await fetch(`${served.base}/api/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      return { status: answer.status, body: await answer.json() };
    } catch {
      return { status: 0, body: {} };
    }
  };

  /** Asks for one record after another, each until it is answered. */
  async function write(): Promise<void> {
    while (writes && !over) {
      const key = randomUUID();
      const body = {
        comments: key,
        purposes: [{ purpose_type: 'drop off', cargo: { cargo_type: 'general cargo' } }],
      };
      while ((await send('/pre_advices', body, key)).status !== 201) {
        if (over) return;
        await pause(20);
      }
      acknowledged.push({ key, at: performance.now() });
    }
  }

  /** Notes an event that a reader has. */
  function have(event: any): void {
    const { id, recorded_at, subject } = event;
    const said = JSON.stringify([recorded_at, subject.id, event.data?.comments]);
    if ((known.get(id) ?? said) !== said) confused.push(`${id}: ${known.get(id)} and ${said}`);
    known.set(id, said);
  }

  /** Follows the feed: the comments of what was created in order, and how often it was told that events are lost. */
  function follow() {
    const read = { keys: [] as string[], ids: [] as number[], told: 0 };
    let next = '/events?per=500';
    const step = async () => {
      const { status, body } = await send(next);
      if (status === 410) {
        read.told++;
        next = `/events?per=500&after=${body.after}`;
      }
      if (status !== 200) return;
      for (const event of body.events) {
        have(event);
        read.ids.push(event.id);
        if (event.type === 'pre_advice.created') read.keys.push(event.data.comments);
      }
      next = new URL(body.actions.next.url).href.replace(/^.*\/api\/v1/, '');
    };
    running.push(
      (async () => {
        while (!over) await step().then(() => pause(20));
      })(),
    );
    return read;
  }

  /** Follows the stream, and opens it again whenever it ends. */
  function listen() {
    const heard = { keys: [] as string[], ids: [] as number[], told: 0 };
    let last = 0;
    const once = async () => {
      const headers = { authorization: `Token token=${token}`, 'last-event-id': String(last) };
      const reader = await StreamReader.open(`${served.base}/api/v1/events/stream`, headers);
      let taken = 0;
      const take = () => {
        for (const { data } of reader.messages().slice(taken)) {
          taken++;
          last = data.id;
          have(data);
          heard.ids.push(data.id);
          if (data.type === 'pre_advice.created') heard.keys.push(data.data.comments);
        }
      };
      while (!over && !reader.ended) {
        await pause(20);
        if (reader.status === 200) take();
      }
      if (reader.status === 200) take();
      reader.close();
      if (reader.status !== 410) return;
      heard.told++;
      last = JSON.parse(reader.text).after;
    };
    running.push(
      (async () => {
        while (!over)
          await once()
            .catch(() => undefined)
            .then(() => pause(20));
      })(),
    );
    return heard;
  }

  const moreWrites = (many: number) => {
    const enough = acknowledged.length + many;
    return eventually(`${many} writes`, () => acknowledged.length >= enough, 60_000);
  };
  /** How long after a moment a write was acknowledged first. */
  const backAfter = (moment: number) =>
    eventually('a write', () => {
      const first = acknowledged.find(({ at }) => at > moment);
      return first && first.at - moment;
    });
  const ascends = (ids: number[]) => ids.every((id, at) => !at || id > ids[at - 1]!);

  it('goes on at its synchronous standby: nothing is lost, nothing made or told twice', async () => {
    const [feed, stream] = [follow(), listen()];
    writers = Array.from({ length: WRITERS }, write);
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await pair.addStandby({ synchronous: true });
      await moreWrites(50);
      const moment = await pair.failOver();
      back.push(Math.round(await backAfter(moment)));
      await moreWrites(50);
    }
    writes = false;
    await Promise.all(writers);
    const keys = acknowledged.map(({ key }) => key);
    const made = await pair.query<{ comments: string; count: number }>(
      'SELECT comments, count(*)::int AS count FROM pre_advices GROUP BY comments',
    );
    const all = made.map(({ comments }) => comments);
    for (const reader of [feed, stream])
      await eventually('all are told', () => new Set(reader.keys).size >= all.length, 30_000);
    console.log(
      `${ROUNDS} failovers: ${keys.length} writes, back after ${back.join(', ')} ms, ${JSON.stringify(statuses)}`,
    );
    expect(made.filter(({ count }) => count > 1)).toEqual([]);
    expect(keys.filter((key) => !all.includes(key))).toEqual([]);
    for (const { keys: read, ids, told } of [feed, stream]) {
      expect([[...read].sort(), told]).toEqual([[...all].sort(), 0]);
      expect(ascends(ids)).toBe(true);
    }
    expect(confused).toEqual([]);
    expect(Math.max(...back)).toBeLessThan(2_000);
  });

  it('goes on at a standby that is a second behind: no reader takes two events for one', async () => {
    await send('/webhook_endpoints', { url: receiver.url, types: ['pre_advice.*'] });
    const [feed, stream] = [follow(), listen()];
    writers = Array.from({ length: WRITERS }, write);
    for (let round = 0; round < ROUNDS; round++) {
      await pair.addStandby({ synchronous: false });
      await moreWrites(50);
      pair.cutStandby();
      await moreWrites(50);
      const last = acknowledged.at(-1)!.key;
      for (const reader of [feed, stream]) await eventually('lost events', () => reader.keys.includes(last));
      await pair.failOver();
      await moreWrites(50);
    }
    writes = false;
    await Promise.all(writers);
    const all = (await pair.query<{ comments: string }>('SELECT comments FROM pre_advices ORDER BY id')).map(
      ({ comments }) => comments,
    );
    for (const reader of [feed, stream])
      await eventually('what is left is told', () => all.every((key) => reader.keys.includes(key)), 30_000);
    // a delivery whose result was not noted any more is sent again when its claim ends, after a minute
    await eventually(
      'what is left is sent',
      () => {
        const sent = new Set(receiver.received.map(({ body }) => body.data.data?.comments));
        return all.every((key) => sent.has(key));
      },
      90_000,
    );
    const lost = acknowledged.filter(({ key }) => !all.includes(key)).length;
    const sent = new Map<string, string>();
    for (const { headers, body } of receiver.received) {
      const id = String(headers['webhook-id']);
      const said = JSON.stringify(body);
      if ((sent.get(id) ?? said) !== said) confused.push(`${id}: ${sent.get(id)} and ${said}`);
      sent.set(id, said);
    }
    console.log(
      `${ROUNDS} failovers lost ${lost} of ${acknowledged.length} writes, ${JSON.stringify(statuses)}`,
    );
    expect(lost).toBeGreaterThan(0);
    for (const { ids, told } of [feed, stream]) {
      expect(told).toBe(ROUNDS);
      expect(ascends(ids)).toBe(true);
    }
    expect(confused).toEqual([]);
  });
});
