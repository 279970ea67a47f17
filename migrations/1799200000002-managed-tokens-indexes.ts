import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['ix_tokens_created_by_id', '("organization_id", "created_by_id")'],
  ['ix_tokens_updated_at_id', '("organization_id", "updated_at", "id")'],
  ['ix_tokens_expires_at_id', '("organization_id", "expires_at", "id")'],
  ['ix_tokens_last_used_at_id', '("organization_id", "last_used_at", "id")'],
  ['ix_tokens_revoked', '("organization_id", "id") WHERE revoked_at IS NOT NULL'],
  ['ix_tokens_not_revoked', '("organization_id", "user_id", "expires_at") WHERE revoked_at IS NULL'],
];

/** What lists of tokens are narrowed by, and what the limits count; made beside those who write. */
export class ManagedTokensIndexes1799200000002 implements MigrationInterface {
  name = 'ManagedTokensIndexes1799200000002';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY "${name}" ON "tokens" ${columns}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX "${name}"`);
  }
}
