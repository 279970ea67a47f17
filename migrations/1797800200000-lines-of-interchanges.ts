import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The shipping line of an interchange is that of its stay: the trigger of interchanges reads it, and the trigger of stays
 * passes a change on. `with_line_of_stay` runs behind `speak_of_stay`, because triggers run in the order of their names.
 */
export class LinesOfInterchanges1797800200000 implements MigrationInterface {
  name = 'LinesOfInterchanges1797800200000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "interchanges" ADD "shipping_line_id" bigint`);
    await queryRunner.query(`
      ALTER TABLE "interchanges" ADD CONSTRAINT "fk_interchanges_shipping_line_id"
        FOREIGN KEY ("organization_id", "shipping_line_id") REFERENCES "shipping_lines" ("organization_id", "id")
        ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID`);
    await queryRunner.query(`
      CREATE FUNCTION with_line_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.shipping_line_id := (SELECT s.shipping_line_id FROM container_stays s
          WHERE s.organization_id = NEW.organization_id AND s.id = NEW.stay_id);
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE FUNCTION pass_line_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE interchanges SET shipping_line_id = NEW.shipping_line_id
        WHERE organization_id = NEW.organization_id AND stay_id = NEW.id
          AND shipping_line_id IS DISTINCT FROM NEW.shipping_line_id;
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER with_line_of_stay BEFORE INSERT OR UPDATE OF container_id, stay_id ON interchanges
      FOR EACH ROW EXECUTE FUNCTION with_line_of_stay()`);
    await queryRunner.query(`
      CREATE TRIGGER pass_line_of_stay AFTER UPDATE OF shipping_line_id ON container_stays
      FOR EACH ROW WHEN (NEW.shipping_line_id IS DISTINCT FROM OLD.shipping_line_id)
      EXECUTE FUNCTION pass_line_of_stay()`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION with_line_of_stay, pass_line_of_stay CASCADE`);
    await queryRunner.query(`ALTER TABLE "interchanges" DROP COLUMN "shipping_line_id"`);
  }
}
