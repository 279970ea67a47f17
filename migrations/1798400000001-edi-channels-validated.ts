import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  ['edi_channels', 'fk_edi_channels_organization_id'],
  ['edi_channels', 'fk_edi_channels_partner_id'],
  ['edi_channel_states', 'fk_edi_channel_states_edi_channel_id'],
  ['edi_interchanges', 'fk_edi_interchanges_channel_id'],
];

/** Looks at the rows that were there, beside those who write others. */
export class EdiChannelsValidated1798400000001 implements MigrationInterface {
  name = 'EdiChannelsValidated1798400000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, constraint] of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${constraint}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
