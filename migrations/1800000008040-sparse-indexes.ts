import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By table the column of each index that leaves null entries out from now on, with `id` where that is its end. */
const SPARSE: Record<string, string[]> = {
  appointments: [
    'cancelled_by_id',
    'company_id',
    'gate_id',
    'starts_at',
    'terminal_id',
    'truck_driver_id',
    'truck_id',
    'trucking_company_id',
  ],
  bill_of_lading_holds: ['lifted_by_id'],
  charges: [
    'bill_of_lading_id id',
    'container_id id',
    'invoice_line_id id',
    'settled_with_id',
    'stay_id id',
    'user_id',
    'waives_id id',
  ],
  container_holds: ['lifted_by_id'],
  container_movements: ['truck_visit_id id', 'voyage_id id'],
  container_stays: [
    'arrival_commodity_type_id',
    'arrival_voyage_id id',
    'arrived_by_voyage_id id',
    'booking_id id',
    'commodity_type_id',
    'consignee_id',
    'departed_by_voyage_id id',
    'departure_voyage_id id',
  ],
  containers: ['arrival_voyage_id', 'booking_id', 'commodity_type_id', 'consignee_id', 'departure_voyage_id'],
  hold_events: ['bill_of_lading_hold_id'],
  interchanges: [
    'booking_id',
    'chassis_id',
    'delivery_order_id',
    'dock_receipt_id',
    'genset_id',
    'reversed_by_id',
  ],
  invoice_lines: ['charge_code_id id', 'container_id', 'credits_line_id', 'stay_id', 'tax_id'],
  invoices: [
    'agent_id id',
    'approved_by_id',
    'bill_of_lading_id',
    'billing_run_id id',
    'consignee_id id',
    'created_during id',
    'creation_method id',
    'credits_id',
    'due_on id',
    'freight_forwarder_id id',
    'general_ledger_id id',
    'movement_id',
    'paid_at id',
    'shipping_line_id id',
    'truck_visit_id',
    'trucking_company_id id',
    'voyage_id',
  ],
  pre_advices: ['company_id', 'truck_driver_id', 'trucking_company_id'],
  purposes: [
    'booking_id',
    'chassis_id',
    'container_id',
    'container_type_id',
    'delivery_order_id',
    'dock_receipt_id',
    'shipping_line_id',
  ],
  receipts: ['truck_driver_id', 'trucking_company_id id'],
  tally_items: [
    'breakbulk_id',
    'container_id',
    'container_type_id',
    'load_list_item_id',
    'shipping_line_id',
    'vehicle_id',
  ],
  tally_moves: ['breakbulk_id', 'stay_id', 'undone_by_id', 'vehicle_id'],
  truck_visits: [
    'appointment_id',
    'cancelled_by_id',
    'gate_out_user_id',
    'out_gate_id',
    'pre_advice_id',
    'truck_driver_id id',
  ],
};

/** Each index, as its name, its table and columns, and what it leaves out. */
const indexes = (): [name: string, columns: string, column: string][] =>
  Object.entries(SPARSE).flatMap(([table, each]) =>
    each.map((words): [string, string, string] => {
      const columns = words.split(' ');
      return [
        `ix_${table}_${columns.join('_')}`,
        `${table} (${['organization_id', ...columns].join(', ')})`,
        columns[0]!,
      ];
    }),
  );

/** Makes an index anew beside the one of its name, and puts it in its place; again where that was interrupted. */
async function replace(runner: QueryRunner, name: string, definition: string): Promise<void> {
  for (const statement of [
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS new_${name} ON ${definition}`,
    `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
    `ALTER INDEX new_${name} RENAME TO ${name}`,
  ])
    await runner.query(`
      -- this migration runs without a transaction
      -- squawk-ignore ban-concurrent-index-creation-in-transaction
      ${statement}`);
}

/** Leaves rows without a value out of indexes of the tables that grow most, where many rows have none (decision 829). */
export class SparseIndexes1800000008040 implements MigrationInterface {
  name = 'SparseIndexes1800000008040';
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns, column] of indexes())
      await replace(runner, name, `${columns} WHERE ${column} IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of indexes()) await replace(runner, name, columns);
  }
}
