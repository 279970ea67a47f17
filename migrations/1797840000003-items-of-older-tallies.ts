import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives the tallies from before their items: what the lists of their voyages say, with the moves that they have as
 * done. One tally a statement; those that have items already are passed over, so it may run again.
 */
export class ItemsOfOlderTallies1797840000003 implements MigrationInterface {
  name = 'ItemsOfOlderTallies1797840000003';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    const tallies = (await queryRunner.query(`
      SELECT t.organization_id, t.id FROM tallies t
      WHERE NOT EXISTS (SELECT FROM tally_items i WHERE i.organization_id = t.organization_id AND i.tally_id = t.id)
      ORDER BY t.organization_id, t.id`)) as { organization_id: string; id: string }[];
    for (const { organization_id, id } of tallies)
      await queryRunner.query(`SELECT make_tally_items($1, $2)`, [organization_id, id]);
  }

  public async down(): Promise<void> {
    // the items go with their table
  }
}
