import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the reports of turn times and of dwell read is in their indexes, whole. */
const INDEXES: [name: string, on: string][] = [
  [
    'ix_truck_visits_ended',
    `truck_visits (organization_id, gated_out_at) INCLUDE (gated_in_at, gate_id, trucking_company_id)
     WHERE gated_out_at IS NOT NULL AND cancelled_at IS NULL`,
  ],
  [
    'ix_container_stays_here',
    `container_stays (organization_id, in_at) INCLUDE (container_id, shipping_line_id, usage)
     WHERE status = 'here'`,
  ],
  [
    'ix_containers_here',
    `containers (organization_id, id) INCLUDE (container_type_id)
     WHERE current_location_type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate')`,
  ],
];

export class IndexesOfReports1797813000000 implements MigrationInterface {
  name = 'IndexesOfReports1797813000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, on] of INDEXES) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${name} ON ${on}`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX ${name}`);
  }
}
