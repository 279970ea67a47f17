import { useService } from '../../setup/service';
import { factsFrom, refusalsNow, factsNow, type Looker, lookersOf, Looks } from './canary-looks';
import { Interests, KINDS_OF_INTEREST, Sights } from './canary-model';
import { randomOf, World } from './canary-world';

/**
 * Settings of a long run: how many worlds, how many steps are tried in each, after how many of them a token looks, how many
 * tokens look in the end, how many records and filter values each of them tries, how many writes it sends, and the seed
 * of the first world.
 */
const {
  CANARY_WORLDS = '1',
  CANARY_STEPS = '30',
  CANARY_OFTEN = '8',
  CANARY_TOKENS = '4',
  CANARY_SAMPLE = '2',
  CANARY_WRITES = '25',
  CANARY_SEED = '3',
} = process.env;
const [WORLDS, STEPS, OFTEN] = [CANARY_WORLDS, CANARY_STEPS, CANARY_OFTEN].map(Number) as [
  number,
  number,
  number,
];
const [TOKENS, SAMPLE] = [CANARY_TOKENS, CANARY_SAMPLE].map(Number) as [number, number];
const WRITES = Number(CANARY_WRITES);
const FIRST_SEED = Number(CANARY_SEED);
const SEEDS = Array.from({ length: WORLDS }, (_, at) => FIRST_SEED + at);

describe('canaries', () => {
  const service = useService();

  async function aWorld(seed: number): Promise<World> {
    const world = new World(
      await service.current.organization({ party_pick_up: 'reference' }),
      randomOf(seed),
    );
    await world.people();
    await world.cargo();
    return world;
  }

  it.each(SEEDS)(
    'reach nobody else, and all that are meant for a party reach it: world %i',
    async (seed) => {
      const world = await aWorld(seed);
      const { client } = world;
      const lookers = await lookersOf(world);
      const looks = new Looks(world, lookers);
      await looks.findOpen();
      const interests = new Interests();
      const note = async () => {
        const [facts, gate_refusals] = [
          await factsFrom(client, KINDS_OF_INTEREST),
          await refusalsNow(client),
        ];
        interests.note({ ...facts, gate_refusals }, world.granted);
      };
      await note();

      const look = async (some: Looker[], withFiles = false) => {
        looks.forget();
        const facts = await factsNow(client);
        for (const looker of some) {
          const sights = new Sights(looker.parties, facts, interests);
          const shown = await looks.lookAtLists(looker, sights, withFiles);
          (await looks.lookAtRecords(looker, sights, SAMPLE)).forEach((mark) => shown.add(mark));
          const { must } = sights.marks();
          expect([looker.parties, [...must].filter((mark) => !shown.has(mark))]).toEqual([
            looker.parties,
            [],
          ]);
        }
        return facts;
      };

      await look(world.sample(lookers, 2));
      const happened: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const name = await world.step();
        if (!name) continue;
        happened.push(name);
        await note();
        if (happened.length % OFTEN === 0) await look(world.sample(lookers, 1));
      }
      const facts = await look(world.sample(lookers, TOKENS), true);
      let tried = 0;
      for (const looker of world.sample(lookers, 2)) {
        const sights = new Sights(looker.parties, facts, interests);
        tried += await looks.tryFilters(looker, sights, facts, SAMPLE);
      }
      const taken: number[] = [];
      for (const looker of world.sample(
        lookers.filter(({ parties }) => parties.length),
        TOKENS,
      )) {
        let now = await factsNow(client);
        const mayNow = () => new Sights(looker.parties, now, interests).marks().may;
        for (let write = 0; write < WRITES; write++)
          taken.push(
            await looks.tryWrite(looker, now, mayNow(), async () => {
              await note();
              now = await factsNow(client);
              return mayNow();
            }),
          );
      }
      await look(world.sample(lookers, 1));
      expect(taken.some((status) => status < 300)).toBe(true);
      expect(Object.fromEntries(looks.complaints)).toEqual({});
      expect(tried).toBeGreaterThan(20);
      expect(happened.length).toBeGreaterThan(STEPS / 4);
    },
    WORLDS * 600_000,
  );
});
