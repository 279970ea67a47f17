import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['container_holds', 'bill_of_lading_holds'];

/** Finds the holds whose return is still to be told; made beside those who write holds. */
export class HoldsToReturn1796000401000 implements MigrationInterface {
  name = 'HoldsToReturn1796000401000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "ix_${table}_to_return" ON "${table}" ("organization_id", "lifted_until")
         WHERE lifted_until IS NOT NULL AND returned_at IS NULL`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`DROP INDEX "ix_${table}_to_return"`);
  }
}
