import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The secrets of a webhook endpoint that were replaced before its last one sign until their own time is over. */
export class OlderSecrets1797742000000 implements MigrationInterface {
  name = 'OlderSecrets1797742000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE webhook_endpoints ADD COLUMN older_secrets jsonb`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE webhook_endpoints DROP COLUMN older_secrets`);
  }
}
