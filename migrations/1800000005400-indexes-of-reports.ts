import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What reports find by time: reversals of movements, and the calls of vessels. */
const INDEXES = [
  [
    'ix_container_movements_reversals',
    `container_movements (organization_id, moved_at) WHERE movement_type = 'reversal'`,
  ],
  [
    'ix_voyages_berthed',
    `voyages (organization_id, coalesce(at_berth_departure, actual_time_of_departure, actual_time_of_berth))
      WHERE NOT cancelled`,
  ],
] as const;

export class IndexesOfReports1800000005400 implements MigrationInterface {
  name = 'IndexesOfReports1800000005400';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES)
      await runner.query(
        `-- this migration runs without a transaction
        -- squawk-ignore ban-concurrent-index-creation-in-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${columns}`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}
