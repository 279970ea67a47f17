import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All tables of a large terminal take seconds to be counted, also when the import added to a few of them. */
export class CountGrownTables1797730000000 implements MigrationInterface {
  name = 'CountGrownTables1797730000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      define(`AND pg_relation_size(c.oid) > 1.5 * c.relpages * current_setting('block_size')::integer`),
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(define(''));
  }
}

/** @param grown SQL: whether a table has grown since it was counted */
function define(grown: string): string {
  return `
    CREATE OR REPLACE FUNCTION analyze_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
    DECLARE each text;
    BEGIN
      FOR each IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ${grown} LOOP
        -- two imports at once do not wait for each other
        EXECUTE format('ANALYZE (SKIP_LOCKED) public.%I', each);
      END LOOP;
    END $$`;
}
