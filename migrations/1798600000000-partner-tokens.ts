import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens that are bound to an EDI partner, and what such a token sent. */
export class PartnerTokens1798600000000 implements MigrationInterface {
  name = 'PartnerTokens1798600000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE tokens ADD edi_partner_id bigint`);
    await queryRunner.query(`ALTER TABLE edi_interchanges ADD bound boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`
      -- an organization has few of these
      -- squawk-ignore require-concurrent-index-creation
      CREATE INDEX ix_tokens_edi_partner_id ON tokens (organization_id, edi_partner_id)`);
    await queryRunner.query(`
      ALTER TABLE tokens
        ADD CONSTRAINT fk_tokens_edi_partner_id
          FOREIGN KEY (organization_id, edi_partner_id) REFERENCES edi_partners (organization_id, id) NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE tokens DROP CONSTRAINT fk_tokens_edi_partner_id`);
    await queryRunner.query(`DROP INDEX ix_tokens_edi_partner_id`);
    await queryRunner.query(`ALTER TABLE edi_interchanges DROP COLUMN bound`);
    await queryRunner.query(`ALTER TABLE tokens DROP COLUMN edi_partner_id`);
  }
}
