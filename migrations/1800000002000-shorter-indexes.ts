import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Another index of each table begins with the same columns, that of a unique rule. */
const SHORTER = [
  ['ix_tariff_rates_tariff_id', 'tariff_rates (organization_id, tariff_id)'],
  ['ix_yard_slots_yard_area_id', 'yard_slots (organization_id, yard_area_id)'],
] as const;

/** Drops indexes that are the beginning of another one. */
export class ShorterIndexes1800000002000 implements MigrationInterface {
  name = 'ShorterIndexes1800000002000';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name] of SHORTER) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of SHORTER)
      await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${columns}`);
  }
}
