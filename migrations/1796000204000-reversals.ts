import type { MigrationInterface, QueryRunner } from 'typeorm';

const TYPES = `'gate_in', 'gate_out', 'discharge', 'load', 'shift', 'strip'`;

/** What left with a truck can be put back where it was: movements and interchanges keep the place itself. */
export class Reversals1796000204000 implements MigrationInterface {
  name = 'Reversals1796000204000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, prefix] of [
      ['container_movements', 'from'],
      ['interchanges', 'chassis_from'],
    ]) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "${prefix}_location_type" text`);
      await queryRunner.query(`ALTER TABLE "${table}" ADD "${prefix}_location_id" bigint`);
    }
    await queryRunner.query(
      `ALTER TABLE "container_movements" DROP CONSTRAINT "ck_container_movements_movement_type"`,
    );
    await queryRunner.query(
      `ALTER TABLE "container_movements" ADD CONSTRAINT "ck_container_movements_movement_type"
       CHECK (movement_type IN (${TYPES}, 'reversal')) NOT VALID`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "container_movements" DROP CONSTRAINT "ck_container_movements_movement_type"`,
    );
    await queryRunner.query(
      `ALTER TABLE "container_movements" ADD CONSTRAINT "ck_container_movements_movement_type"
       CHECK (movement_type IN (${TYPES}))`,
    );
    for (const [table, prefix] of [
      ['container_movements', 'from'],
      ['interchanges', 'chassis_from'],
    ])
      await queryRunner.query(
        `ALTER TABLE "${table}" DROP COLUMN "${prefix}_location_type", DROP COLUMN "${prefix}_location_id"`,
      );
  }
}
