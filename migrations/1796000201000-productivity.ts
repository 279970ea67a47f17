import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The moves of cranes that productivity counts: each takes a container from or to the vessel (TIC 4.0). */
export class Productivity1796000201000 implements MigrationInterface {
  name = 'Productivity1796000201000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`
      -- How many containers the cranes moved on a voyage: no gear, and none that was stowed again.
      CREATE OR REPLACE FUNCTION crane_moves(organization bigint, voyage bigint) RETURNS bigint
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT count(*) FROM tally_moves
        WHERE organization_id = organization AND voyage_id = voyage AND kind <> 'special_lift' AND NOT restow
      $$`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`
      -- How many moves of cranes are noted of a voyage.
      CREATE OR REPLACE FUNCTION crane_moves(organization bigint, voyage bigint) RETURNS bigint
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT count(*) FROM tally_moves WHERE organization_id = organization AND voyage_id = voyage
      $$`);
  }
}
