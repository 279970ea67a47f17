import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The partitions of deliveries, each with the name of its index. */
const PARTITIONS = `
  SELECT c.relname AS name, c.relname || '_updated_at_brin' AS index FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_deliveries'::regclass`;

/** Indexes when ranges of pages were updated, which the next migration puts in the place of an index of rows (decision 829). */
export class RangesOfDeliveries1800000008041 implements MigrationInterface {
  name = 'RangesOfDeliveries1800000008041';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, index } of (await runner.query(PARTITIONS)) as { name: string; index: string }[])
      await runner.query(`
        -- this migration runs without a transaction
        -- squawk-ignore ban-concurrent-index-creation-in-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS "${index}" ON "${name}"
          USING brin (organization_id, updated_at) WITH (autosummarize = on)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { index } of (await runner.query(PARTITIONS)) as { index: string }[])
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
  }
}
