import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the filters of truck visits: the number of a chassis or genset in any case, and the day. */
export class GateFilters1795000020000 implements MigrationInterface {
  name = 'GateFilters1795000020000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['chassis', 'gensets'])
      await queryRunner.query(
        `CREATE INDEX ix_${table}_number_any_case ON ${table} (organization_id, lower(number))`,
      );
    await queryRunner.query(`
      CREATE INDEX ix_truck_visits_gated_in_day
      ON truck_visits (organization_id, ((gated_in_at AT TIME ZONE 'UTC')::date), id)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX ix_truck_visits_gated_in_day`);
    for (const table of ['gensets', 'chassis'])
      await queryRunner.query(`DROP INDEX ix_${table}_number_any_case`);
  }
}
