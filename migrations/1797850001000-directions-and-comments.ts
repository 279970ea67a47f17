import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gates have a direction; appointments have a comment, and say who cancelled them. */
export class DirectionsAndComments1797850001000 implements MigrationInterface {
  name = 'DirectionsAndComments1797850001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "gates" ADD "direction" text NOT NULL DEFAULT 'both'`);
    await queryRunner.query(`
      ALTER TABLE "gates"
        ADD CONSTRAINT "ck_gates_direction" CHECK (direction IN ('in', 'out', 'both')) NOT VALID`);
    await queryRunner.query(`ALTER TABLE "appointments" ADD "comment" text, ADD "cancelled_by_id" bigint`);
    await queryRunner.query(`
      ALTER TABLE "appointments" ADD CONSTRAINT "fk_appointments_cancelled_by_id"
        FOREIGN KEY ("organization_id", "cancelled_by_id") REFERENCES "users"("organization_id", "id") NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "appointments" DROP COLUMN "comment", DROP COLUMN "cancelled_by_id"`,
    );
    await queryRunner.query(`ALTER TABLE "gates" DROP COLUMN "direction"`);
  }
}
