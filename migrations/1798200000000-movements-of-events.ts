import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of containers name the movement that they tell of. */
export class MovementsOfEvents1798200000000 implements MigrationInterface {
  name = 'MovementsOfEvents1798200000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['events_written', 'events'])
      await queryRunner.query(`ALTER TABLE "${table}" ADD "movement_id" bigint, ADD "movement_type" text`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['events', 'events_written'])
      await queryRunner.query(
        `ALTER TABLE "${table}" DROP COLUMN "movement_type", DROP COLUMN "movement_id"`,
      );
  }
}
