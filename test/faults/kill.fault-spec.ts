import { ROUNDS, Stand } from './stand';
import { Writers } from './writers';

/** More than the service has connections, so that some requests wait for one. */
const CLIENTS = 32;

describe('killed under writes', () => {
  let stand: Stand;
  let writers: Writers;
  beforeEach(async () => {
    stand = await Stand.start();
    writers = new Writers(stand, CLIENTS);
  });
  afterEach(async () => {
    await writers.stop();
    await stand.stop();
  });

  /** What a run is judged by, and shows. */
  async function figures(what: string) {
    await writers.stop();
    const { answers, acknowledged, longest } = writers;
    const found = { ...(await writers.damage()), acknowledged: acknowledged.length, answers, longest };
    console.log(what, { rounds: ROUNDS, ...found, longest: Math.round(longest) });
    return found;
  }

  it('the service loses no write that it acknowledged, and keeps no half of one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await writers.acknowledge(100);
      await stand.restartService();
    }
    await writers.acknowledge(100);
    const { lost, half, answers } = await figures('kill -9 of the service');
    expect([lost, half]).toEqual([0, 0]);
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(['201']));
    expect(Object.keys(answers).filter((status) => !['201', '503', 'none'].includes(status))).toEqual([]);
  });

  it('the database: the service answers 503 meanwhile, and works again 2 s after it is back', async () => {
    const service = await stand.service;
    const died = service.done.then(({ code, stderr }): never => {
      throw new Error(`The service ended by itself (${code}): ${stderr.slice(0, 1000)}`);
    });
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.race([writers.acknowledge(100), died]);
      await stand.restartDatabase();
      const since = performance.now();
      await Promise.race([writers.acknowledge(1), died]);
      back.push(Math.round(performance.now() - since));
    }
    const { lost, half, answers } = await figures(
      `kill -9 of the database, back after ${back.join(', ')} ms`,
    );
    expect([lost, half]).toEqual([0, 0]);
    expect(Object.keys(answers).filter((status) => !['201', '503'].includes(status))).toEqual([]);
    expect(Math.max(...back)).toBeLessThan(2000);
  });
});
