import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['container_bills', 'breakbulks', 'packing_list_items'];

/** The cargo of a bill is shown together, and so counts together: 400 of all three kinds at most. */
export class RoomOfBills1797756000000 implements MigrationInterface {
  name = 'RoomOfBills1797756000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    const cargo = TABLES.map(
      (table) =>
        `SELECT FROM ${table} WHERE organization_id = NEW.organization_id AND bill_of_lading_id = NEW.bill_of_lading_id`,
    );
    await queryRunner.query(`
      CREATE FUNCTION keep_room_of_bill() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM (${cargo.join(' UNION ALL ')}) cargo OFFSET 400 LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'no room' USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME,
            CONSTRAINT = 'ck_' || TG_TABLE_NAME || '_room';
        END IF;
        RETURN NULL;
      END $$`);
    for (const table of TABLES) await this.keep(queryRunner, table, 'keep_room_of_bill()');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await this.keep(queryRunner, table, `keep_room('bill_of_lading_id', '400')`);
    await queryRunner.query(`DROP FUNCTION keep_room_of_bill`);
  }

  private async keep(queryRunner: QueryRunner, table: string, room: string): Promise<void> {
    const column = 'bill_of_lading_id';
    await queryRunner.query(`
      CREATE OR REPLACE TRIGGER ${table}_keep_room AFTER INSERT ON ${table}
      FOR EACH ROW WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION ${room}`);
    await queryRunner.query(`
      CREATE OR REPLACE TRIGGER ${table}_keep_room_moved AFTER UPDATE OF ${column} ON ${table}
      FOR EACH ROW WHEN (NEW.${column} IS DISTINCT FROM OLD.${column} AND NEW.${column} IS NOT NULL)
      EXECUTE FUNCTION ${room}`);
  }
}
