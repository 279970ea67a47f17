import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['port_of_loading_id', 'port_of_discharge_id'];

/** Finds the items of load lists that name a port, which keep it from being deleted. */
export class IndexesOfListPorts1798100000002 implements MigrationInterface {
  name = 'IndexesOfListPorts1798100000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "ix_load_list_items_${column}" ON "load_list_items" ("organization_id", "${column}")`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await queryRunner.query(`DROP INDEX "ix_load_list_items_${column}"`);
  }
}
