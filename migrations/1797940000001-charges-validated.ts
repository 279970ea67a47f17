import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  ['invoices', 'ck_invoices_document_type'],
  ['billing_profiles', 'ck_billing_profiles_charge_ahead_days'],
  ['invoice_lines', 'fk_invoice_lines_stay_id'],
  ['invoice_lines', 'fk_invoice_lines_charge_code_id'],
  ['invoice_lines', 'fk_invoice_lines_tax_id'],
  ['invoice_lines', 'fk_invoice_lines_credits_line_id'],
  ['invoices', 'fk_invoices_credits_id'],
  ['invoices', 'fk_invoices_billing_run_id'],
];

/** Looks at the rows that were there, beside those who write others. */
export class ChargesValidated1797940000001 implements MigrationInterface {
  name = 'ChargesValidated1797940000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, constraint] of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${constraint}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
