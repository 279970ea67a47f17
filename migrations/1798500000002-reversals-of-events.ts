import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the reversals in a feed of very many movements; made beside those who write. */
export class ReversalsOfEvents1798500000002 implements MigrationInterface {
  name = 'ReversalsOfEvents1798500000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_events_reversals" ON "events" ("organization_id", "id")
       WHERE movement_type = 'reversal'`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_events_reversals"`);
  }
}
