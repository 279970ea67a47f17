import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a customer ordered, in the order of the list; made beside those who write. */
export class OrdersOfCustomersIndex1799810000000 implements MigrationInterface {
  name = 'OrdersOfCustomersIndex1799810000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_service_orders_ordered_by_id_id"
         ON "service_orders" ("organization_id", "ordered_by_id", "id")`,
    );
    await queryRunner.query(`DROP INDEX CONCURRENTLY "ix_service_orders_ordered_by_id"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "ix_service_orders_ordered_by_id" ON "service_orders" ("organization_id", "ordered_by_id")`,
    );
    await queryRunner.query(`DROP INDEX "ix_service_orders_ordered_by_id_id"`);
  }
}
