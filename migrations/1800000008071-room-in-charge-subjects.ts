import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Leaves room in the pages of subjects: each is noted anew whenever it is charged, and a new version on the same page is written into
 * no index (decision 826).
 */
export class RoomInChargeSubjects1800000008071 implements MigrationInterface {
  name = 'RoomInChargeSubjects1800000008071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charge_subjects SET (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charge_subjects RESET (fillfactor)');
  }
}
