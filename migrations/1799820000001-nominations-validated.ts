import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = {
  organizations: 'ck_organizations_party_pick_up',
  stay_parties: 'ck_stay_parties_level_of_ways',
  bill_parties: 'ck_bill_parties_level_of_ways',
};

/** Checks the rows from before the constraints. */
export class NominationsValidated1799820000001 implements MigrationInterface {
  name = 'NominationsValidated1799820000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, constraint] of Object.entries(CONSTRAINTS))
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`);
  }

  public async down(): Promise<void> {
    // the constraints go with the migration before
  }
}
