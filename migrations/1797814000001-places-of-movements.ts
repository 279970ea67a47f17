import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The movements out of a container and into one are found by it, when it becomes one with another. */
export class PlacesOfMovements1797814000001 implements MigrationInterface {
  name = 'PlacesOfMovements1797814000001';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const end of ['from', 'to']) {
      const name = `ix_container_movements_${end}_container`;
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${name} ON container_movements (organization_id, ${end}_location_id)
         WHERE ${end}_location_type = 'Container'`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const end of ['from', 'to'])
      await queryRunner.query(`DROP INDEX ix_container_movements_${end}_container`);
  }
}
