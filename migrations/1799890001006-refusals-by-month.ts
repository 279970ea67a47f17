import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FUNCTIONS } from './1799890001001-first-months';

/** Refusals of the gate by month, those of before as one partition; it is the last such table. */
export class RefusalsByMonth1799890001006 implements MigrationInterface {
  name = 'RefusalsByMonth1799890001006';
  readonly contracts = '0.2.0';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT make_months('gate_refusals', 'at')`);
    await queryRunner.query('DROP FUNCTION make_one_table(text), make_months(text, text)');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(FUNCTIONS);
    await queryRunner.query(`SELECT make_one_table('gate_refusals')`);
  }
}
