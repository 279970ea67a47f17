import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A hold of a type that does not keep stripping stops leaving, loading and delivery only. */
export class HoldsThatLetStrip1797810000000 implements MigrationInterface {
  name = 'HoldsThatLetStrip1797810000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE hold_types ADD keeps_stripping boolean NOT NULL DEFAULT true`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE hold_types DROP COLUMN keeps_stripping`);
  }
}
