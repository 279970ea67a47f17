import { buildDocument } from '../../src/document';
import { aVessel, aVoyage, aVoyageEvent, aVoyageEventType } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

/** A list under another record: makes some records of it and returns the path. A new such list needs one, too. */
const UNDER_A_RECORD: Record<string, (client: Client) => Promise<string>> = {
  '/voyages/{voyage_number}/voyage_events': async (client) => {
    const { number } = await aVoyage(client);
    const type = await aVoyageEventType(client);
    for (let i = 0; i < 10; i++) await aVoyageEvent(client, number, {}, type);
    return `/voyages/${number}/voyage_events`;
  },
};

describe('the statements of a list', () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  /** How many statements a GET takes beside the one that recognizes the token. */
  async function count(path: string): Promise<number> {
    const statements = await statementsOf(async () => {
      const { status } = await client.get(path);
      expect([path, status]).toEqual([path, 200]);
    });
    const isTokenLookUp = (statement: string) => statement.includes('FROM tokens');
    expect(statements.filter(isTokenLookUp)).toHaveLength(1);
    return statements.length - 1;
  }

  /** The paths of all lists with pages, as the API document has them. */
  function lists(): string[] {
    const paths = Object.entries(buildDocument(service.current.app).paths);
    const paged = paths.filter(([, { get }]) =>
      get?.parameters?.some((each) => 'name' in each && each.name === 'page'),
    );
    return paged.map(([path]) => path.replace('/api/v1', ''));
  }

  it('are one, whichever list it is, and two at most for its last page', async () => {
    expect(lists()).toEqual(expect.arrayContaining(['/voyages', '/voyage_event_types', '/tally_moves']));
    for (const list of lists()) {
      const path = list.includes('{') ? await UNDER_A_RECORD[list]?.(client) : list;
      if (!path) throw new Error(`Say in UNDER_A_RECORD how to reach ${list}`);
      expect([path, await count(path)]).toEqual([path, 1]);
      expect([1, 2]).toContain(await count(`${path}?page=last`));
    }
  });

  it('are one for ten voyages with everything that they refer to, filtered', async () => {
    const { name: vessel_name } = await aVessel(client);
    for (let i = 0; i < 10; i++) await aVoyage(client, { vessel_name });
    expect((await client.get('/voyages')).body.voyages).toHaveLength(10);
    expect(await count('/voyages')).toBe(1);
    expect(await count('/voyages?vessel_name=e&arrival_end=2100-01-01&updated_at=2000-01-01')).toBe(1);
  });
});
