import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  gates: ['terminal_id'],
  bookings: ['container_type_id'],
  truck_visits: ['cancelled_by_id'],
  interchanges: ['reversed_by_id'],
};
const POSITION = 'uq_purposes_truck_visit_id_position';

/** Finds the rows that refer to a record; made beside those who write them. */
export class GateDeskIndexes1797000002000 implements MigrationInterface {
  name = 'GateDeskIndexes1797000002000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(INDEXES))
      for (const column of columns)
        await queryRunner.query(
          `-- it is in no transaction, which is said above and not here
           -- squawk-ignore ban-concurrent-index-creation-in-transaction
           CREATE INDEX CONCURRENTLY "ix_${table}_${column}" ON "${table}" ("organization_id", "${column}")`,
        );
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE UNIQUE INDEX CONCURRENTLY "${POSITION}" ON "purposes" ("organization_id", "truck_visit_id", "position")`,
    );
    await queryRunner.query(
      `ALTER TABLE "purposes" ADD CONSTRAINT "${POSITION}" UNIQUE USING INDEX "${POSITION}"`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "purposes" DROP CONSTRAINT "${POSITION}"`);
    for (const [table, columns] of Object.entries(INDEXES))
      for (const column of columns) await queryRunner.query(`DROP INDEX "ix_${table}_${column}"`);
  }
}
