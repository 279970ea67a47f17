import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the first delivery of each record that was not tried yet, and those that are tried again. */
export class FirstDeliveries1797753000001 implements MigrationInterface {
  name = 'FirstDeliveries1797753000001';

  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_webhook_deliveries_first"
         ON "webhook_deliveries" ("organization_id", "webhook_endpoint_id", "is_replay", "subject", "id")
         WHERE status = 'pending' AND tries = 0`,
    );
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_webhook_deliveries_again"
         ON "webhook_deliveries" ("organization_id", "webhook_endpoint_id", "next_try_at", "id")
         WHERE status = 'pending' AND (tries > 0 OR subject IS NULL)`,
    );
    await queryRunner.query(`DROP INDEX CONCURRENTLY "ix_webhook_deliveries_untried"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "ix_webhook_deliveries_untried"
         ON "webhook_deliveries" ("organization_id", "webhook_endpoint_id", "subject", "id")
         WHERE status = 'pending' AND tries = 0`,
    );
    await queryRunner.query(`DROP INDEX "ix_webhook_deliveries_again"`);
    await queryRunner.query(`DROP INDEX "ix_webhook_deliveries_first"`);
  }
}
