import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partners say whether an APERAK tells them what the terminal's rules refuse (decision 832). */
export class EdiAnswersRules1800000004000 implements MigrationInterface {
  name = 'EdiAnswersRules1800000004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE edi_partners ADD COLUMN answers_rules boolean DEFAULT false NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE edi_partners DROP COLUMN answers_rules');
  }
}
