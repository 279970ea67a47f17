import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A movement knows the place that it went to, which may be called otherwise by now. */
export class WhereContainersWent1797720000000 implements MigrationInterface {
  name = 'WhereContainersWent1797720000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE container_movements ADD COLUMN to_location_type text, ADD COLUMN to_location_id bigint`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE container_movements DROP COLUMN to_location_type, DROP COLUMN to_location_id`,
    );
  }
}
