import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether parties are told a type of hold; of those that were there they are not. */
export class HoldTypesOpenToParties1799600000000 implements MigrationInterface {
  name = 'HoldTypesOpenToParties1799600000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE hold_types ADD open_to_parties boolean NOT NULL DEFAULT false`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE hold_types DROP COLUMN open_to_parties`);
  }
}
