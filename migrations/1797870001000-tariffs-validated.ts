import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  'fk_invoices_freight_forwarder_id',
  'fk_invoices_trucking_company_id',
  'ck_invoices_customer',
];

/** Looks at the invoices that were there, beside those who write others. */
export class TariffsValidated1797870001000 implements MigrationInterface {
  name = 'TariffsValidated1797870001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const constraint of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "invoices" VALIDATE CONSTRAINT "${constraint}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
