import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the kinds of mails that the migration before widened, which does not block writes. */
export class KindsOfMailsChecked1800000007901 implements MigrationInterface {
  name = 'KindsOfMailsChecked1800000007901';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mails VALIDATE CONSTRAINT ck_mails_kind');
  }

  async down(): Promise<void> {
    // the constraint goes with the migration before
  }
}
