import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/common/config/config';
import { dataSourceOptions } from '../../src/common/database/data-source';
import { migrate, pendingMigrations } from '../../src/common/database/migrate';
import { UNINDEXED } from '../../src/common/schema/columns';
import { databaseUrl, onServer, templateName } from '../setup/database';
import { schemaOf } from '../setup/schema';

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

  const migratedSchema = () => withDatabase(templateName(), schemaOf);

  it('make exactly the tables that the entities declare', async () => {
    const missing = await withDatabase(templateName(), (dataSource) =>
      dataSource.driver.createSchemaBuilder().log(),
    );
    expect(missing.upQueries.map(({ query }) => query)).toEqual([]);
  });

  // TypeORM compares checks and indexes by name only: so each is made from the entities and compared by what it is
  it('make what the entities declare, to the letter', async () => {
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
    expect(await withDatabase(NAME, pendingMigrations)).toEqual([]);
  });

  it('can be taken back one by one, and run again', async () => {
    const names = await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      for (const _name of names) await dataSource.undoLastMigration();
      expect(await pendingMigrations(dataSource)).toEqual(names);
      expect(await schemaOf(dataSource)).toEqual({});
    });
    expect(await migrate(databaseUrl(NAME))).toEqual(names);
    expect(await withDatabase(NAME, schemaOf)).toEqual(await migratedSchema());
  });

  describe('of a database that the former fifteen made', () => {
    const former = (dataSource: DataSource) =>
      dataSource.query(readFileSync(join(__dirname, '../fixtures/schema-before.sql'), 'utf8'));

    it('bring it to the same schema, and keep its rows, and can be taken back', async () => {
      await withDatabase(NAME, async (dataSource) => {
        await former(dataSource);
        await dataSource.query(readFileSync(join(__dirname, '../fixtures/rows-before.sql'), 'utf8'));
        const later = await pendingMigrations(dataSource);
        expect(later[0]).toMatch(/^OneSchema/);
        expect(await migrate(databaseUrl(NAME))).toEqual(later);
        expect(await pendingMigrations(dataSource)).toEqual([]);
        expect(await schemaOf(dataSource)).toEqual(await migratedSchema());

        // what was announced of a container is what its interchange was made from; of general cargo nobody can say
        expect(await dataSource.query('SELECT id, purpose_id FROM interchanges ORDER BY id')).toEqual([
          { id: 1, purpose_id: 12 },
          { id: 2, purpose_id: null },
          { id: 3, purpose_id: 21 },
        ]);
        expect(await dataSource.query('SELECT id, position FROM purposes ORDER BY id')).toEqual([
          { id: 11, position: 0 },
          { id: 12, position: 1 },
          { id: 13, position: 2 },
          { id: 21, position: 0 },
        ]);
        expect(
          await dataSource.query('SELECT id, truck_visit_id FROM container_movements ORDER BY id'),
        ).toEqual([
          { id: 1, truck_visit_id: 1 },
          { id: 2, truck_visit_id: null },
        ]);
        await expect(dataSource.query('DELETE FROM yard_slots')).rejects.toThrow('still a place of records');

        for (const _migration of dataSource.migrations) await dataSource.undoLastMigration();
        expect(await schemaOf(dataSource)).toEqual({});
        await migrate(databaseUrl(NAME));
        expect(await schemaOf(dataSource)).toEqual(await migratedSchema());
      });
    });

    it('leave one as it is that has a word no request could write, and say which', async () => {
      await withDatabase(NAME, async (dataSource) => {
        await former(dataSource);
        await dataSource.query(
          `INSERT INTO organizations (name, weight_unit) VALUES ('Stone Harbour', 'stone')`,
        );
        const before = await schemaOf(dataSource);
        const log = jest.spyOn(console, 'log').mockImplementation(); // TypeORM says it, too
        await expect(migrate(databaseUrl(NAME))).rejects.toThrow('ck_organizations_weight_unit');
        log.mockRestore();
        expect(await schemaOf(dataSource)).toEqual(before);
        await dataSource.query(`UPDATE organizations SET weight_unit = 'kg'`);
        await migrate(databaseUrl(NAME));
        expect(await schemaOf(dataSource)).toEqual(await migratedSchema());
      });
    });

    it('refuse one that stopped halfway', async () => {
      await withDatabase(NAME, async (dataSource) => {
        await former(dataSource);
        await dataSource.query(`DELETE FROM migrations WHERE name LIKE 'HoldsKeepContainers%'`);
      });
      await expect(migrate(databaseUrl(NAME))).rejects.toThrow('cannot be taken over');
    });
  });

  it('give every foreign key an index that begins with it, or else it says why it needs none', async () => {
    await withDatabase(templateName(), async (dataSource) => {
      const rows = await dataSource.query<{ table: string; name: string; indexes: string[] }[]>(`
        SELECT conrelid::regclass::text AS table, conname AS name, ARRAY(
          SELECT indexrelid::regclass::text FROM pg_index
          WHERE indrelid = conrelid AND indpred IS NULL
            AND (indkey::int2[])[0:cardinality(conkey) - 1] = conkey) AS indexes
        FROM pg_constraint WHERE contype = 'f' AND cardinality(conkey) > 1`);
      const found = new Map(rows.map(({ name, indexes }) => [name, indexes]));
      const relations = dataSource.entityMetadatas.flatMap(({ relations }) => relations);
      const bad = relations.flatMap((relation) => {
        const [key] = relation.foreignKeys;
        if (!key || key.columnNames.length < 2) return [];
        const prototype = relation.entityMetadata.inheritanceTree[0]!.prototype;
        const reason = Reflect.getMetadata(UNINDEXED, prototype, relation.propertyName) as string | undefined;
        const indexes = found.get(key.name)!;
        const isTrue = /^(uq|ix)_/.test(reason ?? '')
          ? indexes.includes(reason!)
          : !indexes.length === !!reason;
        return isTrue ? [] : [`${key.name}: ${reason} [${indexes.join()}]`];
      });
      expect(bad).toEqual([]);
      expect(relations.length).toBeGreaterThan(100);
    });
  });
});
