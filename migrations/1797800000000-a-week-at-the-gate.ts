import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Settings for cargo of another terminal and for check digits, the marks of visits and interchanges, and the departure
 * of a truck that left with nothing that it came for.
 */
export class AWeekAtTheGate1797800000000 implements MigrationInterface {
  name = 'AWeekAtTheGate1797800000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "organizations"
        ADD "other_terminal" text NOT NULL DEFAULT 'mark',
        ADD "check_digit_required" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`
      -- there is a row for each organization: nobody waits for the check
      -- squawk-ignore constraint-missing-not-valid
      ALTER TABLE "organizations" ADD CONSTRAINT "ck_organizations_other_terminal"
        CHECK (other_terminal IN ('refuse', 'mark', 'ignore'))`);
    for (const table of ['truck_visits', 'interchanges'])
      await queryRunner.query(`ALTER TABLE "${table}" ADD "other_terminal" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`ALTER TABLE "appointments" ADD "left_without_at" TIMESTAMP(3) WITH TIME ZONE`);
    await queryRunner.query(`
      ALTER TABLE "appointments" ADD CONSTRAINT "ck_appointments_left_without"
        CHECK (left_without_at IS NULL OR used_at IS NOT NULL) NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "appointments" DROP COLUMN "left_without_at"`);
    for (const table of ['interchanges', 'truck_visits'])
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "other_terminal"`);
    await queryRunner.query(`
      ALTER TABLE "organizations" DROP COLUMN "other_terminal", DROP COLUMN "check_digit_required"`);
  }
}
