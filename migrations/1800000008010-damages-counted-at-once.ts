import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An inspection that finds many damages counts them by one update of its container, and not by one for each. */
export class DamagesCountedAtOnce1800000008010 implements MigrationInterface {
  name = 'DamagesCountedAtOnce1800000008010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION count_found_damages() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
          found record;
        BEGIN
          FOR found IN
            SELECT a.organization_id, a.container_id, count(*) AS many FROM added a WHERE a.status = 'open'
            GROUP BY a.organization_id, a.container_id ORDER BY a.organization_id, a.container_id
          LOOP
            UPDATE containers c SET open_damages = c.open_damages + found.many, updated_at = now()
            WHERE c.organization_id = found.organization_id AND c.id = found.container_id;
          END LOOP;
          RETURN NULL;
        END $$;
      DROP TRIGGER count_open_damages ON container_damages;
      CREATE TRIGGER count_found_damages AFTER INSERT ON container_damages REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_found_damages();
      CREATE TRIGGER count_open_damages AFTER DELETE ON container_damages
        FOR EACH ROW EXECUTE FUNCTION count_open_damages();`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER count_found_damages ON container_damages;
      DROP TRIGGER count_open_damages ON container_damages;
      DROP FUNCTION count_found_damages();
      CREATE TRIGGER count_open_damages AFTER INSERT OR DELETE ON container_damages
        FOR EACH ROW EXECUTE FUNCTION count_open_damages();`);
  }
}
