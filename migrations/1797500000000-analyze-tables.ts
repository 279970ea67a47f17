import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the role that serves have the tables counted, which only their owner may: an import makes them grow at once. */
export class AnalyzeTables1797500000000 implements MigrationInterface {
  name = 'AnalyzeTables1797500000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE FUNCTION analyze_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
       DECLARE each text;
       BEGIN
         FOR each IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' LOOP
           -- two imports at once do not wait for each other
           EXECUTE format('ANALYZE (SKIP_LOCKED) public.%I', each);
         END LOOP;
       END $$`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION analyze_tables()`);
  }
}
