import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUBJECTS = [
  'stay_id',
  'voyage_id',
  'truck_visit_id',
  'appointment_id',
  'packing_list_item_id',
  'service_order_id',
];
const OTHER = ['vehicle_id', 'breakbulk_id'];

const MARKS = [
  'container_stay',
  'voyage',
  'truck_visit',
  'appointment',
  'packing_list_item',
  'service_order',
  'stays_of_voyage',
  'stays_of_bill_of_lading',
  'stays_of_booking',
  'stays_of_shipping_line',
  'stays_of_consignee',
  'all',
];

const WITH_OTHER_CARGO = MARKS.flatMap((each) =>
  each === 'service_order' ? [each, 'vehicle', 'breakbulk'] : [each],
);

const one = (columns: string[]) => `num_nonnulls(${columns.join(', ')}) = 1`;
const marks = (types: string[]) => `mark_type IN (${types.map((type) => `'${type}'`).join(', ')})`;

/** Vehicles and breakbulk are charged. The tables are new, so they are looked at at once. */
export class SubjectsOfOtherCargo1797950001000 implements MigrationInterface {
  name = 'SubjectsOfOtherCargo1797950001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "charge_subjects" ADD "vehicle_id" bigint, ADD "breakbulk_id" bigint`,
    );
    for (const [column, table] of [
      ['vehicle_id', 'vehicles'],
      ['breakbulk_id', 'breakbulks'],
    ]) {
      await queryRunner.query(`
        -- nothing was charged before, so nobody waits for the check
        -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
        ALTER TABLE "charge_subjects" ADD CONSTRAINT "fk_charge_subjects_${column}"
          FOREIGN KEY ("organization_id", "${column}") REFERENCES "${table}" ("organization_id", "id") ON DELETE CASCADE`);
      await queryRunner.query(`
        -- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint
        ALTER TABLE "charge_subjects" ADD CONSTRAINT "uq_charge_subjects_${column}" UNIQUE ("organization_id", "${column}")`);
    }
    await queryRunner.query(`ALTER TABLE "charge_subjects" DROP CONSTRAINT "ck_charge_subjects_one"`);
    await queryRunner.query(`
      -- squawk-ignore constraint-missing-not-valid
      ALTER TABLE "charge_subjects" ADD CONSTRAINT "ck_charge_subjects_one" CHECK (${one([...SUBJECTS, ...OTHER])})`);
    await queryRunner.query(`ALTER TABLE "charge_marks" DROP CONSTRAINT "ck_charge_marks_mark_type"`);
    await queryRunner.query(`
      -- squawk-ignore constraint-missing-not-valid
      ALTER TABLE "charge_marks" ADD CONSTRAINT "ck_charge_marks_mark_type" CHECK (${marks(WITH_OTHER_CARGO)})`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM charge_marks WHERE mark_type IN ('vehicle', 'breakbulk')`);
    await queryRunner.query(`
      ALTER TABLE "charge_marks"
        DROP CONSTRAINT "ck_charge_marks_mark_type",
        ADD CONSTRAINT "ck_charge_marks_mark_type" CHECK (${marks(MARKS)})`);
    await queryRunner.query(`
      ALTER TABLE "charge_subjects"
        DROP COLUMN "vehicle_id",
        DROP COLUMN "breakbulk_id",
        ADD CONSTRAINT "ck_charge_subjects_one" CHECK (${one(SUBJECTS)}) NOT VALID`);
  }
}
