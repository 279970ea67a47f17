import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often parties named what is not their own. */
export class PartyGuesses1799600000010 implements MigrationInterface {
  name = 'PartyGuesses1799600000010';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE party_guesses (
        organization_id bigint NOT NULL,
        party_id bigint NOT NULL,
        since timestamptz(3) NOT NULL,
        guesses integer NOT NULL,
        CONSTRAINT pk_party_guesses PRIMARY KEY (organization_id, party_id),
        CONSTRAINT fk_party_guesses_party_id FOREIGN KEY (organization_id, party_id)
          REFERENCES parties (organization_id, id) ON DELETE CASCADE)`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE party_guesses`);
  }
}
