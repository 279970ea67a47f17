import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second half of the migration before: nobody waits while the rows are looked at. */
export class EmptiedAndStrippedValidated1797820000001 implements MigrationInterface {
  name = 'EmptiedAndStrippedValidated1797820000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "container_stays" VALIDATE CONSTRAINT "ck_container_stays_emptied_at"`,
    );
  }

  public async down(): Promise<void> {
    // the constraint goes with the migration before
  }
}
