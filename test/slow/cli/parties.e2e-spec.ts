import { Client } from 'pg';
import { useDatabase, wharfinger } from './process';

/** Two stays of a container that came twice, of which only the second is open, and a bill. */
const ROWS = `
  INSERT INTO shipping_lines (organization_id, id, code) SELECT id, 1, 'WHA' FROM organizations;
  INSERT INTO consignees (organization_id, id, name) SELECT id, 1, 'Bean' FROM organizations;
  INSERT INTO vessels (organization_id, id, name) SELECT id, 1, 'Petrel' FROM organizations;
  INSERT INTO voyages (organization_id, id, number, vessel_id) SELECT id, 1, 'V1', 1 FROM organizations;
  INSERT INTO manifests (organization_id, id, client_identifier, voyage_id, shipping_line_id)
    SELECT id, 1, 'M1', 1, 1 FROM organizations;
  INSERT INTO bill_of_ladings (organization_id, id, manifest_id, number, consignee_id) SELECT id, 1, 1, 'B1', 1 FROM organizations;
  INSERT INTO containers (organization_id, id, number) SELECT id, 1, 'WHAU4142033' FROM organizations;
  INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, out_at, shipping_line_id)
    SELECT id, 1, 1, 1, 'departed', '2026-01-01'::timestamptz, '2026-01-02'::timestamptz, 1 FROM organizations
    UNION ALL SELECT id, 2, 1, 2, 'announced', NULL, NULL, 1 FROM organizations;
  UPDATE containers SET stay_id = 2;
  INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id) SELECT id, 2, 1 FROM organizations;`;

describe('wharfinger parties', () => {
  const database = useDatabase({ migrated: true });
  const run = (...args: string[]) => wharfinger(database.env, 'parties', ...args);

  async function query(text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }
  const kept = () =>
    query(
      `SELECT organization_id, party_id, stay_id, container_id, level, ways, shown FROM stay_parties ORDER BY 1, 2, 3`,
    );

  beforeAll(async () => {
    for (const name of ['P', 'Q']) await wharfinger(database.env, 'organization', 'create', name);
    await query(ROWS);
  });

  it('finds nothing where nothing differs', async () => {
    expect(await run('check')).toEqual({
      code: 0,
      stdout: 'P: 0 interests differ from the records.\nQ: 0 interests differ from the records.\n',
      stderr: '',
    });
  });

  it.each([
    [
      `DELETE FROM stay_parties WHERE stay_id = 2 AND ways = 8`,
      'stay 2 of container WHAU4142033: consignee:Bean is kept by nothing, and holds by bill',
    ],
    [
      `UPDATE stay_parties SET ways = 17 WHERE stay_id = 2 AND ways = 1`,
      'stay 2 of container WHAU4142033: shipping_line:WHA is kept by line, item, and holds by line',
    ],
    [
      `UPDATE stay_parties SET ways = 33 WHERE stay_id = 1`,
      'stay 1 of container WHAU4142033: shipping_line:WHA is kept by visit, and holds by nothing',
    ],
    [
      `UPDATE stay_parties SET shown = true WHERE stay_id = 1`,
      'stay 1 of container WHAU4142033: shipping_line:WHA is kept for the wrong container, or is not shown rightly',
    ],
    [
      `UPDATE bill_parties SET ways = 5 WHERE ways = 4`,
      'bill B1 of manifest M1: consignee:Bean is kept by line, consignee, and holds by consignee',
    ],
  ])('tells what differs, and writes it anew: %s', async (planted, stated) => {
    const before = [await kept(), await query('SELECT * FROM bill_parties ORDER BY 1, 2, 3')];
    await query(`${planted} AND organization_id = (SELECT id FROM organizations WHERE name = 'P')`);
    expect(await run('check')).toEqual({
      code: 1,
      stdout: `${stated}\nP: 1 interest differs from the records.\nQ: 0 interests differ from the records.\n`,
      stderr: '',
    });
    expect((await run('check', '--organization', 'Q')).code).toBe(0);
    expect(await run('repair', '--organization', 'P')).toEqual({
      code: 0,
      stdout: `${stated}\nP: 1 interest differs from the records, and is written anew.\n`,
      stderr: '',
    });
    expect([await kept(), await query('SELECT * FROM bill_parties ORDER BY 1, 2, 3')]).toEqual(before);
    expect((await run('check')).code).toBe(0);
  });

  it('names twenty differences, and counts all', async () => {
    await query(`
      INSERT INTO containers (organization_id, id, number)
        SELECT o.id, 10 + n, 'MANY' || n FROM organizations o, generate_series(1, 1500) n WHERE o.name = 'Q';
      INSERT INTO container_stays (organization_id, id, container_id, number, status, shipping_line_id)
        SELECT o.id, 10 + n, 10 + n, 1, 'announced', 1 FROM organizations o, generate_series(1, 1500) n WHERE o.name = 'Q';
      DELETE FROM stay_parties WHERE stay_id > 10;`);
    const { code, stdout } = await run('check', '--organization', 'Q');
    const lines = stdout.trim().split('\n');
    expect([code, lines.length, lines.at(-1)]).toEqual([1, 21, 'Q: 1500 interests differ from the records.']);
    expect((await run('repair', '--organization', 'Q')).code).toBe(0);
    expect((await run('check', '--organization', 'Q')).code).toBe(0);
  });

  it('knows no other organization', async () => {
    expect(await run('check', '--organization', 'X')).toMatchObject({ code: 1, stdout: '' });
  });
});
