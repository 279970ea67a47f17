import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { Receiver } from '../../setup/receiver';
import { ascends, Clients, expectAllOnce, type Read } from './clients';
import { aToken, ROUNDS } from './database';
import { within } from './pace';
import { type OldPrimary, Pair } from './pair';

const WRITERS = 8;
const READERS = 4;
/** How long a request may take on a quiet machine before it is answered 503, in milliseconds. */
const DEADLINE_MS = 3_000;

describe('a service whose primary or standby goes', () => {
  let pair: Pair;
  let served: Served;
  let receiver: Receiver;
  let clients: Clients;
  let deadline: number;

  beforeEach(async () => {
    receiver = await Receiver.start();
    pair = await Pair.start();
    deadline = within(DEADLINE_MS);
    const token = await aToken(pair, randomUUID());
    served = await Served.start({
      DATABASE_URL: pair.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      HANDLER_TIMEOUT_MS: String(deadline),
    });
    clients = new Clients(() => served.base, token);
  });
  afterEach(async () => {
    await clients?.stop();
    const done = await served?.stop();
    await pair?.stop();
    await receiver?.stop();
    expect(done?.code).toBe(0); // the process that was started first
  });

  const query = <T>(statement: string) => pair.query<T>(statement);

  /** Lets something happen to the primary again and again, and checks what became of all writes and events. */
  async function survive(what: string, happen: () => Promise<number>, after?: () => Promise<void>) {
    const readers = [clients.follow(), clients.listen()];
    clients.write(WRITERS);
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await pair.addStandby({ synchronous: true });
      await clients.moreWrites(50);
      back.push(await clients.backAfter(await happen()));
      await clients.moreWrites(50);
      await after?.();
    }
    await expectAllOnce(clients, readers, query);
    const { acknowledged, statuses } = clients;
    console.log(
      `${ROUNDS} × ${what}: ${acknowledged.length} writes, back after ${back.join(', ')} ms, ${JSON.stringify(statuses)}`,
    );
    // within a second on a quiet machine
    expect(back.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)]).toBeLessThan(within(2_000));
  }

  it('goes on at its synchronous standby when the primary is killed: nothing is lost, nothing made or shown twice', () =>
    survive('primary killed', () => pair.failOver()));

  it('goes on at its synchronous standby in a switchover', () =>
    survive('switchover', () => pair.switchOver()));

  it('goes on when the primary is frozen, which acknowledges nothing when it thaws', async () => {
    let old: OldPrimary | undefined;
    const outcomes: string[] = [];
    const freeze = async () => {
      const done = await pair.failOverFrozen();
      old = done.old;
      return done.moment;
    };
    const thaw = async () => {
      outcomes.push(await old!.thawAndWrite());
      await clients.moreWrites(50); // beside the old primary, which runs again
      await old!.kill();
    };
    await survive('primary frozen', freeze, thaw).finally(() => old?.kill());
    // its standby is primary now and confirms nothing, so its commits wait
    expect(outcomes).toEqual(Array(ROUNDS).fill('SyncRep'));
  });

  /** Checks that reads go on, and that each write is answered in time, while the standby does not answer. */
  async function withoutStandby(key: string): Promise<void> {
    clients.longest = { POST: 0, GET: 0 };
    const failed = () => Object.keys(clients.statuses).filter((each) => /^GET (?!200)/.test(each));
    // it waits for its commit, or for others that do
    expect(await clients.create(key)).toMatchObject({ status: 503 });
    await pause(deadline);
    expect(failed()).toEqual([]);
    expect(clients.longest.GET).toBeLessThan(deadline); // as long as one that waits for a write would take
    expect(clients.longest.POST).toBeLessThan(deadline + within(2_000));
  }

  /** Repeats a request until it is answered, and checks that its record is there once. */
  async function repeat(key: string): Promise<void> {
    await eventually('the answer', async () => (await clients.create(key)).status === 201, 60_000);
    const found = await pair.query('SELECT id FROM pre_advices WHERE comments = $1', [key]);
    expect(found).toHaveLength(1);
  }

  /** Lets the standby go and come again and again, while clients read and write. */
  async function without(what: string, go: () => Promise<void> | void, come: () => Promise<void> | void) {
    const readers: Read[] = [clients.follow(), clients.listen()];
    clients.read(READERS);
    clients.write(WRITERS);
    await pair.addStandby({ synchronous: true });
    const [back, longest] = [[] as number[], { POST: 0, GET: 0 }];
    for (let round = 0; round < ROUNDS; round++) {
      await clients.moreWrites(50);
      await go();
      const key = randomUUID();
      await withoutStandby(key);
      for (const method of ['GET', 'POST'] as const)
        longest[method] = Math.round(Math.max(longest[method], clients.longest[method]));
      await come();
      back.push(await clients.backAfter(performance.now()));
      await repeat(key);
    }
    await expectAllOnce(clients, readers, query);
    const { acknowledged, statuses } = clients;
    console.log(
      `${ROUNDS} × ${what}: ${acknowledged.length} writes, back after ${back.join(', ')} ms, the longest ${JSON.stringify(longest)} ms, ${JSON.stringify(statuses)}`,
    );
  }

  it('reads on while the standby is frozen, and answers writes 503 in time, which are stored once', () =>
    without(
      'standby frozen',
      () => pair.freezeStandby(),
      () => pair.thawStandby(),
    ));

  it('reads on while the standby is killed, and writes on when there is another', () =>
    without(
      'standby killed',
      () => pair.killStandby(),
      () => pair.addStandby({ synchronous: true }),
    ));

  it('goes on at a standby that is a second behind: no reader takes two events for one', async () => {
    await clients.send('/webhook_endpoints', { url: receiver.url, types: ['pre_advice.*'] });
    const [feed, stream] = [clients.follow(), clients.listen()];
    clients.write(WRITERS);
    for (let round = 0; round < ROUNDS; round++) {
      await pair.addStandby({ synchronous: false });
      await clients.moreWrites(50);
      pair.cutStandby();
      await clients.moreWrites(50);
      const last = clients.acknowledged.at(-1)!.key;
      for (const reader of [feed, stream]) await eventually('lost events', () => reader.keys.includes(last));
      await pair.failOver();
      await clients.moreWrites(50);
    }
    await clients.endWrites();
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
    const { acknowledged, statuses, confused } = clients;
    const lost = acknowledged.filter(({ key }) => !all.includes(key)).length;
    for (const { headers, body } of receiver.received)
      clients.tell(`webhook ${String(headers['webhook-id'])}`, JSON.stringify(body));
    console.log(
      `${ROUNDS} failovers lost ${lost} of ${acknowledged.length} writes, ${JSON.stringify(statuses)}`,
    );
    expect(lost).toBeGreaterThan(0);
    for (const { ids, told: shown } of [feed, stream]) {
      expect(shown).toBe(ROUNDS);
      expect(ascends(ids)).toBe(true);
    }
    expect(confused).toEqual([]);
  });
});
