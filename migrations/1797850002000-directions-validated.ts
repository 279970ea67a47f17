import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the rows that were there, beside those who write others. */
export class DirectionsValidated1797850002000 implements MigrationInterface {
  name = 'DirectionsValidated1797850002000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "gates" VALIDATE CONSTRAINT "ck_gates_direction"`);
    await queryRunner.query(
      `ALTER TABLE "appointments" VALIDATE CONSTRAINT "fk_appointments_cancelled_by_id"`,
    );
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
