import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the deliveries of an endpoint that changed lately. */
export class UpdatedDeliveries1797660000000 implements MigrationInterface {
  name = 'UpdatedDeliveries1797660000000';

  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_webhook_deliveries_updated_at"
         ON "webhook_deliveries" ("organization_id", "webhook_endpoint_id", "updated_at", "id")`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_webhook_deliveries_updated_at"`);
  }
}
