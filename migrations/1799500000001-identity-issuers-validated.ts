import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  ['identity_issuers', 'fk_identity_issuers_organization_id'],
  ['user_identities', 'fk_user_identities_issuer_id'],
  ['user_identities', 'fk_user_identities_user_id'],
  ['stream_tickets', 'ck_stream_tickets_holder'],
  ['stream_tickets', 'fk_stream_tickets_identity_id'],
];

/** Looks at the rows that were there, beside those who write others. */
export class IdentityIssuersValidated1799500000001 implements MigrationInterface {
  name = 'IdentityIssuersValidated1799500000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, constraint] of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
