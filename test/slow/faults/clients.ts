import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../setup/eventually';
import { StreamReader } from '../../setup/stream';

/** How long a client thinks before it asks again, in milliseconds. */
const AGAIN_MS = 20;

/** A record that a writer requested: it repeats its request, with the same key, until it is answered. */
interface Wanted {
  key: string;
  /** When the request succeeded, as `performance.now()` tells the time. */
  at: number;
}

/** What a reader of events had. */
export interface Read {
  /** The comments of what was created, in the order of the events. */
  keys: string[];
  ids: number[];
  /** How often it learned that events are lost. */
  told: number;
}

/** What a client got for one request; status 0 is none. */
export interface Answered {
  status: number;
  body: any;
  retryAfter: string | null;
  /** How long it took, in milliseconds. */
  took: number;
}

/** Writers, readers and followers of events of one service, which go on until `stop`. */
export class Clients {
  readonly acknowledged: Wanted[] = [];
  /** How many answers had each status, and of 503 each code. */
  readonly statuses: Record<string, number> = {};
  /** What was shown twice by one id, of different events. */
  readonly confused: string[] = [];
  /** The longest that a request took, in milliseconds, since it was set to 0. */
  longest = { POST: 0, GET: 0 };
  /** Answers of 503 without `Retry-After`. */
  withoutRetryAfter = 0;
  private readonly running: Promise<void>[] = [];
  private readonly writers: Promise<void>[] = [];
  /** The events that readers had, by id, as they first had them. */
  private readonly known = new Map<string, string>();
  private over = false;
  private writes = true;

  /** @param base where the service is, whenever a request is sent */
  constructor(
    private readonly base: () => string,
    private readonly token: string,
  ) {}

  /** Sends one request. A body makes it a POST. */
  async send(path: string, body?: object, key?: string): Promise<Answered> {
    const headers = {
      authorization: `Token token=${this.token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    };
    const method = body ? 'POST' : 'GET';
    const from = performance.now();
    try {
      const answer = await fetch(`${this.base()}/api/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { status } = answer;
      const stated: any = await answer.json();
      const took = performance.now() - from;
      this.longest[method] = Math.max(this.longest[method], took);
      const retryAfter = answer.headers.get('retry-after');
      if (status === 503 && !retryAfter) this.withoutRetryAfter++;
      this.count(`${method} ${status}${status === 503 ? ` ${stated.code}` : ''}`);
      return { status, body: stated, retryAfter, took };
    } catch {
      this.count(`${method} without an answer`);
      return { status: 0, body: {}, retryAfter: null, took: performance.now() - from };
    }
  }

  /** Asks once for a record that is known by its key. */
  create(key: string): Promise<Answered> {
    const purposes = [{ purpose_type: 'drop off', cargo: { cargo_type: 'general cargo' } }];
    return this.send('/pre_advices', { comments: key, purposes }, key);
  }

  /** Lets clients ask for one record after another, each until it is answered. */
  write(clients: number): void {
    this.writers.push(...Array.from({ length: clients }, () => this.writer()));
  }

  private async writer(): Promise<void> {
    while (this.writes && !this.over) {
      const key = randomUUID();
      while ((await this.create(key)).status !== 201) {
        if (this.over) return;
        await pause(AGAIN_MS);
      }
      this.acknowledged.push({ key, at: performance.now() });
    }
  }

  /** Lets clients read a list and a record in turn. */
  read(clients: number): void {
    const reader = async () => {
      for (let turn = 0; !this.over; turn++) {
        await this.send(turn % 2 ? '/trucks' : '/pre_advices?per=5');
        await pause(AGAIN_MS);
      }
    };
    this.running.push(...Array.from({ length: clients }, reader));
  }

  /** Follows the feed. */
  follow(): Read {
    const read: Read = { keys: [], ids: [], told: 0 };
    let next = '/events?per=500';
    const step = async () => {
      const { status, body } = await this.send(next);
      if (status === 410) {
        read.told++;
        next = `/events?per=500&after=${body.after}`;
      }
      if (status !== 200) return;
      for (const event of body.events) this.have(event, read);
      next = new URL(body.actions.next.url).href.replace(/^.*\/api\/v1/, '');
    };
    this.running.push(
      (async () => {
        while (!this.over) await step().then(() => pause(AGAIN_MS));
      })(),
    );
    return read;
  }

  /** Follows the stream, and opens it again whenever it ends. */
  listen(): Read {
    const heard: Read = { keys: [], ids: [], told: 0 };
    let last = 0;
    const once = async () => {
      const headers = { authorization: `Token token=${this.token}`, 'last-event-id': String(last) };
      const reader = await StreamReader.open(`${this.base()}/api/v1/events/stream`, headers);
      let taken = 0;
      const take = () => {
        for (const { data } of reader.messages().slice(taken)) {
          taken++;
          last = data.id;
          this.have(data, heard);
        }
      };
      while (!this.over && !reader.ended) {
        await pause(AGAIN_MS);
        if (reader.status === 200) take();
      }
      if (reader.status === 200) take();
      reader.close();
      if (reader.status !== 410) return;
      heard.told++;
      last = JSON.parse(reader.text).after;
    };
    this.running.push(
      (async () => {
        while (!this.over)
          await once()
            .catch(() => undefined)
            .then(() => pause(AGAIN_MS));
      })(),
    );
    return heard;
  }

  /** Notes what somebody was shown by an id: nobody is shown something else by it. */
  tell(id: string, stated: string): void {
    const before = this.known.get(id) ?? stated;
    if (before !== stated) this.confused.push(`${id}: ${before} and ${stated}`);
    this.known.set(id, stated);
  }

  /** Waits until so many more writes are acknowledged. */
  async moreWrites(many: number): Promise<void> {
    const enough = this.acknowledged.length + many;
    await eventually(`${many} writes`, () => this.acknowledged.length >= enough, 60_000);
  }

  /** How many milliseconds after a moment a write was acknowledged first; it is waited for. */
  async backAfter(moment: number): Promise<number> {
    const back = await eventually(
      'a write',
      () => {
        const first = this.acknowledged.find(({ at }) => at > moment);
        return first && first.at - moment;
      },
      60_000,
    );
    return Math.round(back);
  }

  /** Ends the writers, each when what it requested last is answered. */
  async endWrites(): Promise<void> {
    this.writes = false;
    await Promise.all(this.writers);
  }

  async stop(): Promise<void> {
    this.over = true;
    await Promise.all([...this.running, ...this.writers]);
  }

  private count(outcome: string): void {
    this.statuses[outcome] = (this.statuses[outcome] ?? 0) + 1;
  }

  /** Notes an event that a reader has. */
  private have({ id, type, recorded_at, subject, data }: any, read: Read): void {
    this.tell(String(id), JSON.stringify([recorded_at, subject.id, data?.comments]));
    read.ids.push(id);
    if (type === 'pre_advice.created') read.keys.push(data.comments);
  }
}

/** Whether ids only ascend. */
export const ascends = (ids: number[]) => ids.every((id, at) => !at || id > ids[at - 1]!);

/** Ends the writers, and checks that what was acknowledged is there, once, and was shown once to each reader, in order. */
export async function expectAllOnce(
  clients: Clients,
  readers: Read[],
  query: <T>(statement: string) => Promise<T[]>,
): Promise<void> {
  await clients.endWrites();
  const made = await query<{ comments: string; count: number }>(
    'SELECT comments, count(*)::int AS count FROM pre_advices GROUP BY comments',
  );
  const all = made.map(({ comments }) => comments);
  for (const reader of readers)
    await eventually('all are told', () => new Set(reader.keys).size >= all.length, 30_000);
  expect(made.filter(({ count }) => count > 1)).toEqual([]);
  const there = new Set(all);
  expect(clients.acknowledged.filter(({ key }) => !there.has(key))).toEqual([]);
  for (const { keys, ids, told: shown } of readers) {
    expect([[...keys].sort(), shown]).toEqual([[...all].sort(), 0]);
    expect(ascends(ids)).toBe(true);
  }
  expect(clients.confused).toEqual([]);
  expect(clients.withoutRetryAfter).toBe(0);
}
