import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks are found by their record; those of one record are few and need no order (decision 829). */
export class ShorterMarks1800000008043 implements MigrationInterface {
  name = 'ShorterMarks1800000008043';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- this migration runs without a transaction
      -- squawk-ignore ban-concurrent-index-creation-in-transaction
      CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_charge_marks_mark_type_record_id
        ON charge_marks (organization_id, mark_type, record_id)`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ix_charge_marks_mark_type_record_id_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_charge_marks_mark_type_record_id_id
        ON charge_marks (organization_id, mark_type, record_id, id)`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ix_charge_marks_mark_type_record_id');
  }
}
