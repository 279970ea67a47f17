import type { MigrationInterface, QueryRunner } from 'typeorm';

const MINUTES = (column: string) => `${column} BETWEEN 0 AND 1440`;

/** Settings of organizations for release and appointments, and packages that were handed over in parts. */
export class DailyWork1796000206000 implements MigrationInterface {
  name = 'DailyWork1796000206000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "organizations"
        ADD "release_needs_payment" boolean NOT NULL DEFAULT false,
        ADD "appointments_required" boolean NOT NULL DEFAULT false,
        ADD "appointment_share_percent" integer,
        ADD "appointment_early_minutes" integer NOT NULL DEFAULT 30,
        ADD "appointment_late_minutes" integer NOT NULL DEFAULT 30,
        ADD "off_slot" text NOT NULL DEFAULT 'mark'`);
    for (const [name, check] of [
      ['appointment_share_percent', 'appointment_share_percent BETWEEN 1 AND 100'],
      ['appointment_early_minutes', MINUTES('appointment_early_minutes')],
      ['appointment_late_minutes', MINUTES('appointment_late_minutes')],
      ['off_slot', `off_slot IN ('refuse', 'mark')`],
    ])
      await queryRunner.query(`
        -- there is a row for each organization: nobody waits for the check
        -- squawk-ignore constraint-missing-not-valid
        ALTER TABLE "organizations" ADD CONSTRAINT "ck_organizations_${name}" CHECK (${check})`);
    await queryRunner.query(`ALTER TABLE "packing_list_items" ADD "delivered_quantity" integer`);
    await queryRunner.query(`
      ALTER TABLE "packing_list_items" ADD CONSTRAINT "ck_packing_list_items_delivered_quantity"
        CHECK (delivered_quantity <= CASE WHEN has_been_stripped
          THEN greatest(coalesce(quantity, 1), coalesce(stripped_quantity, 0)) ELSE coalesce(stripped_quantity, 0) END)
        NOT VALID`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "packing_list_items" DROP COLUMN "delivered_quantity"`);
    await queryRunner.query(`
      ALTER TABLE "organizations"
        DROP COLUMN "release_needs_payment", DROP COLUMN "appointments_required",
        DROP COLUMN "appointment_share_percent", DROP COLUMN "appointment_early_minutes",
        DROP COLUMN "appointment_late_minutes", DROP COLUMN "off_slot"`);
  }
}
