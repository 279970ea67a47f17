import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What came and went for bookings before they had lines counts for their first line. It may be run again. */
export class LinesOfStays1800000003100 implements MigrationInterface {
  name = 'LinesOfStays1800000003100';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$
        DECLARE
          last bigint := 0;
          upto bigint;
        BEGIN
          LOOP
            SELECT max(n.id) INTO upto FROM (
              SELECT l.id FROM booking_lines l WHERE l.id > last ORDER BY l.id LIMIT 1000) n;
            EXIT WHEN upto IS NULL;
            UPDATE container_stays s SET booking_line_id = l.id FROM booking_lines l
            WHERE l.id > last AND l.id <= upto AND l.number = 1 AND s.organization_id = l.organization_id
              AND s.booking_id = l.booking_id AND s.booking_line_id IS NULL;
            UPDATE interchanges i SET booking_line_id = l.id FROM booking_lines l
            WHERE l.id > last AND l.id <= upto AND l.number = 1 AND i.organization_id = l.organization_id
              AND i.booking_id = l.booking_id AND i.booking_line_id IS NULL AND NOT EXISTS (
                SELECT FROM purposes p
                WHERE p.organization_id = i.organization_id AND p.id = i.purpose_id AND p.cargo_type <> 'container');
            COMMIT;
            last := upto;
          END LOOP;
        END $$`);
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
