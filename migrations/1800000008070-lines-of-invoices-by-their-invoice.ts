import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A line of an invoice is of the organization of its invoice, which a key checks, so that a key of its own checks nothing (decision 826). */
export class LinesOfInvoicesByTheirInvoice1800000008070 implements MigrationInterface {
  name = 'LinesOfInvoicesByTheirInvoice1800000008070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice_lines DROP CONSTRAINT fk_invoice_lines_organization_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invoice_lines
        ADD CONSTRAINT fk_invoice_lines_organization_id FOREIGN KEY (organization_id) REFERENCES organizations(id)`);
  }
}
