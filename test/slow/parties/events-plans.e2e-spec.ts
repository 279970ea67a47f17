import { Client as Connection } from 'pg';
import { aTruck, aTruckingCompany, limitedTo } from '../../factories/parties';
import type { Client } from '../../setup/client';
import { databaseUrl } from '../../setup/database';
import { allPublished } from '../../setup/events';
import { useService } from '../../setup/service';
import { sentStatements } from '../../setup/statements';

/** So many events has the feed, of which one party is shown one in a hundred and another all. */
const MANY = 20_000;
/** How many rows a step of a plan may read for a page of ten, of two parties and then of each. */
const MOST_READ = 50;

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}
const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

describe('the feed of parties, of which one is long', () => {
  const service = useService({ DATABASE_STATEMENT_TIMEOUT_MS: '120000' });
  let client: Client;
  let both: Client;

  beforeAll(async () => {
    client = await service.current.organization();
    for (const code of ['OFTEN', 'RARE']) await aTruckingCompany(client, { code });
    await aTruck(client, { trucking_company: 'OFTEN' });
    both = await limitedTo(
      client,
      { type: 'trucking_company', key: 'OFTEN' },
      { type: 'trucking_company', key: 'RARE' },
    );
    await allPublished(client);
    const { organization_id: o } = client;
    const party = (code: string) => `(SELECT p.id FROM parties p JOIN trucking_companies c
      ON c.organization_id = p.organization_id AND c.id = p.trucking_company_id
      WHERE p.organization_id = ${o} AND c.code = '${code}')`;
    for (const statement of [
      `INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, subject_id, subject_key, subject_path, concerns, data,
         data_omitted, bytes)
       SELECT ${o}, 1000 + i, 'truck.updated', now(), now(), i, 'PT' || i, '/api/v1/trucks/' || i, ARRAY['truck:' || i],
         '{"id":1}', false, 1000 FROM generate_series(1, ${MANY}) i`,
      `UPDATE event_feeds SET last_id = 1000 + ${MANY} WHERE organization_id = ${o}`,
      `INSERT INTO event_parties (organization_id, party_id, event_id, level, level_before)
       SELECT ${o}, ${party('OFTEN')}, 1000 + i, 'carrier', 'carrier' FROM generate_series(1, ${MANY}) i
       UNION ALL SELECT ${o}, ${party('RARE')}, 1000 + i, 'carrier', 'carrier' FROM generate_series(100, ${MANY}, 100) i`,
    ])
      await service.current.query(statement);
    await service.current.query('VACUUM ANALYZE');
  }, 120_000);

  it.each([
    // the second finds which event came before the page
    ['/events?per=10&after=1000', 2],
    ['/events?per=10&after=20900', 2],
    ['/events?per=10&after=11000', 2],
    ['/events/20999', 1],
  ])('reads %s along the index of the parties', async (path, statements) => {
    const sent = await sentStatements(async () => {
      const { status, body } = await both.get(path);
      expect([path, status]).toEqual([path, 200]);
      if (body.events) expect(body.events).toHaveLength(10);
    });
    const read = sent.filter(({ text }) => text.includes('FROM event_parties'));
    expect(read).toHaveLength(statements);
    const connection = new Connection(databaseUrl(service.current.database));
    await connection.connect();
    const { text, values = [] } = read[0]!;
    const { rows } = await connection.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    await connection.end();
    const steps = stepsOf((rows[0] as { 'QUERY PLAN': { Plan: Step }[] })['QUERY PLAN'][0]!.Plan);
    expect(steps.map((step) => step['Index Name'])).toContain('pk_event_parties');
    const large = steps.filter((step) => {
      const seen = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0);
      return seen * step['Actual Loops'] > MOST_READ;
    });
    expect(large).toEqual([]);
  });
});
