import type { Client } from '../../setup/client';
import { allPublished, Follower } from '../../setup/events';
import { eventually } from '../../setup/eventually';
import { Receiver } from '../../setup/receiver';
import { useService } from '../../setup/service';
import { StreamReader } from '../../setup/stream';
import { around, factsNow, type Looker, lookersOf, typesOf } from './canary-looks';
import { marksIn } from './canary-marks';
import { Interests, Sights } from './canary-model';
import { randomOf, World } from './canary-world';

/** Settings of a long run: how many worlds, how many steps are tried in each, and the seed of the first world. */
const { CANARY_WORLDS = '2', CANARY_STEPS = '30', CANARY_SEED = '3' } = process.env;
const WORLDS = Number(CANARY_WORLDS);
const STEPS = Number(CANARY_STEPS);
const SEEDS = Array.from({ length: WORLDS }, (_, at) => Number(CANARY_SEED) + at);

/** What becomes another's: whoever has it since is not shown what it was. */
const CHANGES_HANDS = ['sold', 'sold', 'goods', 'billSold', 'itemSold', 'truckSold', 'driverMoved', 'line'];

/** A token with all that it could see at some time, and where a webhook endpoint of the same parties is sent to. */
interface Listener extends Looker {
  may: Set<string>;
  receiver?: Receiver;
}

/** Whose bills and drivers are is looked up when an event is read or sent, and may have changed between. */
const OF_NOW = ['bill_of_ladings', 'truck_driver'];

/** What is told but for the papers of receipts, which who owns the stay and the haulier of the visit read whole (decision 923). */
const withoutPapers = (told: string): string =>
  told.replace(/"document":\{"gate".*?\},(?="created_at")/g, '');

/** What of events is the same whenever they are read; those that tell nothing else are left out. */
const lasting = (events: any[]): any[] => {
  const without = (record: object | null) =>
    record && Object.fromEntries(Object.entries(record).filter(([name]) => !OF_NOW.includes(name)));
  return events
    .map((event) => ({ ...event, data: without(event.data), changes: without(event.changes) }))
    .filter(({ changes }) => !changes || Object.keys(changes as object).length);
};

describe('canaries in what is shown', () => {
  const service = useService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const receivers: Receiver[] = [];
  afterEach(async () => {
    // what waits is not sent to whoever gets the port next
    await service.current.query('UPDATE webhook_endpoints SET active = false');
    for (const receiver of receivers.splice(0)) await receiver.stop();
  });

  /** Tokens, each with an endpoint; one of no party has none, since an endpoint without parties is the terminal's. */
  async function listenersOf(world: World): Promise<Listener[]> {
    const listeners: Listener[] = [];
    for (const looker of await lookersOf(world)) {
      const listener: Listener = { ...looker, may: new Set() };
      listeners.push(listener);
      if (!looker.parties.length) continue;
      const receiver = await Receiver.start();
      receivers.push(receiver);
      const parties = looker.parties.map((party) => {
        const [type, key] = party.split(':');
        return { type, key };
      });
      await world.client.create('/webhook_endpoints', { url: receiver.url, parties });
      listener.receiver = receiver;
    }
    return listeners;
  }

  async function allSent(client: Client): Promise<void> {
    await allPublished(client);
    await eventually('all deliveries', async () => {
      const [row] = await service.current.query<{ count: number }>(
        `SELECT count(*) FROM webhook_deliveries WHERE organization_id = $1 AND status = 'pending'`,
        [client.organization_id],
      );
      return row!.count === 0;
    });
  }

  /** What a stream tells from the beginning of the feed, once it has caught up with so many events. */
  async function streamed({ of }: Listener, count: number): Promise<StreamReader> {
    const base = await service.current.listen();
    const reader = await StreamReader.open(`${base}/api/v1/events/stream?after=0`, {
      authorization: `Token token=${of.tokens.write}`,
    });
    expect(reader.status).toBe(200);
    await reader.receive(count);
    reader.close();
    return reader;
  }

  it.each(SEEDS)(
    'reach nobody who could never see them, by feeds, streams and webhooks alike: world %i',
    async (seed) => {
      const world = new World(
        await service.current.organization({ party_pick_up: 'reference' }),
        randomOf(seed),
      );
      const { client } = world;
      await world.people();
      // before there is anything to tell
      await allPublished(client);
      const listeners = await listenersOf(world);
      const interests = new Interests();
      /** Has to learn of each change, as what one may see is only known at the time. */
      const note = async () => {
        const facts = await factsNow(client);
        interests.note(facts, world.granted);
        for (const { parties, may } of listeners)
          new Sights(parties, facts, interests).marks().may.forEach((mark) => may.add(mark));
      };
      await note();
      await world.cargo();
      await note();
      const happened: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const name = await world.step();
        await note();
        if (name) happened.push(name);
      }
      for (const name of [...CHANGES_HANDS, ...CHANGES_HANDS]) {
        await world.steps[name]!();
        await note();
      }
      // each company learns of something that it carries
      await world.carry();
      await note();
      await world.carryAway();
      await note();
      await allSent(client);

      const complaints = new Map<string, string>();
      let toldOf = 0;
      for (const listener of listeners) {
        const { parties, of, may, receiver } = listener;
        const hold = (way: string, told: string) => {
          const stated = withoutPapers(told);
          const shown = [...marksIn(stated)].filter((mark) => !may.has(mark));
          if (/tester@harbour|"Tess\b/.test(stated)) shown.push('a user');
          for (const mark of shown)
            complaints.set(
              `${way} tells ${mark.replace(/\d+/, '')} to ${typesOf(parties)}`,
              `${parties.join(', ')} ${mark}: ${around(stated, mark)}`,
            );
        };
        const events = await new Follower(of).read();
        for (const event of events) hold(`The event ${event.type}`, JSON.stringify(event));
        toldOf += events.length;

        const reader = await streamed(listener, events.length);
        hold('A stream', reader.text);
        expect(reader.messages().map(({ data }) => data as unknown)).toEqual(events);
        if (!receiver) continue;
        for (const { text, headers } of receiver.received)
          hold('A webhook', `${text} ${JSON.stringify(headers)}`);
        const sent = receiver.received.map(({ body }) => body.data);
        expect(lasting(sent.sort((one, other) => one.id - other.id))).toEqual(lasting(events));
      }
      expect(Object.fromEntries(complaints)).toEqual({});
      expect(toldOf).toBeGreaterThan(listeners.length * 10);
      expect(happened.length).toBeGreaterThan(STEPS / 4);
    },
    WORLDS * 600_000,
  );
});
