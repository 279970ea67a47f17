import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['trucking_companies', 'freight_forwarders'];

/** Whether others find a party in the directory; of those that were there nobody said so. */
export class ListedParties1799600000001 implements MigrationInterface {
  name = 'ListedParties1799600000001';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE ${table} ADD listed boolean NOT NULL DEFAULT false`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN listed`);
  }
}
