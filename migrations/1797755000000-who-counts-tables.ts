import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A function that works as the owner of the tables is for the service's role alone, which is granted it after migrating. */
export class WhoCountsTables1797755000000 implements MigrationInterface {
  name = 'WhoCountsTables1797755000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('REVOKE EXECUTE ON FUNCTION analyze_tables() FROM PUBLIC');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('GRANT EXECUTE ON FUNCTION analyze_tables() TO PUBLIC');
  }
}
