import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The stays of reefers that are here and operating, for their list. */
export class StaysOfReefers1800000007902 implements MigrationInterface {
  name = 'StaysOfReefers1800000007902';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_container_stays_reefers ON container_stays (organization_id, id)
        WHERE (status = 'here' AND operating_reefer)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ix_container_stays_reefers');
  }
}
