import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { MIGRATIONS } from '../../../src/common/database/migrate/tables';
import { migrate } from '../../../src/common/database/migrate/migrate';
import { Served } from '../cli/process';
import { FaultyDatabase } from './database';
import { Load, others } from './load';
import { within } from './pace';

/** How long a session reads a table that a migration needs: FAULT_SECONDS=60 npm run test:faults */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 10);

/** The most that a request may wait behind a migration on a quiet machine, in milliseconds. */
const LONGEST_MS = 2_500;

const TABLES = ['pre_advices', 'purposes'];
const CLIENTS = 64;
const MIGRATED = 20;

let planted = 0;

/** A migration that locks the tables of the load against everybody: it adds a column, and a trigger that does nothing. */
function migration(): new () => MigrationInterface {
  const at = ++planted;
  const statements = TABLES.flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN planted_${at} integer`,
    `CREATE TRIGGER planted_${at} BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (false) EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  ]);
  return class {
    name = `Planted${1899000000000 + at}`;
    up = (runner: QueryRunner) => runner.query(statements.join(';'));
    down = () => Promise.resolve();
  };
}

describe('migrations while an instance serves', () => {
  let database: FaultyDatabase;
  let served: Served;
  let token: string;
  beforeAll(async () => {
    database = await FaultyDatabase.start();
    token = await database.token(randomUUID());
    served = await Served.start({ DATABASE_URL: database.url });
  });
  afterEach(() => Load.endAll());
  afterAll(async () => {
    MIGRATIONS.splice(-planted);
    await served?.stop();
    await database?.stop();
  });

  it(`get their locks beside ${CLIENTS} clients, and lose nothing of theirs`, async () => {
    const load = await new Load(() => served.base, token, CLIENTS).connected();
    const names: string[] = [];
    for (let done = 0; done < MIGRATED; done++) {
      MIGRATIONS.push(migration());
      names.push(...(await migrate(database.url)));
    }
    const figures = await load.stop(database);
    console.log(`${MIGRATED} migrations beside ${CLIENTS} clients: ${JSON.stringify(figures)}`);
    expect(names).toHaveLength(MIGRATED);
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    expect(others(figures.answers)).toEqual([]);
  });

  it('let requests pass while they wait for a session that reads a table, as a dump does', async () => {
    const load = await new Load(() => served.base, token, 8).connected();
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query(`BEGIN; SELECT count(*) FROM ${TABLES[0]}`);
    MIGRATIONS.push(migration());
    const waiting = migrate(database.url);
    await pause(within(SECONDS * 1_000));
    await reader.end();
    expect(await waiting).toHaveLength(1);
    const figures = await load.stop(database);
    console.log(`a migration behind a reader for ${SECONDS} s: ${JSON.stringify(figures)}`);
    expect(figures).toMatchObject({ lost: 0, half: 0 });
    expect([others(figures.answers), figures.answers['503'] ?? 0]).toEqual([[], 0]);
    expect(figures.longest).toBeLessThan(within(LONGEST_MS));
  });
});
