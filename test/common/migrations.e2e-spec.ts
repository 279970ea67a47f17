import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/common/config/config';
import { dataSourceOptions } from '../../src/common/database/data-source';
import { migrate, pendingMigrations } from '../../src/common/database/migrate';
import { databaseUrl, onServer, templateName } from '../setup/database';

const NAME = `migrations_${process.pid}`;

describe('migrations', () => {
  beforeEach(() => onServer((client) => client.query(`CREATE DATABASE ${NAME}`)));
  afterEach(() => onServer((client) => client.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`)));

  async function withDatabase<T>(name: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const dataSource = await new DataSource(
      dataSourceOptions(databaseUrl(name), loadConfig({})),
    ).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }

  it('make exactly the tables that the entities declare', async () => {
    const missing = await withDatabase(templateName(), (dataSource) =>
      dataSource.driver.createSchemaBuilder().log(),
    );
    expect(missing.upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('run once when several processes start at the same time', async () => {
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(databaseUrl(NAME))));
    expect(ran.filter(({ length }) => length > 0)).toHaveLength(1);
    expect(await withDatabase(NAME, pendingMigrations)).toEqual([]);
  });

  it('can be taken back one by one, and run again', async () => {
    const names = await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      for (const _name of names) await dataSource.undoLastMigration();
      expect(await pendingMigrations(dataSource)).toEqual(names);
      const tables = await dataSource.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`,
      );
      expect(tables).toEqual([]);
    });
    expect(await migrate(databaseUrl(NAME))).toEqual(names);
  });
});
