import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events are published for one organization at a time (decision 690), by the primary key, so nothing looks for their ids alone. */
export class WrittenEventsByOrganization1800000008045 implements MigrationInterface {
  name = 'WrittenEventsByOrganization1800000008045';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ix_events_written_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_events_written_id ON events_written (id)');
  }
}
