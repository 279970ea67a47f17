import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events by month. Those of before are one partition. */
export class EventsByMonth1799890001004 implements MigrationInterface {
  name = 'EventsByMonth1799890001004';
  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_months('events', 'recorded_at')`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_one_table('events')`);
  }
}
