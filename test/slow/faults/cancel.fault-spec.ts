import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Served } from '../cli/process';
import { FaultyDatabase } from './database';
import { Load } from './load';

/** How many statements are cancelled: FAULT_CANCELS=50000 npm run test:faults */
const CANCELS = Number(process.env.FAULT_CANCELS ?? 5_000);
const WRITERS = 32;

describe('a service whose statements are cancelled', () => {
  let database: FaultyDatabase;
  let served: Served;
  let canceller: Client;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    served = await Served.start({ DATABASE_URL: database.url, DATABASE_POOL_SIZE: '20' });
    canceller = new Client({ connectionString: database.url });
    await canceller.connect();
  });
  afterEach(() => Load.endAll());
  afterAll(async () => {
    await canceller?.end();
    await served?.stop();
    await database?.stop();
  });

  it(
    'keeps no write in part and none without its user, and answers each 503 at worst',
    async () => {
      const load = await new Load(() => served.base, await database.token(randomUUID()), WRITERS).connected();
      for (let cancelled = 0; cancelled < CANCELS;) {
        const { rows } = await canceller.query<{ many: number }>(
          `SELECT count(pg_cancel_backend(pid))::int AS many FROM pg_stat_activity
         WHERE application_name = 'wharfinger requests' AND state = 'active'`,
        );
        cancelled += rows[0]!.many;
      }
      const figures = await load.stop(database);
      const [{ nameless }] = (await database.query<{ nameless: number }>(
        `SELECT count(*)::int AS nameless FROM audit_entries WHERE record_key LIKE 'FAULT-%' AND user_id IS NULL`,
      )) as [{ nameless: number }];
      console.log(`${CANCELS} cancels: ${JSON.stringify({ ...figures, nameless })}`);
      expect(Object.keys(figures.answers).filter((status) => !/^(200|201|404|503)$/.test(status))).toEqual(
        [],
      );
      expect({ ...figures, nameless }).toMatchObject({ lost: 0, half: 0, nameless: 0 });
      expect(figures.acknowledged).toBeGreaterThan(0);
      expect(figures.answers['503']).toBeGreaterThan(0);
    },
    120_000 + CANCELS * 30,
  );
});
