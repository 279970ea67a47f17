import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The holds that may keep a container, in the order of the containers; made beside those who write. */
export class HeldContainers1797640000000 implements MigrationInterface {
  name = 'HeldContainers1797640000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_container_holds_standing_of_container"
         ON "container_holds" ("organization_id", "container_id") WHERE lifted_at IS NULL OR lifted_until IS NOT NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_container_holds_standing_of_container"`);
  }
}
