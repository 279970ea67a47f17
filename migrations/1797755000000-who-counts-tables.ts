import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What works as the owner of the tables is not for everybody: the service's role is granted it after migrating. */
export class WhoCountsTables1797755000000 implements MigrationInterface {
  name = 'WhoCountsTables1797755000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('REVOKE EXECUTE ON FUNCTION analyze_tables() FROM PUBLIC');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('GRANT EXECUTE ON FUNCTION analyze_tables() TO PUBLIC');
  }
}
