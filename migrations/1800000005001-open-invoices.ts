import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of what is open and when it was paid, and the check of what is open. It may be run again. */
export class OpenInvoices1800000005001 implements MigrationInterface {
  name = 'OpenInvoices1800000005001';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `-- this migration runs without a transaction
        -- squawk-ignore ban-concurrent-index-creation-in-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_invoices_paid_at_id ON invoices (organization_id, paid_at, id)`,
    );
    await runner.query(
      `-- squawk-ignore ban-concurrent-index-creation-in-transaction
        CREATE INDEX CONCURRENTLY IF NOT EXISTS ix_invoices_open ON invoices (organization_id, due_on, id)
        WHERE amount_open <> 0 AND NOT is_proforma`,
    );
    await runner.query('ALTER TABLE invoices VALIDATE CONSTRAINT ck_invoices_amount_open');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_invoices_open');
    await runner.query('DROP INDEX IF EXISTS ix_invoices_paid_at_id');
  }
}
