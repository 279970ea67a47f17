import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['freight_forwarder_id', 'trucking_company_id'];

/** Finds the invoices of customers of the two new types; made beside those who write. */
export class TariffIndexes1797870002000 implements MigrationInterface {
  name = 'TariffIndexes1797870002000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "ix_invoices_${column}_id" ON "invoices" ("organization_id", "${column}", "id")`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await queryRunner.query(`DROP INDEX "ix_invoices_${column}_id"`);
  }
}
