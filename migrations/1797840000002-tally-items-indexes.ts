import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  ix_tally_moves_vehicle_id: '"tally_moves" ("organization_id", "vehicle_id")',
  ix_tally_moves_breakbulk_id: '"tally_moves" ("organization_id", "breakbulk_id")',
  ix_tally_moves_undone_by_id: '"tally_moves" ("organization_id", "undone_by_id")',
  ix_tallies_updated_at_id: '"tallies" ("organization_id", "updated_at", "id")',
  ix_tallies_open: '"tallies" ("organization_id", "id") WHERE closed_at IS NULL',
};

/** Finds the moves of vehicles and breakbulk, and the tallies that are open or were changed since a time. */
export class TallyItemsIndexes1797840000002 implements MigrationInterface {
  name = 'TallyItemsIndexes1797840000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES))
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON ${columns}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}
