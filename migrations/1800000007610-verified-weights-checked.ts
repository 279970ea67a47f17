import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the constraints of stays that the migration before added, which does not block writes. */
export class VerifiedWeightsChecked1800000007610 implements MigrationInterface {
  name = 'VerifiedWeightsChecked1800000007610';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE container_stays VALIDATE CONSTRAINT ck_container_stays_vgm_method;
      ALTER TABLE container_stays VALIDATE CONSTRAINT ck_container_stays_vgm_source;
      ALTER TABLE container_stays VALIDATE CONSTRAINT ck_container_stays_vgm;`);
  }

  async down(): Promise<void> {
    // the constraints go with the migration before
  }
}
