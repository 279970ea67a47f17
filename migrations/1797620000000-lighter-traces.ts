import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A trace is of a row that refers to its organization itself, and need not be checked for the same once more. */
export class LighterTraces1797620000000 implements MigrationInterface {
  name = 'LighterTraces1797620000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "audit_entries" DROP CONSTRAINT "fk_audit_entries_organization_id"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    // the older version gives tables its own triggers when it starts; those that are here name columns
    await queryRunner.query(`
      DO $$
      DECLARE each regprocedure;
      BEGIN
        FOR each IN SELECT oid FROM pg_proc
          WHERE pronamespace = current_schema()::regnamespace AND proname ~ '^trace_(created|changed)_' LOOP
          EXECUTE format('DROP FUNCTION %s CASCADE', each);
        END LOOP;
      END $$`);
    await queryRunner.query(
      `ALTER TABLE "audit_entries" ADD CONSTRAINT "fk_audit_entries_organization_id"
       FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id")`,
    );
  }
}
