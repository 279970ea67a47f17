import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Traces by month. Those of before are one partition. */
export class AuditEntriesByMonth1799890001003 implements MigrationInterface {
  name = 'AuditEntriesByMonth1799890001003';
  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_months('audit_entries', 'created_at')`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_one_table('audit_entries')`);
  }
}
