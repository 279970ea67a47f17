import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is shown whole with another record, the column that names that one, and how many it has room for. */
const PARTS: [table: string, column: string, most: number][] = [
  ['container_bills', 'bill_of_lading_id', 400],
  ['breakbulks', 'bill_of_lading_id', 400],
  ['packing_list_items', 'bill_of_lading_id', 400],
  ['reefer_plug_movements', 'stay_id', 1000],
  ['container_holds', 'stay_id', 500],
  ['bill_of_lading_holds', 'bill_of_lading_id', 500],
];

/** Records that show others whole have so many of them at most. */
export class KeepRoom1797752000000 implements MigrationInterface {
  name = 'KeepRoom1797752000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION keep_room() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        whole bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
        beyond boolean;
      BEGIN
        EXECUTE format('SELECT true FROM %I WHERE organization_id = $1 AND %I = $2 OFFSET $3 LIMIT 1',
          TG_TABLE_NAME, TG_ARGV[0]) INTO beyond USING NEW.organization_id, whole, TG_ARGV[1]::bigint;
        IF beyond THEN
          RAISE EXCEPTION 'no room' USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME,
            CONSTRAINT = 'ck_' || TG_TABLE_NAME || '_room';
        END IF;
        RETURN NULL;
      END $$`);
    for (const [table, column, most] of PARTS) {
      const keep = `FOR EACH ROW WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION keep_room('${column}', '${most}')`;
      await queryRunner.query(`CREATE TRIGGER ${table}_keep_room AFTER INSERT ON ${table} ${keep}`);
      await queryRunner.query(
        `CREATE TRIGGER ${table}_keep_room_moved AFTER UPDATE OF ${column} ON ${table}
         FOR EACH ROW WHEN (NEW.${column} IS DISTINCT FROM OLD.${column} AND NEW.${column} IS NOT NULL)
         EXECUTE FUNCTION keep_room('${column}', '${most}')`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table] of PARTS)
      for (const trigger of [`${table}_keep_room`, `${table}_keep_room_moved`])
        await queryRunner.query(`DROP TRIGGER ${trigger} ON ${table}`);
    await queryRunner.query(`DROP FUNCTION keep_room`);
  }
}
