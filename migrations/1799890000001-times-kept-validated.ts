import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['audit_entries', 'events', 'webhook_deliveries', 'gate_refusals'];

/** Checks the rows from before the constraints. */
export class TimesKeptValidated1799890000001 implements MigrationInterface {
  name = 'TimesKeptValidated1799890000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(
        `ALTER TABLE organizations VALIDATE CONSTRAINT ck_organizations_${table}_kept_months`,
      );
  }

  public async down(): Promise<void> {
    // the constraints go with the migration before
  }
}
