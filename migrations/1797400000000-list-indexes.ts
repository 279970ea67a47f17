import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each list is narrowed by, in the order of the list. */
const INDEXES: [table: string, name: string, columns: string][] = [
  ['containers', 'usage_id', '"usage", "id"'],
  ['containers', 'container_status_usage_id', '"container_status", "usage", "id"'],
  ['containers', 'current_location_type_id', '"current_location_type", "id"'],
  ['vehicles', 'usage_id', '"usage", "id"'],
  ['vehicles', 'current_location_type_id', '"current_location_type", "id"'],
  ['truck_visits', 'truck_id_id', '"truck_id", "id"'],
  ['truck_visits', 'truck_driver_id_id', '"truck_driver_id", "id"'],
  ['truck_visits', 'trucking_company_id_id', '"trucking_company_id", "id"'],
  ['truck_visits', 'gate_id_id', '"gate_id", "id"'],
  ['trucks', 'trucking_company_id_id', '"trucking_company_id", "id"'],
  ['bill_of_ladings', 'number_any_case', 'lower("number")'],
];

/** Those whose place is taken. */
const REPLACED: [table: string, column: string][] = [
  ['vehicles', 'usage'],
  ['truck_visits', 'truck_id'],
  ['truck_visits', 'truck_driver_id'],
  ['truck_visits', 'trucking_company_id'],
  ['truck_visits', 'gate_id'],
  ['trucks', 'trucking_company_id'],
];

/** Narrows lists without sorting them; made beside those who write. */
export class ListIndexes1797400000000 implements MigrationInterface {
  name = 'ListIndexes1797400000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, columns] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "ix_${table}_${name}" ON "${table}" ("organization_id", ${columns})`,
      );
    for (const [table, column] of REPLACED)
      await queryRunner.query(`DROP INDEX CONCURRENTLY "ix_${table}_${column}"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column] of REPLACED)
      await queryRunner.query(
        `CREATE INDEX "ix_${table}_${column}" ON "${table}" ("organization_id", "${column}")`,
      );
    for (const [table, name] of INDEXES) await queryRunner.query(`DROP INDEX "ix_${table}_${name}"`);
  }
}
