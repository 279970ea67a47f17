import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { month } from '../src/common/database/migrate/months';

const FOLDER = join(__dirname, '1800000000000-baseline');

/** The domains in the order of layers.json: what stands in one may name what stands in those before. */
const DOMAINS = [
  'common',
  'places',
  'parties',
  'voyages',
  'cargo',
  'holds',
  'gate',
  'quay',
  'yard',
  'billing',
  'events',
  'edi',
  'personal',
  'transfer',
];

/** The tables that grow: each has a partition for what is older than its months, and one for what lies behind them. */
const BY_MONTH = ['audit_entries', 'events', 'webhook_deliveries', 'gate_refusals'];

/** The schema as version 0.2.0 left it. */
export class Baseline1800000000000 implements MigrationInterface {
  name = 'Baseline1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    // a function may name what a later file makes
    await runner.query('SET LOCAL check_function_bodies = off');
    const there = readdirSync(FOLDER);
    const files = ['tables', 'functions'].flatMap((kind) => DOMAINS.map((domain) => `${domain}.${kind}.sql`));
    for (const file of files)
      if (there.includes(file)) await runner.query(readFileSync(join(FOLDER, file), 'utf8'));
    const until = month(2).toISOString();
    for (const table of BY_MONTH) {
      await runner.query(`CREATE TABLE ${table}_default PARTITION OF ${table} DEFAULT`);
      await runner.query(
        `CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${until}')`,
      );
    }
  }

  down(): Promise<void> {
    throw new Error('Nothing is before the baseline: drop the database.');
  }
}
