import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two columns that nothing reads: what is settled is reckoned when it is asked for, and runs are cancelled by status. */
export class ChargingWithoutLeftovers1798000000000 implements MigrationInterface {
  name = 'ChargingWithoutLeftovers1798000000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    // No version that was released knows these columns.
    await queryRunner.query(`
      -- squawk-ignore ban-drop-column
      ALTER TABLE "charge_subjects" DROP COLUMN "settled_until"`);
    await queryRunner.query(`
      -- squawk-ignore ban-drop-column
      ALTER TABLE "billing_runs" DROP COLUMN "cancelling"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "billing_runs" ADD "cancelling" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`ALTER TABLE "charge_subjects" ADD "settled_until" TIMESTAMP(3) WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE INDEX "ix_charge_subjects_settled_until" ON "charge_subjects" ("organization_id", "settled_until") WHERE settled_until IS NOT NULL`,
    );
  }
}
