import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the traces that were there, beside those who write others. */
export class WritersOfTracesValidated1797750001000 implements MigrationInterface {
  name = 'WritersOfTracesValidated1797750001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "audit_entries" VALIDATE CONSTRAINT "ck_audit_entries_writer"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
