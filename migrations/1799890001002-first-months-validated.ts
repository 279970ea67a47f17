import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['audit_entries', 'events', 'webhook_deliveries', 'gate_refusals'];

/** Reads all rows once, beside those who write. */
export class FirstMonthsValidated1799890001002 implements MigrationInterface {
  name = 'FirstMonthsValidated1799890001002';
  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ck_${table}_first`);
  }

  public async down(): Promise<void> {
    // the constraints go with the migration before
  }
}
