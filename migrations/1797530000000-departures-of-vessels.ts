import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last departure of each vessel of a list, without reading all of its voyages; made beside those who write. */
export class DeparturesOfVessels1797530000000 implements MigrationInterface {
  name = 'DeparturesOfVessels1797530000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_voyages_vessel_id_actual_time_of_departure_id"
         ON "voyages" ("organization_id", "vessel_id", "actual_time_of_departure", "id")`,
    );
    await queryRunner.query(`DROP INDEX CONCURRENTLY "ix_voyages_vessel_id"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "ix_voyages_vessel_id" ON "voyages" ("organization_id", "vessel_id")`,
    );
    await queryRunner.query(`DROP INDEX "ix_voyages_vessel_id_actual_time_of_departure_id"`);
  }
}
