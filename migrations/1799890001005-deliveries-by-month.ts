import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries by month. Those of before are one partition. */
export class DeliveriesByMonth1799890001005 implements MigrationInterface {
  name = 'DeliveriesByMonth1799890001005';
  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_months('webhook_deliveries', 'created_at')`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_one_table('webhook_deliveries')`);
  }
}
