import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['container_stays', 'container_bills'];

/** The record that such a row cannot be without is of the same organization, which need not be checked once more. */
export class OrganizationsOfStays1797630000000 implements MigrationInterface {
  name = 'OrganizationsOfStays1797630000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE "${table}" DROP CONSTRAINT "fk_${table}_organization_id"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "fk_${table}_organization_id"
         FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id")`,
      );
  }
}
