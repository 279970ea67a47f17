import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many containers came or went for a booking, which bookings ask without knowing of the gate. */
export class BookingsUsed1797822000000 implements MigrationInterface {
  name = 'BookingsUsed1797822000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- How many full containers were received for a booking or, if that is more, how many empty ones were released.
      CREATE FUNCTION booking_used(organization bigint, booking bigint) RETURNS bigint
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT greatest(
          (SELECT count(*) FROM container_stays s
           WHERE s.organization_id = organization AND s.booking_id = booking AND s.in_at IS NOT NULL
             AND s.arrival_status = 'full'),
          (SELECT count(*) FROM interchanges i
           LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
           WHERE i.organization_id = organization AND i.booking_id = booking AND i.type = 'interchange_out'
             AND i.completed AND p.container_status IS DISTINCT FROM 'full'
             AND coalesce(p.cargo_type, 'container') = 'container'))
      $$`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION booking_used`);
  }
}
