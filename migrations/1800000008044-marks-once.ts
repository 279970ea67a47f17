import type { MigrationInterface, QueryRunner } from 'typeorm';

const markCharges = (condition: string) => `
  CREATE OR REPLACE FUNCTION mark_charges(organization bigint, marked text, record bigint, first_day date DEFAULT NULL::date) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO charge_marks (organization_id, mark_type, record_id, since)
      SELECT organization, marked, record, first_day
      WHERE EXISTS (SELECT FROM charge_codes c WHERE c.organization_id = organization)${condition};
      IF marked IN ('container_stay', 'stays_of_voyage', 'stays_of_bill_of_lading', 'stays_of_booking') THEN
        PERFORM mark_release(organization, marked, record);
      ELSIF marked IN ('stays_of_shipping_line', 'stays_of_consignee', 'all') THEN
        PERFORM mark_release(organization, 'all', 0);
      END IF;
    END $$`;

/** A transaction marks a record once: its triggers say several times of one move that what it costs may have changed. */
export class MarksOnce1800000008044 implements MigrationInterface {
  name = 'MarksOnce1800000008044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      markCharges(`
        AND NOT EXISTS (
          SELECT FROM charge_marks m
          WHERE m.organization_id = organization AND m.mark_type = marked AND m.record_id = record
            AND m.since IS NOT DISTINCT FROM first_day AND m.xmin = pg_current_xact_id()::xid)`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(markCharges(''));
  }
}
