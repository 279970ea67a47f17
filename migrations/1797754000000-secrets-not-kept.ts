import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An answer that has a secret is not kept for an Idempotency-Key, and those that were kept are gone. A ticket counts the
 * streams that were opened with it: the last one has it.
 */
export class SecretsNotKept1797754000000 implements MigrationInterface {
  name = 'SecretsNotKept1797754000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE stream_tickets ADD COLUMN openings integer NOT NULL DEFAULT 0`);
    await queryRunner.query(
      `UPDATE idempotency_keys SET answer = '' WHERE answer LIKE '%"whsec\\_%' OR answer LIKE '{"ticket":%'`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE stream_tickets DROP COLUMN openings`);
  }
}
