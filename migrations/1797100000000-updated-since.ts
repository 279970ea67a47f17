import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables whose lists are asked what changed lately. */
const TABLES = [
  'agents',
  'appointment_closures',
  'appointment_plans',
  'appointments',
  'berth_areas',
  'bill_of_ladings',
  'bookings',
  'breakbulks',
  'chassis',
  'commodity_types',
  'consignees',
  'container_stays',
  'container_types',
  'containers',
  'delivery_orders',
  'dock_receipts',
  'exporters',
  'flex_field_definitions',
  'freight_forwarders',
  'gates',
  'gensets',
  'hold_types',
  'invoices',
  'load_lists',
  'manifests',
  'package_types',
  'packing_list_items',
  'pilots',
  'ports',
  'pre_advices',
  'service_boats',
  'shipping_lines',
  'stevedoring_companies',
  'stevedoring_supervisors',
  'tally_moves',
  'terminals',
  'truck_drivers',
  'truck_visits',
  'trucking_companies',
  'trucks',
  'users',
  'vehicles',
  'vessels',
  'voyage_event_types',
  'voyages',
  'yard_areas',
  'yard_slots',
];

const index = (table: string) => `"ix_${table}_updated_at_id"`;

/** Serves `updated_since` of each list; made beside those who write. */
export class UpdatedSince1797100000000 implements MigrationInterface {
  name = 'UpdatedSince1797100000000';
  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(
        `-- it is in no transaction, which is said above and not here
         -- squawk-ignore ban-concurrent-index-creation-in-transaction
         CREATE INDEX CONCURRENTLY ${index(table)} ON "${table}" ("organization_id", "updated_at", "id")`,
      );
    await queryRunner.query(`DROP INDEX CONCURRENTLY "ix_voyages_updated_at"`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "ix_voyages_updated_at" ON "voyages" ("organization_id", "updated_at")`,
    );
    for (const table of TABLES) await queryRunner.query(`DROP INDEX ${index(table)}`);
  }
}
