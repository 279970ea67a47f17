import { buildDocument } from '../../src/document';
import { aBill, aManifest } from '../factories/cargo';
import { aVessel, aVoyage, aVoyageEvent, aVoyageEventType } from '../factories/voyages';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

interface UnderARecord {
  /** What it takes: one statement, one more where the record is looked up first, or three where it is whole. */
  statements: 1 | 2 | 3;
  /** Makes the record, some of its list, and returns the path. */
  make: (client: Client) => Promise<string>;
}

/** The lists under another record. A new one needs its place here. */
const UNDER_A_RECORD: Record<string, UnderARecord> = {
  '/voyages/{voyage_number}/voyage_events': {
    statements: 1,
    make: async (client) => {
      const { number } = await aVoyage(client);
      const type = await aVoyageEventType(client);
      for (let i = 0; i < 10; i++) await aVoyageEvent(client, number, {}, type);
      return `/voyages/${number}/voyage_events`;
    },
  },
  '/containers/{number}/movements': {
    statements: 2,
    make: async (client) => {
      await client.create('/containers', { number: 'WHAU4142033' });
      return '/containers/WHAU4142033/movements';
    },
  },
  '/manifests/{manifest_client_identifier}/bill_of_ladings': {
    statements: 3,
    make: async (client) => {
      const { client_identifier } = await aManifest(client, { voyage_id: (await aVoyage(client)).id });
      for (let i = 0; i < 10; i++) await aBill(client, { client_identifier });
      return `/manifests/${client_identifier}/bill_of_ladings`;
    },
  },
  '/voyages/{voyage_number}/bill_of_ladings': {
    statements: 3,
    make: async (client) => {
      const manifest = await aManifest(client, { voyage_id: (await aVoyage(client)).id });
      for (let i = 0; i < 10; i++) await aBill(client, manifest);
      return `/voyages/${manifest.voyage.number}/bill_of_ladings`;
    },
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

  it('are one, whichever list it is, and one more at most for its last page', async () => {
    const nested = lists().filter((list) => list.includes('{'));
    expect(Object.keys(UNDER_A_RECORD)).toEqual(expect.arrayContaining(nested));
    expect(lists()).toEqual(expect.arrayContaining(['/voyages', '/voyage_event_types', '/tally_moves']));
    for (const list of lists()) {
      const { statements, make } = list.includes('{')
        ? UNDER_A_RECORD[list]!
        : { statements: 1, make: () => list };
      const path = await make(client);
      expect([path, await count(path)]).toEqual([path, statements]);
      expect(await count(`${path}?page=last`)).toBeLessThanOrEqual(statements + 1);
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
