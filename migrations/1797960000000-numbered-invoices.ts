import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  ix_invoices_numbered_at:
    '("organization_id", "document_type", "numbered_at") WHERE numbered_at IS NOT NULL',
  ix_invoices_run_drafts:
    '("organization_id", "id") WHERE billing_run_id IS NOT NULL AND numbered_at IS NULL',
};

/** Finds invoices that have a number of a series, and drafts of runs; made beside those who write. */
export class NumberedInvoices1797960000000 implements MigrationInterface {
  name = 'NumberedInvoices1797960000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES))
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON "invoices" ${columns}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}
