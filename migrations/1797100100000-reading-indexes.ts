import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES: [name: string, on: string][] = [
  ['ix_truck_visits_inside', 'truck_visits (organization_id, id) WHERE gated_out_at IS NULL'],
  ['ix_pre_advices_expected_at_id', 'pre_advices (organization_id, expected_at, id)'],
  ['ix_pre_advices_unused', 'pre_advices (organization_id, id) WHERE used_at IS NULL'],
  ['ix_appointments_expected', 'appointments (organization_id, COALESCE(starts_at, expected_at), id)'],
  ['ix_appointments_unused', 'appointments (organization_id, id) WHERE used_at IS NULL'],
  ['ix_containers_number_part', 'containers USING gin (organization_id, number gin_trgm_ops)'],
];

/** Serves the filters of visits, announcements, bills and containers; made beside those who write. */
export class ReadingIndexes1797100100000 implements MigrationInterface {
  name = 'ReadingIndexes1797100100000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, on] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${name} ON ${on}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX ${name}`);
  }
}
