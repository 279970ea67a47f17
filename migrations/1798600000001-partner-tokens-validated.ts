import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the tokens that were there, beside those who write others. */
export class PartnerTokensValidated1798600000001 implements MigrationInterface {
  name = 'PartnerTokensValidated1798600000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE tokens VALIDATE CONSTRAINT fk_tokens_edi_partner_id`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
