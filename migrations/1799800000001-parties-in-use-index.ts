import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what each write of an event finds out whether anybody looks in; made beside those who write. */
export class PartiesInUseIndex1799800000001 implements MigrationInterface {
  name = 'PartiesInUseIndex1799800000001';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `-- it is in no transaction, which is said above and not here
       -- squawk-ignore ban-concurrent-index-creation-in-transaction
       CREATE INDEX CONCURRENTLY "ix_parties_in_use" ON "parties" ("organization_id", "id") WHERE used_since IS NOT NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "ix_parties_in_use"`);
  }
}
