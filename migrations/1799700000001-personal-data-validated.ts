import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the rows from before the constraint. */
export class PersonalDataValidated1799700000001 implements MigrationInterface {
  name = 'PersonalDataValidated1799700000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE organizations VALIDATE CONSTRAINT ck_organizations_personal_data`);
  }

  public async down(): Promise<void> {
    // the constraint goes with its column
  }
}
