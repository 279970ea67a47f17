import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['events', 'ix_events_voyage_id', '("organization_id", "voyage_id", "id") WHERE voyage_id IS NOT NULL'],
  [
    'manifests',
    'ix_manifests_shipping_line_voyage_number',
    '("organization_id", "shipping_line_voyage_number") WHERE shipping_line_voyage_number IS NOT NULL',
  ],
];

/** Finds events by the voyage of their movement, and voyages by the number of a line; made beside those who write. */
export class TrackAndTraceIndexes1798200002000 implements MigrationInterface {
  name = 'TrackAndTraceIndexes1798200002000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, columns] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON "${table}" ${columns}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [, name] of INDEXES) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}
