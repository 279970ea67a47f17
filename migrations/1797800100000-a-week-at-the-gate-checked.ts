import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments of trucks that left with nothing are found without reading the others; made beside those who write. */
export class AWeekAtTheGateChecked1797800100000 implements MigrationInterface {
  name = 'AWeekAtTheGateChecked1797800100000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "appointments" VALIDATE CONSTRAINT "ck_appointments_left_without"`);
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_appointments_left_without"
         ON "appointments" ("organization_id", "id") WHERE left_without_at IS NOT NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_appointments_left_without"`);
  }
}
