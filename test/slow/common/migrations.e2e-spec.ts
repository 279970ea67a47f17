import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { loadConfig } from '../../../src/common/config/config';
import { dataSourceOptions } from '../../../src/common/database/pool/data-source';
import { migrate, pendingMigrations } from '../../../src/common/database/migrate/migrate';
import { MIGRATIONS } from '../../../src/common/database/migrate/tables';
import { UNINDEXED } from '../../../src/common/schema/columns';
import { databaseUrl, onServer, templateName } from '../../setup/database';
import { schemaOf } from '../../setup/schema';
import { cloneOf } from '../../setup/service';

const NAME = `migrations_${process.pid}`;

/** A migration of a later version. */
function planted(statement: string, transaction?: false): new () => MigrationInterface {
  return class {
    name = 'Planted1899000000001';
    transaction = transaction;
    up = (runner: QueryRunner) => runner.query(statement);
    down = () => Promise.resolve();
  };
}

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

  /** Works on a database that has every migration. */
  async function withMigrated<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const name = await cloneOf(templateName());
    try {
      return await withDatabase(name, work);
    } finally {
      await onServer((client) => client.query(`DROP DATABASE ${name}`));
    }
  }

  const migratedSchema = () => withMigrated(schemaOf);

  it('make exactly the tables that the entities declare', async () => {
    const missing = await withMigrated((dataSource) => dataSource.driver.createSchemaBuilder().log());
    expect(missing.upQueries.map(({ query }) => query)).toEqual([]);
  });

  // TypeORM compares checks and indexes by name only: so each is made from the entities and compared by what it is
  it('create exactly what the entities declare', async () => {
    const declared = await withDatabase(NAME, async (dataSource) => {
      await dataSource.query('CREATE EXTENSION btree_gist'); // as a migration does
      await dataSource.synchronize();
      return schemaOf(dataSource);
    });
    expect(await migratedSchema()).toMatchObject(declared);
  });

  it('run once when several processes start at the same time', async () => {
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(databaseUrl(NAME))));
    expect(ran.filter(({ length }) => length > 0)).toHaveLength(1);
    expect(await withDatabase(NAME, (dataSource) => pendingMigrations(dataSource))).toEqual([]);
  });

  it('take over a database of 0.2.0, and refuse one that is older', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      const become = (...names: string[]) =>
        dataSource.query(
          `WITH gone AS (DELETE FROM migrations) INSERT INTO migrations ("timestamp", name)
           SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) name`,
          [names],
        );
      const older =
        'The database is of a version before 0.2.0. Install 0.2.0, run its wharfinger migrate, then this version.';
      await become('Tables1796000000000', 'TriesOfChannelsAndFlows1799923000000');
      await expect(migrate(databaseUrl(NAME))).rejects.toThrow(older);
      await become('Tables1796000000000', 'RefusalsByMonth1799890001006');
      await expect(migrate(databaseUrl(NAME))).rejects.toThrow(older);

      const later = dataSource.migrations
        .map(({ name }) => name!)
        .filter((name) => !name.startsWith('Baseline'));
      await become('RefusalsByMonth1799890001006', 'TriesOfChannelsAndFlows1799923000000', ...later);
      expect(await pendingMigrations(dataSource)).toEqual([]);
      expect(await migrate(databaseUrl(NAME))).toEqual([]);
      const [{ taken }] = await dataSource.query<[{ taken: string }]>(
        `SELECT string_agg(name, ' ') AS taken FROM migrations WHERE name LIKE 'Baseline%'`,
      );
      expect(taken).toBe('Baseline1800000000000');
    });
  });

  describe('of a later version', () => {
    afterEach(() => void MIGRATIONS.pop());

    it('make an index again that was interrupted', async () => {
      await migrate(databaseUrl(NAME));
      await withDatabase(NAME, async (dataSource) => {
        // as an interrupted CREATE INDEX CONCURRENTLY does
        await dataSource.query('CREATE INDEX ix_planted ON container_stays (id)');
        await dataSource.query(
          `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_planted'::regclass`,
        );
        MIGRATIONS.push(
          planted('CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_planted ON container_stays (id)', false),
        );
        await migrate(databaseUrl(NAME));
        const made = await dataSource.query(
          `SELECT FROM pg_index WHERE indexrelid = 'ix_planted'::regclass AND indisvalid`,
        );
        expect(made).toHaveLength(1);
      });
    });

    it('give way to requests while a session reads a table, and name the blocking sessions', async () => {
      await migrate(databaseUrl(NAME));
      MIGRATIONS.push(planted('ALTER TABLE containers ADD COLUMN planted integer'));
      await withDatabase(NAME, async (dataSource) => {
        const before = await pendingMigrations(dataSource);
        const reader = dataSource.createQueryRunner();
        await reader.startTransaction();
        await reader.query('SELECT count(*) FROM containers');
        const began = performance.now();
        const blocked = migrate(databaseUrl(NAME), { tries: 4 });
        const waits: number[] = [];
        const request = async () => {
          const begun = performance.now();
          await dataSource.query('SELECT count(*) FROM containers');
          waits.push(performance.now() - begun);
        };
        const requests = (async () => {
          while (!(await Promise.race([blocked.catch(() => true), request()]))) continue;
        })();
        await expect(blocked).rejects.toThrow(
          /^Migration Planted\d+ got no lock in 4 tries: session \d+ of \S+ \(.+\) holds it since \S+ with SELECT count/,
        );
        const tried = performance.now() - began;
        await requests;
        // behind one of the tries at most
        expect(Math.max(...waits)).toBeLessThan(tried / 2);
        expect(await pendingMigrations(dataSource)).toEqual(before);
        const migrated = migrate(databaseUrl(NAME));
        await reader.commitTransaction();
        await reader.release();
        expect(await migrated).toEqual(before);
      });
    });
  });

  it('give every foreign key an index that begins with it, or else it says why it needs none', async () => {
    await withMigrated(async (dataSource) => {
      const rows = await dataSource.query<{ table: string; name: string; indexes: string[] }[]>(`
        SELECT conrelid::regclass::text AS table, conname AS name, ARRAY(
          SELECT indexrelid::regclass::text FROM pg_index
          WHERE indrelid = conrelid
            -- a check compares the column with a value, so an index without null entries serves it as well
            AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', (
              SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[2])))
            AND (indkey::int2[])[0:cardinality(conkey) - 1] = conkey) AS indexes
        FROM pg_constraint WHERE contype = 'f' AND cardinality(conkey) > 1 AND conparentid = 0`);
      const found = new Map(rows.map(({ name, indexes }) => [name, indexes]));
      const relations = dataSource.entityMetadatas.flatMap(({ relations, tableType }) =>
        tableType === 'view' ? [] : relations,
      );
      const bad = relations.flatMap((relation) => {
        const [key] = relation.foreignKeys;
        if (!key || key.columnNames.length < 2) return [];
        const prototype = relation.entityMetadata.inheritanceTree[0]!.prototype;
        const declared = Reflect.getMetadata(UNINDEXED, prototype, relation.propertyName) as
          string | undefined;
        const reason = declared === 'pk' ? `pk_${relation.entityMetadata.tableName}` : declared;
        const indexes = found.get(key.name)!;
        const isTrue = /^(uq|ix|pk)_/.test(reason ?? '')
          ? indexes.includes(reason!)
          : !indexes.length === !!reason;
        return isTrue ? [] : [`${key.name}: ${reason} [${indexes.join()}]`];
      });
      expect(bad).toEqual([]);
      expect(relations.length).toBeGreaterThan(100);
    });
  });
});
