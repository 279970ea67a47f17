import type { MigrationInterface, QueryRunner } from 'typeorm';

const MEASURES = [
  'discharge',
  'load',
  'gate_in',
  'gate_out',
  'wharfage',
  'storage',
  'reefer_power',
  'restow',
  'special_lift',
  'vessel_call',
  'strip',
  'truck_visit',
  'futile_trip',
  'appointment_missed',
  'service_order',
];
/** As the entity writes it, in the order of its measures. */
const WITH_YARD_MOVES = MEASURES.flatMap((each) => (each === 'gate_out' ? [each, 'yard_move'] : [each]));

const among = (words: string[]) => `measure IN (${words.map((word) => `'${word}'`).join(', ')})`;

/** Charge codes of vehicles and breakbulk, and of moves in the yard. */
export class ChargesOfOtherCargo1797950000000 implements MigrationInterface {
  name = 'ChargesOfOtherCargo1797950000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "charge_codes"
        ADD "cargo" text NOT NULL DEFAULT 'container',
        ADD CONSTRAINT "ck_charge_codes_cargo" CHECK (cargo IN ('container', 'vehicle', 'breakbulk')) NOT VALID,
        DROP CONSTRAINT "ck_charge_codes_measure",
        ADD CONSTRAINT "ck_charge_codes_measure" CHECK (${among(WITH_YARD_MOVES)}) NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "charge_codes"
        DROP COLUMN "cargo",
        DROP CONSTRAINT "ck_charge_codes_measure",
        ADD CONSTRAINT "ck_charge_codes_measure" CHECK (${among(MEASURES)}) NOT VALID`);
  }
}
