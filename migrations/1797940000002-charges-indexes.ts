import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['invoice_lines', 'ix_invoice_lines_stay_id', '("organization_id", "stay_id")'],
  ['invoice_lines', 'ix_invoice_lines_charge_code_id_id', '("organization_id", "charge_code_id", "id")'],
  ['invoice_lines', 'ix_invoice_lines_tax_id', '("organization_id", "tax_id")'],
  ['invoice_lines', 'ix_invoice_lines_credits_line_id', '("organization_id", "credits_line_id")'],
  ['invoices', 'ix_invoices_credits_id', '("organization_id", "credits_id")'],
  ['invoices', 'ix_invoices_billing_run_id_id', '("organization_id", "billing_run_id", "id")'],
  ['invoices', 'ix_invoices_due_on_id', '("organization_id", "due_on", "id")'],
  ['invoices', 'ix_invoices_document_type_id', '("organization_id", "document_type", "id")'],
];

/** Finds invoices and their lines by what charges say of them; made beside those who write. */
export class ChargesIndexes1797940000002 implements MigrationInterface {
  name = 'ChargesIndexes1797940000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, columns] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON "${table}" ${columns}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [, name] of INDEXES) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}
