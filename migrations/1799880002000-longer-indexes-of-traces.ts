import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the indexes of traces that hold whole texts: instances of 0.1.0 find traces by them. */
export class LongerIndexesOfTraces1799880002000 implements MigrationInterface {
  name = 'LongerIndexesOfTraces1799880002000';

  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const name of ['ix_audit_entries_operation', 'ix_audit_entries_request_id'])
      await queryRunner.query(
        `-- it takes a moment, and the indexes of partitions are not dropped concurrently
         -- squawk-ignore require-concurrent-index-deletion
         DROP INDEX IF EXISTS ${name}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX ix_audit_entries_operation ON audit_entries (organization_id, operation, id)`,
    );
    await queryRunner.query(
      `CREATE INDEX ix_audit_entries_request_id ON audit_entries (organization_id, request_id) WHERE request_id IS NOT NULL`,
    );
  }
}
