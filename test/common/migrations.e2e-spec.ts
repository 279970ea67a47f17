import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../src/common/config/config';
import { dataSourceOptions } from '../../src/common/database/data-source';
import { traceAnyColumns } from '../../src/common/database/traces';
import { endingSaid, endingTables } from '../../src/common/database/first-months';
import { month } from '../../src/common/database/months';
import { migrate, pendingMigrations } from '../../src/common/database/migrate';
import { UNINDEXED } from '../../src/common/schema/columns';
import { databaseUrl, onServer, templateName } from '../setup/database';
import { schemaOf } from '../setup/schema';

const NAME = `migrations_${process.pid}`;

/** Rows of the version without stays: containers that came twice, are aboard, left, are announced, are here. */
const CAME_TWICE = `
INSERT INTO organizations (id, name) VALUES (1, 'Harbour');
INSERT INTO shipping_lines (organization_id, id, code) VALUES (1, 1, 'WHA');
INSERT INTO vessels (organization_id, id, name) VALUES (1, 1, 'Petrel');
INSERT INTO voyages (organization_id, id, number, vessel_id) VALUES (1, 1, 'V1', 1);
INSERT INTO manifests (organization_id, id, client_identifier, voyage_id, shipping_line_id) VALUES (1, 1, 'M', 1, 1);
INSERT INTO bill_of_ladings (organization_id, id, manifest_id, number) VALUES (1, 1, 1, 'B1'), (1, 2, 1, 'B2');
INSERT INTO terminals (organization_id, id, name) VALUES (1, 1, 'North');
INSERT INTO hold_types (organization_id, id, name, applies_to) VALUES (1, 1, 'Customs', 'container'), (1, 2, 'Line', 'container');
INSERT INTO containers (organization_id, id, number, goods, current_location_type, current_location_id, created_at, updated_at)
VALUES (1, 1, 'TWICE', 'Rice', 'Terminal', 1, '2026-01-01', '2026-03-02'),
  (1, 2, 'ABOARD', NULL, 'Voyage', 1, '2026-01-01', '2026-03-01'),
  (1, 3, 'GONE', 'Tea', 'Other', NULL, '2026-01-01', '2026-03-05'),
  (1, 4, 'ANNOUNCED', NULL, NULL, NULL, '2026-01-01', '2026-01-01'),
  (1, 5, 'HERE', NULL, 'Terminal', 1, '2026-02-01', '2026-02-01'),
  (1, 6, 'MOVED', NULL, 'Consignee', NULL, '2026-01-01', '2026-04-01'),
  (1, 7, 'UNKNOWN', NULL, 'Voyage', 1, '2026-01-01', '2026-01-01'),
  (1, 8, 'DELIVERED', NULL, 'Consignee', NULL, '2026-01-01', '2026-02-03'),
  (1, 9, 'TALLIED', NULL, 'Voyage', 1, '2026-01-01', '2026-03-01');
UPDATE containers SET usage = 'export', container_status = 'full' WHERE number = 'TALLIED';
INSERT INTO tallies (organization_id, voyage_id, tally_type) VALUES (1, 1, 'loading');
INSERT INTO tally_moves (organization_id, reference, voyage_id, tally_type, crane, kind, container_id, lifted_at)
VALUES (1, 'T1', 1, 'loading', 'C1', 'tally', 9, '2026-03-01');
INSERT INTO container_movements (organization_id, container_id, movement_type, moved_at) VALUES
  (1, 1, 'discharge', '2026-01-10'), (1, 1, 'gate_out', '2026-01-12'),
  (1, 1, 'gate_in', '2026-03-01'), (1, 1, 'shift', '2026-03-02'),
  (1, 2, 'load', '2026-03-01'),
  (1, 3, 'gate_in', '2026-03-01'), (1, 3, 'gate_out', '2026-03-05'),
  (1, 6, 'gate_in', '2026-03-01'), (1, 9, 'load', '2026-03-01');
INSERT INTO container_bills (organization_id, container_id, bill_of_lading_id, created_at) VALUES
  (1, 1, 1, '2026-01-05'), (1, 1, 2, '2026-02-20'), (1, 4, 1, '2026-01-05'), (1, 8, 1, '2026-01-05'), (1, 9, 2, '2026-03-02');
INSERT INTO container_holds (organization_id, container_id, hold_type_id, applied_at, lifted_at) VALUES
  (1, 1, 1, '2026-01-11', '2026-01-11'), (1, 1, 2, '2026-03-02', NULL), (1, 3, 1, '2026-03-10', NULL);`;

/** Containers that a cancelled voyage was to bring, one of them with another voyage as well, and of another voyage. */
const OF_CANCELLED_VOYAGES = `
INSERT INTO organizations (id, name) VALUES (1, 'Harbour');
INSERT INTO shipping_lines (organization_id, id, code) VALUES (1, 1, 'WHA');
INSERT INTO vessels (organization_id, id, name) VALUES (1, 1, 'Petrel');
INSERT INTO voyages (organization_id, id, number, vessel_id, cancelled) VALUES (1, 1, 'V1', 1, true), (1, 2, 'V2', 1, false);
INSERT INTO manifests (organization_id, id, client_identifier, voyage_id, shipping_line_id)
VALUES (1, 1, 'M1', 1, 1), (1, 2, 'M2', 2, 1);
INSERT INTO bill_of_ladings (organization_id, id, manifest_id, number) VALUES (1, 1, 1, 'B1'), (1, 2, 2, 'B2');
INSERT INTO hold_types (organization_id, id, name, applies_to) VALUES (1, 1, 'Customs', 'container');
INSERT INTO containers (organization_id, id, number, goods) VALUES
  (1, 1, 'FIRST', 'Tea'), (1, 2, 'AGAIN', 'Coffee'), (1, 3, 'ON_BOTH', NULL), (1, 4, 'ON_OTHER', NULL);
INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, out_at, goods) VALUES
  (1, 1, 1, 1, 'announced', NULL, NULL, 'Tea'), (1, 2, 2, 1, 'departed', '2026-01-01', '2026-01-02', 'Rice'),
  (1, 3, 2, 2, 'announced', NULL, NULL, 'Coffee'), (1, 4, 3, 1, 'announced', NULL, NULL, NULL),
  (1, 5, 4, 1, 'announced', NULL, NULL, NULL);
UPDATE containers c SET stay_id = s.id FROM container_stays s WHERE s.container_id = c.id AND s.status = 'announced';
INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id)
VALUES (1, 1, 1), (1, 3, 1), (1, 4, 1), (1, 4, 2), (1, 5, 2);
INSERT INTO container_holds (organization_id, container_id, hold_type_id, stay_id, applied_at) VALUES (1, 1, 1, 1, '2026-01-03');`;

/**
 * Rows of the version without tiers and tally items: a discharge tally at work and a loading tally that was closed, with
 * what their cranes moved; two containers in a slot, and breakbulk that is here.
 */
const TALLIED = `
SET LOCAL session_replication_role = replica; -- traces name the columns of this version
INSERT INTO organizations (id, name) VALUES (1, 'Harbour');
INSERT INTO shipping_lines (organization_id, id, code) VALUES (1, 1, 'WHA');
INSERT INTO container_types (organization_id, id, code) VALUES (1, 1, '20DV');
INSERT INTO terminals (organization_id, id, name) VALUES (1, 1, 'North');
INSERT INTO yard_slots (organization_id, id, name) VALUES (1, 1, 'A1');
INSERT INTO vessels (organization_id, id, name) VALUES (1, 1, 'Petrel');
INSERT INTO voyages (organization_id, id, number, vessel_id) VALUES (1, 1, 'V1', 1);
INSERT INTO manifests (organization_id, id, client_identifier, voyage_id, shipping_line_id) VALUES (1, 1, 'M', 1, 1);
INSERT INTO bill_of_ladings (organization_id, id, manifest_id, number) VALUES (1, 1, 1, 'B1');
INSERT INTO containers (organization_id, id, number, container_type_id, shipping_line_id, container_status,
  current_location_type, current_location_id) VALUES
  (1, 1, 'COUNTED', 1, 1, 'full', 'YardSlot', 1), (1, 2, 'EXPECTED', 1, 1, 'full', NULL, NULL),
  (1, 3, 'OVER', 1, 1, 'full', 'YardSlot', 1), (1, 4, 'LOADED', 1, 1, 'full', 'Voyage', 1),
  (1, 5, 'LEFT', 1, 1, 'full', 'Terminal', 1), (1, 6, 'EMPTY', 1, 1, 'empty', 'Voyage', 1);
INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, out_at, container_status,
  shipping_line_id) VALUES
  (1, 1, 1, 1, 'here', '2026-03-02', NULL, 'full', 1), (1, 2, 2, 1, 'announced', NULL, NULL, 'full', 1),
  (1, 3, 3, 1, 'here', '2026-03-01', NULL, 'full', 1), (1, 4, 4, 1, 'departed', '2026-01-01', '2026-03-01', 'full', 1),
  (1, 5, 5, 1, 'here', '2026-01-01', NULL, 'full', 1), (1, 6, 6, 1, 'departed', '2026-01-01', '2026-03-01', 'empty', 1);
UPDATE containers SET stay_id = id;
INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id) VALUES (1, 1, 1), (1, 2, 1);
INSERT INTO breakbulks (organization_id, id, reference_number, quantity, bill_of_lading_id, current_location_type,
  current_location_id) VALUES (1, 1, 'BB-1', 40, 1, 'Terminal', 1), (1, 2, 'BB-2', 5, 1, NULL, NULL);
INSERT INTO load_lists (organization_id, id, name, voyage_id) VALUES (1, 1, 'List', 1);
INSERT INTO load_list_items (organization_id, id, load_list_id, load_list_item_type, container_id, stay_id,
  container_type_id, shipping_line_id, loaded_at) VALUES
  (1, 1, 1, 'full', 4, 4, NULL, NULL, '2026-03-01'), (1, 2, 1, 'full', 5, 5, NULL, NULL, NULL),
  (1, 3, 1, 'empties', NULL, NULL, 1, 1, NULL), (1, 4, 1, 'empties', NULL, NULL, 1, 1, NULL);
INSERT INTO tallies (organization_id, id, voyage_id, tally_type, closed_at)
VALUES (1, 1, 1, 'discharge', NULL), (1, 2, 1, 'loading', '2026-03-03');
INSERT INTO tally_moves (organization_id, reference, voyage_id, tally_type, crane, kind, container_id, stay_id, lift_type)
VALUES (1, 'T1', 1, 'discharge', 'C1', 'tally', 1, 1, NULL), (1, 'T2', 1, 'discharge', 'C1', 'tally', 3, 3, NULL),
  (1, 'T3', 1, 'discharge', 'C1', 'special_lift', NULL, NULL, 'other'), (1, 'T4', 1, 'discharge', 'C1', 'shift', 2, 2, NULL),
  (1, 'T5', 1, 'loading', 'C1', 'tally', 4, 4, NULL), (1, 'T6', 1, 'loading', 'C1', 'tally', 6, 6, NULL);`;

/**
 * Rows of the version without interests: a container that is here for one consignee and left before for another one, with a
 * haulier, and one that is announced.
 */
const OF_PARTIES = `
SET LOCAL session_replication_role = replica; -- traces name the columns of this version
INSERT INTO organizations (id, name) VALUES (1, 'Harbour'), (2, 'Haven');
SET LOCAL session_replication_role = origin;
INSERT INTO agents (organization_id, id, name) VALUES (1, 1, 'Agency');
INSERT INTO shipping_lines (organization_id, id, code, parent_id, agent_id) VALUES (1, 1, 'GRP', NULL, NULL), (1, 2, 'WHA', 1, 1);
INSERT INTO consignees (organization_id, id, name) VALUES (1, 1, 'Bean'), (1, 2, 'Leaf');
ALTER TABLE trucking_companies DISABLE TRIGGER trace_created; -- likewise, but its party is made
INSERT INTO trucking_companies (organization_id, id, code) VALUES (1, 1, 'EST');
ALTER TABLE trucking_companies ENABLE TRIGGER trace_created;
INSERT INTO trucks (organization_id, id, license_plate, license_plate_key) VALUES (1, 1, 'T1', 'T1');
INSERT INTO gates (organization_id, id, name) VALUES (1, 1, 'In');
INSERT INTO vessels (organization_id, id, name) VALUES (1, 1, 'Petrel');
INSERT INTO voyages (organization_id, id, number, vessel_id) VALUES (1, 1, 'V1', 1);
INSERT INTO manifests (organization_id, id, client_identifier, voyage_id, shipping_line_id) VALUES (1, 1, 'M', 1, 2);
INSERT INTO bill_of_ladings (organization_id, id, manifest_id, number, consignee_id) VALUES (1, 1, 1, 'B1', 2);
INSERT INTO containers (organization_id, id, number) VALUES (1, 1, 'TWICE'), (1, 2, 'ANNOUNCED');
INSERT INTO container_stays (organization_id, id, container_id, number, status, in_at, out_at, shipping_line_id, consignee_id)
VALUES (1, 1, 1, 1, 'departed', '2026-01-01', '2026-01-02', 2, 1), (1, 2, 1, 2, 'here', '2026-03-01', NULL, NULL, 2),
  (1, 3, 2, 1, 'announced', NULL, NULL, 1, NULL);
UPDATE containers SET stay_id = id + 1;
INSERT INTO container_bills (organization_id, stay_id, bill_of_lading_id) VALUES (1, 1, 1);
INSERT INTO truck_visits (organization_id, id, truck_id, trucking_company_id, gate_id, gated_in_at, gated_out_at)
VALUES (1, 1, 1, 1, 1, '2026-01-02', '2026-01-02');
INSERT INTO interchanges (organization_id, id, truck_visit_id, type, completed, container_id, stay_id)
VALUES (1, 1, 1, 'interchange_out', true, 1, 1);`;

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

  it('can be reverted one by one, and run again', async () => {
    const names = await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      for (const _name of names) await dataSource.undoLastMigration();
      expect(await pendingMigrations(dataSource)).toEqual(names);
      expect(await schemaOf(dataSource)).toEqual({});
    });
    expect(await migrate(databaseUrl(NAME))).toEqual(names);
    expect(await withDatabase(NAME, schemaOf)).toEqual(await migratedSchema());
  });

  it('can go on where they stopped between tables that become partitioned, also much later', async () => {
    const names = await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      const [first] = names.filter((name) => name.startsWith('AuditEntriesByMonth'));
      while (!(await pendingMigrations(dataSource)).includes(first!)) await dataSource.undoLastMigration();
      const long = month(1).toISOString();
      await dataSource.query(`ALTER TABLE events DROP CONSTRAINT ck_events_first,
        ADD CONSTRAINT ck_events_first CHECK (recorded_at < '${long}') NOT VALID`);
      expect(await endingSaid(dataSource)).toBe(
        `No row is taken from ${long} on by audit_entries, events, gate_refusals, webhook_deliveries: run wharfinger migrate --after again before then.`,
      );
      await migrate(databaseUrl(NAME), { phase: 'before' });
      expect((await endingTables(dataSource)).map(({ until }) => until)).toEqual([
        month(2),
        month(2),
        month(2),
        month(2),
      ]);
      await migrate(databaseUrl(NAME));
      expect(await endingSaid(dataSource)).toBeUndefined();
      expect(await schemaOf(dataSource)).toEqual(await migratedSchema());
      const counted = await dataSource.query(
        `SELECT relname FROM pg_class WHERE relkind = 'p' AND reltuples >= 0 AND relname IN ('events', 'audit_entries')`,
      );
      expect(counted).toHaveLength(2);
    });
  });

  describe('of a database that the former fifteen made', () => {
    const former = (dataSource: DataSource) =>
      dataSource.query(readFileSync(join(__dirname, '../fixtures/schema-before.sql'), 'utf8'));

    it('bring it to the same schema, keep its rows, and can be reverted', async () => {
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

    it('leave one unchanged that has a word no request could write, and name it', async () => {
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

  it('make an index again that was interrupted', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      while (!(await pendingMigrations(dataSource)).some((name) => name.startsWith('RightLostIndex')))
        await dataSource.undoLastMigration();
      // as an interrupted CREATE INDEX CONCURRENTLY does
      await dataSource.query('CREATE INDEX ix_container_stays_right_lost ON container_stays (id)');
      await dataSource.query(
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_container_stays_right_lost'::regclass`,
      );
      await migrate(databaseUrl(NAME));
      expect(await schemaOf(dataSource)).toEqual(await migratedSchema());
    });
  });

  it('give way to requests while a session reads a table, and name the blocking sessions', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      while (!(await pendingMigrations(dataSource)).some((name) => name.startsWith('Stays')))
        await dataSource.undoLastMigration();
      const before = await pendingMigrations(dataSource);
      const reader = dataSource.createQueryRunner();
      await reader.startTransaction();
      await reader.query('SELECT count(*) FROM containers');
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
        /^Migration Stays\d+ got no lock in 4 tries: session \d+ of \S+ \(.+\) holds it since \S+ with SELECT count/,
      );
      await requests;
      expect(Math.max(...waits)).toBeLessThan(2_000);
      expect(await pendingMigrations(dataSource)).toEqual(before);
      const migrated = migrate(databaseUrl(NAME));
      await reader.commitTransaction();
      await reader.release();
      expect(await migrated).toEqual(before);
      expect(await schemaOf(dataSource)).toEqual(await migratedSchema());
    });
  });

  it('give the containers of the version before the stays of their movements', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      while (!(await pendingMigrations(dataSource)).some((name) => name.startsWith('Stays')))
        await dataSource.undoLastMigration();
      await dataSource.query(CAME_TWICE);
      await migrate(databaseUrl(NAME));
      expect(await schemaOf(dataSource)).toEqual(await migratedSchema());

      const stays = await dataSource.query<Record<string, unknown>[]>(`
        SELECT c.number || ' ' || s.number AS stay, s.status, s.arrived_by AS by, s.departed_by AS left, s.delivered,
          to_char(s.in_at, 'MM-DD') AS came, to_char(s.out_at, 'MM-DD') AS went, s.goods, c.stay_id = s.id AS shown,
          (SELECT string_agg(b.number, ' ' ORDER BY b.number) FROM container_bills l
           JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
           WHERE l.organization_id = s.organization_id AND l.stay_id = s.id) AS bills,
          (SELECT count(*) FROM container_movements m
           WHERE m.organization_id = s.organization_id AND m.stay_id = s.id) AS movements,
          (SELECT count(*) FROM container_holds h
           WHERE h.organization_id = s.organization_id AND h.stay_id = s.id) AS holds
        FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        ORDER BY c.number, s.number`);
      const told = stays.map(({ stay, status, by, left, delivered, came, went, goods, shown, bills, ...n }) =>
        [stay, status, by, left, delivered, came, went, goods, shown, bills, n.movements, n.holds].join(),
      );
      expect(told).toEqual([
        'ABOARD 1,departed,,voyage,false,03-01,03-01,,true,,1,0',
        'ANNOUNCED 1,announced,,,false,,,,true,B1,0,0',
        'DELIVERED 1,departed,,,true,,02-03,,true,B1,0,0',
        'GONE 1,departed,truck,truck,true,03-01,03-05,Tea,true,,2,0',
        'HERE 1,here,,,false,02-01,,,true,,0,0',
        'MOVED 1,departed,truck,,true,03-01,04-01,,true,,1,0',
        'TALLIED 1,departed,,voyage,false,03-01,03-01,,false,,1,0',
        'TALLIED 2,announced,,,false,,,,true,B2,0,0',
        'TWICE 1,departed,voyage,truck,true,01-10,01-12,,false,B1,2,1',
        'TWICE 2,here,truck,,false,03-01,,Rice,true,B2,2,1',
      ]);
      // a hold that came after the container had left waits for its next stay
      const waiting = await dataSource.query(`SELECT c.number FROM container_holds h
        JOIN containers c ON c.organization_id = h.organization_id AND c.id = h.container_id WHERE h.stay_id IS NULL`);
      expect(waiting).toEqual([{ number: 'GONE' }]);
      // the tally says of a container what it said before, though another stay of it is announced
      const tallied = await dataSource.query(`SELECT s.number, s.usage, s.container_status FROM tally_moves m
        JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id`);
      expect(tallied).toEqual([{ number: 1, usage: 'export', container_status: 'full' }]);
      for (const _migration of dataSource.migrations) await dataSource.undoLastMigration();
      expect(await schemaOf(dataSource)).toEqual({});
    });
  });

  it('give the tallies of the version before their items, and the breakbulk its pieces', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      while (!(await pendingMigrations(dataSource)).some((name) => name.startsWith('SlotsWithTiers')))
        await dataSource.undoLastMigration();
      // as each start does
      await traceAnyColumns(dataSource);
      await dataSource.query(TALLIED);
      await migrate(databaseUrl(NAME));
      expect(await schemaOf(dataSource)).toEqual(await migratedSchema());

      const lines = async (query: string) =>
        (await dataSource.query<Record<string, unknown>[]>(query)).map((row) => Object.values(row).join());
      const items = `
        SELECT t.tally_type, i.cargo_type, coalesce(c.number, b.reference_number) AS key, i.quantity, i.done_quantity, i.beyond
        FROM tally_items i JOIN tallies t ON t.organization_id = i.organization_id AND t.id = i.tally_id
        LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
        LEFT JOIN breakbulks b ON b.organization_id = i.organization_id AND b.id = i.breakbulk_id
        ORDER BY t.tally_type, i.cargo_type, key`;
      const made = [
        'discharge,breakbulk,BB-1,40,0,false',
        'discharge,breakbulk,BB-2,5,0,false',
        'discharge,container,COUNTED,1,1,false',
        'discharge,container,EXPECTED,1,0,false',
        'discharge,container,OVER,0,1,true',
        'loading,container,LEFT,1,0,false',
        'loading,container,LOADED,1,1,false',
        'loading,empties,EMPTY,1,1,false',
        'loading,empties,,1,0,false',
      ];
      expect(await lines(items)).toEqual(made);
      expect(await lines('SELECT tally_type, short FROM tallies ORDER BY id')).toEqual([
        'discharge,',
        'loading,2',
      ]);
      const pieces =
        'SELECT reference_number, arrived_quantity, loaded_quantity, delivered_quantity FROM breakbulks ORDER BY id';
      expect(await lines(pieces)).toEqual(['BB-1,40,0,0', 'BB-2,0,0,0']);
      expect(await lines('SELECT number, tier FROM containers WHERE tier IS NOT NULL')).toEqual([]);
      // whoever reads or writes the tally finds nothing to catch up with
      await dataSource.query('SELECT catch_up_tally_items(1, 1)');
      expect(await lines(items)).toEqual(made);
    });
  });

  it('say who has an interest in the stays and bills of the version before', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      while (!(await pendingMigrations(dataSource)).some((name) => name.startsWith('Interests1')))
        await dataSource.undoLastMigration();
      // as each start does
      await traceAnyColumns(dataSource);
      await dataSource.query(OF_PARTIES);
      await migrate(databaseUrl(NAME));
      expect(await schemaOf(dataSource)).toEqual(await migratedSchema());

      const party = `(SELECT coalesce(h.code, c.name, l.code, a.name) FROM parties p
        LEFT JOIN trucking_companies h ON h.id = p.trucking_company_id LEFT JOIN consignees c ON c.id = p.consignee_id
        LEFT JOIN shipping_lines l ON l.id = p.shipping_line_id LEFT JOIN agents a ON a.id = p.agent_id
        WHERE p.id = i.party_id) AS party`;
      const lines = async (query: string) =>
        (await dataSource.query<Record<string, unknown>[]>(query)).map((row) => Object.values(row).join());
      expect(
        await lines(
          `SELECT i.stay_id, ${party}, i.container_id, i.level, i.ways, i.shown FROM stay_parties i ORDER BY 1, 2`,
        ),
      ).toEqual([
        '1,Agency,1,owner,2,false',
        '1,Bean,1,owner,4,false',
        '1,EST,1,carrier,32,false',
        '1,GRP,1,owner,1,false',
        '1,Leaf,1,owner,8,false',
        '1,WHA,1,owner,1,false',
        '2,Leaf,1,owner,4,true',
        '3,GRP,2,owner,1,true',
      ]);
      expect(
        await lines(
          `SELECT i.bill_of_lading_id, ${party}, i.level, i.ways FROM bill_parties i ORDER BY 1, 2`,
        ),
      ).toEqual(['1,Agency,owner,2', '1,GRP,owner,1', '1,Leaf,owner,4', '1,WHA,owner,1']);
    });
  });

  it('cancel the announced stays of cancelled voyages, and tell how many', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      await dataSource.query(OF_CANCELLED_VOYAGES);
      await dataSource.query(`DELETE FROM migrations WHERE name LIKE 'CancelledVoyages%'`);
      const said = jest.spyOn(console, 'error').mockReturnValue();
      await migrate(databaseUrl(NAME));
      expect(said.mock.calls).toEqual([['Cancelled 2 announced stays of cancelled voyages.']]);
      said.mockRestore();
      const stays = await dataSource.query<Record<string, unknown>[]>(`
        SELECT c.number, s.number AS of, s.status, c.stay_id = s.id AS shown, c.goods,
          (SELECT count(*)::integer FROM container_holds h
           WHERE h.organization_id = c.organization_id AND h.container_id = c.id AND h.stay_id IS NULL) AS waiting
        FROM container_stays s JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        ORDER BY c.number, s.number`);
      expect(stays.map((stay) => Object.values(stay).join())).toEqual([
        'AGAIN,1,departed,true,Rice,0',
        'AGAIN,2,cancelled,false,Rice,0',
        'FIRST,1,cancelled,,Tea,1',
        'ON_BOTH,1,announced,true,,0',
        'ON_OTHER,1,announced,true,,0',
      ]);
    });
  });

  it('make the tables that grow the first of their partitions, without copying a row or an index', async () => {
    await migrate(databaseUrl(NAME));
    await withDatabase(NAME, async (dataSource) => {
      while (!(await pendingMigrations(dataSource)).some((name) => name.startsWith('KeysWithTimes')))
        await dataSource.undoLastMigration();
      const filesOf = (names: string) =>
        dataSource.query<object[]>(
          `SELECT replace(c.relname, '_first', '') AS table, pg_relation_filenode(c.oid) AS rows, ARRAY(
             SELECT pg_relation_filenode(i.indexrelid) FROM pg_index i
             WHERE i.indrelid = c.oid AND NOT i.indisprimary AND i.indexrelid::regclass::text NOT LIKE 'pk_%' ORDER BY 1) AS indexes
           FROM pg_class c WHERE c.relname ~ $1 ORDER BY 1`,
          [`^(audit_entries|events|webhook_deliveries|gate_refusals)${names}$`],
        );
      await dataSource.query(`
        INSERT INTO organizations (id, name) VALUES (1, 'Harbour');
        INSERT INTO gate_refusals (organization_id, at, action, reasons) VALUES (1, '2026-01-01', 'gate_in', '[]')`);
      const before = await filesOf('');
      await migrate(databaseUrl(NAME), { phase: 'before' });
      await migrate(databaseUrl(NAME), { phase: 'after' });
      expect(before).toHaveLength(4);
      expect(await filesOf('_first')).toEqual(before);

      const [{ id }] = await dataSource.query<[{ id: number }]>(`
        INSERT INTO gate_refusals (organization_id, at, action, reasons) VALUES (1, now(), 'gate_in', '[]') RETURNING id`);
      expect(id).toBe(2);
      const [{ granted }] = await dataSource.query<[{ granted: boolean }]>(
        `SELECT has_table_privilege('wharfinger_service', 'gate_refusals', 'SELECT, INSERT, UPDATE, DELETE') AS granted`,
      );
      expect(granted).toBe(true);
    });
  });

  it('give every foreign key an index that begins with it, or else it says why it needs none', async () => {
    await withDatabase(templateName(), async (dataSource) => {
      const rows = await dataSource.query<{ table: string; name: string; indexes: string[] }[]>(`
        SELECT conrelid::regclass::text AS table, conname AS name, ARRAY(
          SELECT indexrelid::regclass::text FROM pg_index
          WHERE indrelid = conrelid AND indpred IS NULL
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
        const reason = Reflect.getMetadata(UNINDEXED, prototype, relation.propertyName) as string | undefined;
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
