import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second half of the migration before: nobody waits while the rows are looked at. */
export class DailyWorkValidated1796000207000 implements MigrationInterface {
  name = 'DailyWorkValidated1796000207000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "packing_list_items" VALIDATE CONSTRAINT "ck_packing_list_items_delivered_quantity"`,
    );
  }

  public async down(): Promise<void> {
    // the constraint goes with the migration before
  }
}
