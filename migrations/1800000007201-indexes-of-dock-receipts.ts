import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a dock receipt that is deleted is looked for in. */
const TABLES = ['purposes', 'interchanges'];

export class IndexesOfDockReceipts1800000007201 implements MigrationInterface {
  name = 'IndexesOfDockReceipts1800000007201';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(
        `-- this migration runs without a transaction
        -- squawk-ignore ban-concurrent-index-creation-in-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_${table}_dock_receipt_id ON ${table} (organization_id, dock_receipt_id)`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ix_${table}_dock_receipt_id`);
  }
}
