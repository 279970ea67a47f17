import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINTS = [
  'ck_tally_moves_container',
  'ck_tally_moves_quantity',
  'fk_tally_moves_vehicle_id',
  'fk_tally_moves_breakbulk_id',
  'fk_tally_moves_undone_by_id',
];

/** Looks at the moves that were there, beside those who write others. */
export class TallyItemsValidated1797840000001 implements MigrationInterface {
  name = 'TallyItemsValidated1797840000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const name of CONSTRAINTS)
      await queryRunner.query(`ALTER TABLE "tally_moves" VALIDATE CONSTRAINT "${name}"`);
  }

  public async down(): Promise<void> {
    // a constraint that was looked at stays so until it is dropped
  }
}
