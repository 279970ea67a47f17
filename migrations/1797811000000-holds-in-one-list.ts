import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Holds of containers and of bills of lading are one list, in the order in which they were applied: both take their ids
 * from one sequence. Holds of bills that are there already keep their ids, and get places in the list of their own.
 */
export class HoldsInOneList1797811000000 implements MigrationInterface {
  name = 'HoldsInOneList1797811000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE bill_of_lading_holds ADD list_id bigint`);
    await queryRunner.query(`
      SELECT setval('container_holds_id_seq', greatest(c.last_value, b.last_value), c.is_called OR b.is_called)
      FROM container_holds_id_seq c, bill_of_lading_holds_id_seq b`);
    await queryRunner.query(`
      UPDATE bill_of_lading_holds h SET list_id = o.list_id
      FROM (SELECT organization_id, id, nextval('container_holds_id_seq') AS list_id FROM bill_of_lading_holds) o
      WHERE h.organization_id = o.organization_id AND h.id = o.id`);
    await queryRunner.query(`
      CREATE FUNCTION number_hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.id := nextval('container_holds_id_seq');
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER bill_of_lading_holds_number BEFORE INSERT ON bill_of_lading_holds
      FOR EACH ROW EXECUTE FUNCTION number_hold()`);
    const columns = `hold_type_id, reference_number, applied_at, applied_by_id, lifted_at, lifted_until, returned_at,
      lifted_by_id, notes, created_at, updated_at`;
    await queryRunner.query(`
      CREATE VIEW all_holds AS
      SELECT organization_id, id, id AS hold_id, container_id, NULL::bigint AS bill_of_lading_id, ${columns}
      FROM container_holds
      UNION ALL
      SELECT organization_id, coalesce(list_id, id), id, NULL, bill_of_lading_id, ${columns}
      FROM bill_of_lading_holds`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP VIEW all_holds`);
    await queryRunner.query(`DROP TRIGGER bill_of_lading_holds_number ON bill_of_lading_holds`);
    await queryRunner.query(`DROP FUNCTION number_hold()`);
    await queryRunner.query(`
      SELECT setval('bill_of_lading_holds_id_seq', greatest(c.last_value, b.last_value), c.is_called OR b.is_called)
      FROM container_holds_id_seq c, bill_of_lading_holds_id_seq b`);
    await queryRunner.query(`ALTER TABLE bill_of_lading_holds DROP COLUMN list_id`);
  }
}
