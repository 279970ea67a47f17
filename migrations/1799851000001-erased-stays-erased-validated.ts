import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the rows from before the constraints. */
export class ErasedStaysErasedValidated1799851000001 implements MigrationInterface {
  name = 'ErasedStaysErasedValidated1799851000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['truck_drivers', 'users'])
      await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "ck_${table}_erased"`);
  }

  public async down(): Promise<void> {
    // the constraints go with the migration before
  }
}
