import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens that are managed over HTTP: what they are known by, and who made them; and whether a user is a program. */
export class ManagedTokens1799200000000 implements MigrationInterface {
  name = 'ManagedTokens1799200000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE tokens ADD prefix text, ADD description text, ADD created_by_id bigint`);
    await queryRunner.query(`
      ALTER TABLE tokens
        ADD CONSTRAINT fk_tokens_created_by_id
          FOREIGN KEY (organization_id, created_by_id) REFERENCES users (organization_id, id) NOT VALID`);
    await queryRunner.query(`ALTER TABLE users ADD kind text NOT NULL DEFAULT 'person'`);
    await queryRunner.query(`
      ALTER TABLE users ADD CONSTRAINT ck_users_kind CHECK (kind IN ('person', 'service')) NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE users DROP CONSTRAINT ck_users_kind, DROP COLUMN kind`);
    await queryRunner.query(`
      ALTER TABLE tokens DROP CONSTRAINT fk_tokens_created_by_id,
        DROP COLUMN created_by_id, DROP COLUMN description, DROP COLUMN prefix`);
  }
}
