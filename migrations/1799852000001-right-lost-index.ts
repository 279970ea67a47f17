import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what the work beside requests finds stays that left a bill or booking; made beside those who write. */
export class RightLostIndex1799852000001 implements MigrationInterface {
  name = 'RightLostIndex1799852000001';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_container_stays_right_lost" ON "container_stays" ("organization_id", "id") WHERE right_lost`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_container_stays_right_lost"`);
  }
}
