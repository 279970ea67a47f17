import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Credit notes say why they credit. */
export class ReasonsOfCreditNotes1797960001000 implements MigrationInterface {
  name = 'ReasonsOfCreditNotes1797960001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "invoices" ADD "reason" text`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "invoices" DROP COLUMN "reason"`);
  }
}
