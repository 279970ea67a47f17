import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Connections that serve requests write as a user, or as a task of the service that says what it does: a trace that has
 * neither is of a write outside of its transaction.
 */
export class WritersOfTraces1797750000000 implements MigrationInterface {
  name = 'WritersOfTraces1797750000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "audit_entries" ADD CONSTRAINT "ck_audit_entries_writer"
        CHECK (user_id IS NOT NULL OR operation <> 'wharfinger requests' AND operation !~ '^[A-Z]+ /') NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "audit_entries" DROP CONSTRAINT "ck_audit_entries_writer"`);
  }
}
