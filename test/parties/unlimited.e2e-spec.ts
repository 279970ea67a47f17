import { PAGED_LISTS } from '../factories/lists';
import { limitedTo } from '../factories/parties';
import { documentOf } from '../setup/operations';
import { useService } from '../setup/service';
import { Looks } from '../slow/parties/canary-looks';
import { randomOf, World } from '../slow/parties/canary-world';

/** Streams, which have no end. */
const ENDLESS = ['/events/stream'];
/** A drawing whose end is now. */
const UNTIL_NOW = ['/containers/{number}/readings.svg'];
/** Records of each operation that are requested. */
const SAMPLE = 6;
/** Headers that each answer has anew, or that follow from its body. */
const NEW = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset', 'etag', 'content-length'];
/** What an answer says of its time. */
const TIMES = /"(dwell_seconds|duration|minutes_since_reading|as_of|at)":(\d+|"[^"]*")/g;

describe('whoever is not limited to parties', () => {
  const service = useService();

  it('is answered byte by byte the same with interests and without', async () => {
    const world = new World(await service.current.organization({ party_pick_up: 'reference' }), randomOf(11));
    const { client } = world;
    const { organization_id } = client;
    await world.people();
    await world.cargo();
    await limitedTo(client, { type: 'consignee', key: world.consignees[0]!.name });
    for (let step = 0; step < 40; step++) await world.step();
    const paths = await pathsOf(world);
    expect(paths.length).toBeGreaterThan(150);

    const before = await answers(world, paths);
    for (const table of ['stay_parties', 'bill_parties', 'event_parties']) {
      const [gone] = await service.current.query<{ count: number }>(
        `WITH deleted AS (DELETE FROM ${table} WHERE organization_id = $1 RETURNING 1) SELECT count(*)::int AS count FROM deleted`,
        [organization_id],
      );
      expect(gone!.count).toBeGreaterThan(0);
    }
    expect(await answers(world, paths)).toEqual(before);
  });

  /** The paths of all operations that read, with records of the world: those without, or with one in its path. */
  async function pathsOf(world: World): Promise<string[]> {
    const looks = new Looks(world, []);
    const found: string[] = [];
    for (const [path, verbs] of Object.entries(documentOf(service.current.app).paths)) {
      const { get } = verbs as { get?: { security?: object[] } };
      const requested = path.replace('/api/v1', '');
      const [list = '', ...records] = requested.split(/\/\{\w+\}/);
      if (!get || get.security || [...ENDLESS, ...UNTIL_NOW].includes(requested)) continue;
      if (records.length && (records.length > 1 || !PAGED_LISTS.includes(list))) continue;
      found.push(...world.sample(await looks.pathsOf({ path: requested }), SAMPLE));
    }
    return found;
  }

  /** What is answered to each path: status, headers and body. */
  async function answers({ client }: World, paths: string[]): Promise<string[]> {
    const all: string[] = [];
    for (const path of paths) {
      const { status, headers, body } = await client.get(path);
      const kept = Object.entries(headers).filter(([name]) => !NEW.includes(name));
      all.push(JSON.stringify([path, status, kept, body]).replaceAll(TIMES, ''));
    }
    return all;
  }
});
