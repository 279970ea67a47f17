import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that become partitioned by month, and the column that says the month. */
const TIMES = {
  audit_entries: 'created_at',
  events: 'recorded_at',
  webhook_deliveries: 'created_at',
  gate_refusals: 'at',
};

/**
 * The indexes of the primary keys of partitioned tables, which have to name the time; made beside those who write. Release
 * 0.1.0 needs the former primary key, since it groups events by it.
 */
export class KeysWithTimes1799890001000 implements MigrationInterface {
  name = 'KeysWithTimes1799890001000';
  transaction = false as const;
  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, time] of Object.entries(TIMES)) {
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS pk_${table}_first ON ${table} (organization_id, id, "${time}")`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TIMES)) await queryRunner.query(`DROP INDEX IF EXISTS pk_${table}_first`);
  }
}
