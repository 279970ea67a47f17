import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that grow with what happens, and how many months an organization has to keep their rows at least. */
const LEAST = { audit_entries: 12, events: 1, webhook_deliveries: 1, gate_refusals: 1 };

/** For how many months an organization keeps what grows; null for ever. */
export class TimesKept1799890000000 implements MigrationInterface {
  name = 'TimesKept1799890000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, least] of Object.entries(LEAST))
      await queryRunner.query(`
        ALTER TABLE organizations ADD ${table}_kept_months integer,
          ADD CONSTRAINT ck_organizations_${table}_kept_months
            CHECK (${table}_kept_months BETWEEN ${least} AND 1200) NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(LEAST))
      await queryRunner.query(`ALTER TABLE organizations DROP COLUMN ${table}_kept_months`);
  }
}
