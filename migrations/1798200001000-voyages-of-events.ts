import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of containers name the voyage that they were discharged from or loaded on. */
export class VoyagesOfEvents1798200001000 implements MigrationInterface {
  name = 'VoyagesOfEvents1798200001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['events_written', 'events'])
      await queryRunner.query(`ALTER TABLE "${table}" ADD "voyage_id" bigint`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['events', 'events_written'])
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "voyage_id"`);
  }
}
