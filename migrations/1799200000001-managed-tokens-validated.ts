import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the tokens and users that were there, beside those who write others. */
export class ManagedTokensValidated1799200000001 implements MigrationInterface {
  name = 'ManagedTokensValidated1799200000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE tokens VALIDATE CONSTRAINT fk_tokens_created_by_id`);
    await queryRunner.query(`ALTER TABLE users VALIDATE CONSTRAINT ck_users_kind`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
