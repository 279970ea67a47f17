import type { MigrationInterface, QueryRunner } from 'typeorm';

const parts = (table: string, ...columns: string[]) =>
  `${table} USING gin (organization_id, ${columns.map((column) => `${column} gin_trgm_ops`).join(', ')})`;

const INDEXES: [name: string, on: string][] = [
  ['ix_trucks_parts', parts('trucks', 'license_plate_key')],
  ['ix_truck_drivers_parts', parts('truck_drivers', 'license_number', 'number', 'firstname', 'lastname')],
  ['ix_trucking_companies_parts', parts('trucking_companies', 'code', 'name')],
  ['ix_bookings_parts', parts('bookings', 'number')],
  ['ix_bill_of_ladings_parts', parts('bill_of_ladings', 'number')],
  ['ix_vessels_parts', parts('vessels', 'imo_number', 'call_sign')],
  ['ix_voyages_parts', parts('voyages', 'number')],
  ['ix_voyages_status_id', 'voyages (organization_id, status, id)'],
  ['ix_voyages_cancelled', 'voyages (organization_id, id) WHERE cancelled'],
  [
    'ix_voyages_in_port',
    `voyages (organization_id, id)
     WHERE actual_time_of_berth IS NOT NULL AND actual_time_of_departure IS NULL AND NOT cancelled`,
  ],
  ['ix_appointments_cancelled_by_id', 'appointments (organization_id, cancelled_by_id)'],
  ['ix_container_stays_status_in_at_id', 'container_stays (organization_id, status, in_at, id)'],
];

/** Serves the search by parts, the filters of voyages, and the order of stays; made beside those who write. */
export class ListIndexes1797850003000 implements MigrationInterface {
  name = 'ListIndexes1797850003000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, on] of INDEXES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${name} ON ${on}`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await queryRunner.query(`DROP INDEX ${name}`);
  }
}
