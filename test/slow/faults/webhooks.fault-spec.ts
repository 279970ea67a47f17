import { randomUUID } from 'node:crypto';
import { Served } from '../cli/process';
import { eventually } from '../../setup/eventually';
import { Receiver } from '../../setup/receiver';
import { FaultyDatabase, ROUNDS } from './database';

/** Events of a round, and how many of them have come when the service is killed. */
const EVENTS = 60;
const CAME = 20;

describe('a service that is killed while it delivers webhooks', () => {
  let database: FaultyDatabase;
  let receiver: Receiver;
  let served: Served;
  const env = () => ({ DATABASE_URL: database.url, WEBHOOK_ALLOW_PRIVATE: 'true' });
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    receiver = await Receiver.start();
    served = await Served.start(env());
  });
  afterAll(async () => {
    await served?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  it('has delivered every event at least once when it is back', async () => {
    const token = await database.token(randomUUID());
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${served.base}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 201]);
    };
    // a receiver that takes its time, so that some are under way when the service is killed
    receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 50);
    await post('/webhook_endpoints', { url: receiver.url, types: ['freight_forwarder.created'] });
    const names = new Set<string>();
    const came = () => new Set(receiver.received.map(({ body }) => String(body.data.data.name)));
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: EVENTS }, async (_, n) => {
          const name = `forwarder ${round}.${n}`;
          await post('/freight_forwarders', { name });
          names.add(name);
        }),
      );
      const before = (round - 1) * EVENTS;
      await eventually('some deliveries', () => came().size >= before + CAME);
      await served.kill();
      served = await Served.start(env());
      // what the killed process had claimed is tried again after a minute: here at once
      await database.query(`UPDATE webhook_deliveries SET next_try_at = now() WHERE claimed`);
      await eventually('every event', () => came().size === names.size);
    }
    const [counted] = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM events WHERE type = 'freight_forwarder.created'`,
    );
    console.log(
      `kill -9 of the service while it delivers, ${ROUNDS} rounds: ${names.size} events, ${receiver.received.length} deliveries`,
    );
    expect(counted!.count).toBe(names.size);
    expect([...names].filter((name) => !came().has(name))).toEqual([]);
  });
});
