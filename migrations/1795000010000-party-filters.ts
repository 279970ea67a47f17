import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that trucking companies, truck drivers and trucks are looked up by. */
export class PartyFilters1795000010000 implements MigrationInterface {
  name = 'PartyFilters1795000010000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE INDEX "ix_trucking_companies_name" ON "trucking_companies" ("organization_id", "name")
        `);
    await queryRunner.query(`
            CREATE INDEX "ix_truck_drivers_number" ON "truck_drivers" ("organization_id", "number")
        `);
    await queryRunner.query(`
            CREATE INDEX "ix_trucks_active_id" ON "trucks" ("organization_id", "active", "id")
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DROP INDEX "public"."ix_trucks_active_id"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."ix_truck_drivers_number"
        `);
    await queryRunner.query(`
            DROP INDEX "public"."ix_trucking_companies_name"
        `);
  }
}
