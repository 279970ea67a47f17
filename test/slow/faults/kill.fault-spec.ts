import { randomUUID } from 'node:crypto';
import { Served } from '../cli/process';
import { FaultyDatabase, ROUNDS } from './database';
import { Load, others } from './load';
import { within } from './pace';
import { aFreePort } from './programs';

/** More than the service has connections, so that some requests wait for one. */
const CLIENTS = 32;

describe('killed under writes', () => {
  let database: FaultyDatabase;
  let token: string;
  let served: Served;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    token = await database.token(randomUUID());
    env = { DATABASE_URL: database.url, PORT: String(await aFreePort()) };
    served = await Served.start(env);
  });
  afterEach(() => Load.endAll());
  afterAll(async () => {
    await served?.stop();
    await database?.stop();
  });

  it('the service loses no acknowledged write, and stores no half of one', async () => {
    const load = new Load(() => served.base, token, CLIENTS);
    for (let round = 0; round < ROUNDS; round++) {
      await load.writes(100);
      await served.kill();
      served = await Served.start(env);
    }
    await load.writes(100);
    const figures = await load.stop(database);
    console.log(`kill -9 of the service, ${ROUNDS} rounds: ${JSON.stringify(figures)}`);
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    // whoever waited for the killed process had no answer, and says so with a word in place of a status
    expect(others(figures.answers).filter((each) => /^\d+$/.test(each))).toEqual([]);
  });

  it('the database: the service answers 503 meanwhile, and works again soon after it is back', async () => {
    const died = served.done.then(({ code, stderr }): never => {
      throw new Error(`The service ended by itself (${code}): ${stderr.slice(0, 1000)}`);
    });
    const load = new Load(() => served.base, token, CLIENTS);
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.race([load.writes(100), died]);
      await database.restart('SIGKILL');
      back.push(Math.round(await Promise.race([load.backAfter(performance.now()), died])));
    }
    died.catch(() => undefined);
    const figures = await load.stop(database);
    console.log(
      `kill -9 of the database, ${ROUNDS} rounds, back after ${back.join(', ')} ms: ${JSON.stringify(figures)}`,
    );
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    expect(others(figures.answers)).toEqual([]);
    expect(Math.max(...back)).toBeLessThan(within(2_000));
  });
});
