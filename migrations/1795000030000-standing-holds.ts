import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A record has at most one hold of a type that is in force or comes back into force by itself. */
export class StandingHolds1795000030000 implements MigrationInterface {
  name = 'StandingHolds1795000030000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "uq_bill_of_lading_holds_unlifted"`);
    await queryRunner.query(`DROP INDEX "uq_container_holds_unlifted"`);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "uq_bill_of_lading_holds_standing" ON "bill_of_lading_holds" (
                "organization_id",
                "bill_of_lading_id",
                "hold_type_id"
            )
            WHERE lifted_at IS NULL
                OR lifted_until IS NOT NULL
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "uq_container_holds_standing" ON "container_holds" (
                "organization_id",
                "container_id",
                "hold_type_id"
            )
            WHERE lifted_at IS NULL
                OR lifted_until IS NOT NULL
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "uq_container_holds_standing"`);
    await queryRunner.query(`DROP INDEX "uq_bill_of_lading_holds_standing"`);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "uq_container_holds_unlifted" ON "container_holds" (
                "organization_id",
                "container_id",
                "hold_type_id"
            )
            WHERE lifted_at IS NULL
        `);
    await queryRunner.query(`
            CREATE UNIQUE INDEX "uq_bill_of_lading_holds_unlifted" ON "bill_of_lading_holds" (
                "organization_id",
                "bill_of_lading_id",
                "hold_type_id"
            )
            WHERE lifted_at IS NULL
        `);
  }
}
