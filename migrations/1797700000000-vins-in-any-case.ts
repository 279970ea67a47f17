import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds vehicles by their VIN in any case; made beside those who write. */
export class VinsInAnyCase1797700000000 implements MigrationInterface {
  name = 'VinsInAnyCase1797700000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_vehicles_vin_number_any_case" ON "vehicles" ("organization_id", lower("vin_number"))`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_vehicles_vin_number_any_case"`);
  }
}
