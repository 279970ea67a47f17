import type { MigrationInterface, QueryRunner } from 'typeorm';

const GONE = {
  truck_drivers: `license_number LIKE 'erased-%' AND num_nonnulls(firstname, lastname, twic, date_of_birth, telephone_number, email, remarks) = 0`,
  users: `email LIKE 'erased-%@erased.invalid' AND num_nonnulls(firstname, lastname) = 0`,
};

/** Whose personal data was erased gets none again. Who got some since counts as kept, so that it can be erased. */
export class ErasedStaysErased1799851000000 implements MigrationInterface {
  name = 'ErasedStaysErased1799851000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, gone] of Object.entries(GONE)) {
      await queryRunner.query(
        `UPDATE "${table}" SET erased_at = NULL WHERE erased_at IS NOT NULL AND NOT (NOT active AND ${gone})`,
      );
      await queryRunner.query(`
        ALTER TABLE "${table}"
          ADD CONSTRAINT "ck_${table}_erased" CHECK (erased_at IS NULL OR (NOT active AND ${gone})) NOT VALID`);
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(GONE))
      await queryRunner.query(`ALTER TABLE "${table}" DROP CONSTRAINT "ck_${table}_erased"`);
  }
}
