import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second half of the migration before: nobody waits while the rows are looked at. */
export class ReversalsValidated1796000205000 implements MigrationInterface {
  name = 'ReversalsValidated1796000205000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "container_movements" VALIDATE CONSTRAINT "ck_container_movements_movement_type"`,
    );
  }

  public async down(): Promise<void> {
    // the constraint goes with the migration before
  }
}
