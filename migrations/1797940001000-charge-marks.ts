import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is charged anew when a row changes. */
interface Marking {
  table: string;
  /** Where a table has several. */
  name?: string;
  /** Statements that call `mark_charges` for the row `r`. */
  marks: string;
  on: ('INSERT' | 'UPDATE' | 'DELETE')[];
  /** The columns that count; an update of others marks nothing. */
  columns: string[];
  /** The columns that say which record is marked: when one changes, that of before is marked as well. */
  keys?: string[];
  /** SQL: the condition on a row `r`; at an update on the row as it was, or as it is. */
  where?: string;
}

const ALWAYS: Marking['on'] = ['INSERT', 'UPDATE', 'DELETE'];
const WRITTEN: Marking['on'] = ['INSERT', 'UPDATE'];

const mark = (type: string, record: string, since = 'NULL') =>
  `PERFORM mark_charges(organization, '${type}', r.${record}, ${since});`;

const MARKINGS: Marking[] = [
  {
    table: 'container_stays',
    on: WRITTEN,
    marks: mark('container_stay', 'id'),
    where: 'r.in_at IS NOT NULL',
    columns:
      `status in_at out_at arrived_by arrived_by_voyage_id departed_by departed_by_voyage_id arrival_status
      departure_status emptied_at container_status usage shipping_line_id weight commodity_type_id consignee_id
      booking_id departure_voyage_id operating_reefer`.split(/\s+/),
  },
  {
    table: 'containers',
    on: ['UPDATE'],
    marks: mark('container_stay', 'stay_id'),
    where: 'r.stay_id IS NOT NULL',
    columns: ['container_type_id'],
  },
  {
    table: 'container_bills',
    on: ALWAYS,
    keys: ['stay_id'],
    marks: mark('container_stay', 'stay_id'),
    columns: ['bill_of_lading_id', 'stay_id'],
  },
  {
    table: 'bill_of_ladings',
    on: ['UPDATE'],
    marks: mark('stays_of_bill_of_lading', 'id'),
    columns: ['consignee_id', 'usage'],
  },
  {
    table: 'container_movements',
    on: ALWAYS,
    keys: ['stay_id'],
    marks: mark('container_stay', 'stay_id'),
    where: 'r.stay_id IS NOT NULL',
    columns: ['stay_id', 'movement_type', 'moved_at', 'truck_visit_id'],
  },
  {
    table: 'reefer_plug_movements',
    on: ALWAYS,
    keys: ['stay_id'],
    marks: mark('container_stay', 'stay_id'),
    where: 'r.stay_id IS NOT NULL',
    columns: ['stay_id', 'plug_action', 'plug_action_at'],
  },
  {
    table: 'tally_moves',
    on: ALWAYS,
    keys: ['stay_id', 'voyage_id'],
    marks: `
      IF r.kind = 'special_lift' THEN ${mark('voyage', 'voyage_id')}
      ELSIF r.stay_id IS NOT NULL THEN ${mark('container_stay', 'stay_id')}
      END IF;`,
    where: `(r.kind = 'special_lift' OR r.kind = 'shift' AND r.restow)`,
    columns: ['stay_id', 'voyage_id', 'kind', 'restow', 'lift_type', 'lifted_at', 'undone_at'],
  },
  {
    table: 'voyages',
    on: WRITTEN,
    marks: `${mark('voyage', 'id')} ${mark('stays_of_voyage', 'id')}`,
    where: `num_nonnulls(r.actual_time_of_berth, r.at_berth_departure, r.actual_time_of_departure, r.agent_id) > 0`,
    columns: [
      'actual_time_of_berth',
      'at_berth_departure',
      'actual_time_of_departure',
      'agent_id',
      'vessel_id',
      'cancelled',
    ],
  },
  {
    table: 'tallies',
    on: WRITTEN,
    keys: ['voyage_id'],
    marks: mark('stays_of_voyage', 'voyage_id'),
    where: `(r.tally_type = 'discharge' AND r.closed_at IS NOT NULL)`,
    columns: ['closed_at', 'voyage_id'],
  },
  {
    table: 'truck_visits',
    on: WRITTEN,
    marks: mark('truck_visit', 'id'),
    where: 'r.gated_out_at IS NOT NULL',
    columns: ['gated_out_at', 'cancelled_at', 'trucking_company_id'],
  },
  {
    table: 'truck_visits',
    name: 'trucking_companies',
    on: ['UPDATE'],
    marks: `
      PERFORM mark_charges(m.organization_id, 'container_stay', m.stay_id) FROM container_movements m
      WHERE m.organization_id = organization AND m.truck_visit_id = r.id AND m.stay_id IS NOT NULL;`,
    columns: ['trucking_company_id'],
  },
  {
    table: 'interchanges',
    on: ALWAYS,
    keys: ['truck_visit_id'],
    marks: `
      PERFORM mark_charges(v.organization_id, 'truck_visit', v.id) FROM truck_visits v
      WHERE v.organization_id = organization AND v.id = r.truck_visit_id AND v.gated_out_at IS NOT NULL;`,
    columns: ['completed', 'truck_visit_id'],
  },
  {
    table: 'appointments',
    on: WRITTEN,
    marks: mark('appointment', 'id'),
    where: 'r.missed_at IS NOT NULL',
    columns: ['missed_at', 'cancelled_at', 'trucking_company_id'],
  },
  {
    table: 'packing_list_items',
    on: WRITTEN,
    marks: mark('packing_list_item', 'id'),
    where: '(r.stripped_quantity > 0 OR r.has_been_stripped)',
    columns:
      `stripped_quantity has_been_stripped stripped_at quantity weight volume consignee_id bill_of_lading_id
      stay_id`.split(/\s+/),
  },
  {
    table: 'service_orders',
    on: WRITTEN,
    marks: mark('service_order', 'id'),
    where: `r.status = 'done'`,
    columns:
      `status done_at quantity charge_code_id ordered_by_id container_id stay_id bill_of_lading_id booking_id
      voyage_id vehicle_id breakbulk_id`.split(/\s+/),
  },
  {
    table: 'cargo_movements',
    on: ALWAYS,
    keys: ['vehicle_id', 'breakbulk_id'],
    marks: `
      IF r.vehicle_id IS NOT NULL THEN ${mark('vehicle', 'vehicle_id')}
      ELSE ${mark('breakbulk', 'breakbulk_id')}
      END IF;`,
    columns: ['vehicle_id', 'breakbulk_id', 'movement_type', 'quantity', 'moved_at'],
  },
  {
    table: 'vehicles',
    on: WRITTEN,
    marks: mark('vehicle', 'id'),
    where: 'r.has_been_here',
    columns: `weight volume length width usage shipping_line_id commodity_type_id booking_id arrival_voyage_id
      departure_voyage_id`.split(/\s+/),
  },
  {
    table: 'breakbulks',
    on: WRITTEN,
    marks: mark('breakbulk', 'id'),
    where: 'r.has_been_here',
    columns: ['weight', 'volume', 'quantity', 'bill_of_lading_id'],
  },
  {
    table: 'free_time_agreements',
    on: ALWAYS,
    keys: ['stay_id', 'bill_of_lading_id', 'booking_id', 'shipping_line_id', 'consignee_id', 'valid_from'],
    marks: `
      IF r.stay_id IS NOT NULL THEN ${mark('container_stay', 'stay_id')}
      ELSIF r.bill_of_lading_id IS NOT NULL THEN ${mark('stays_of_bill_of_lading', 'bill_of_lading_id')}
      ELSIF r.booking_id IS NOT NULL THEN ${mark('stays_of_booking', 'booking_id')}
      ELSIF r.shipping_line_id IS NOT NULL THEN ${mark('stays_of_shipping_line', 'shipping_line_id', 'r.valid_from')}
      ELSIF r.consignee_id IS NOT NULL THEN ${mark('stays_of_consignee', 'consignee_id', 'r.valid_from')}
      ELSE PERFORM mark_charges(organization, 'all', 0, r.valid_from);
      END IF;`,
    columns:
      `charge_code_id free_units extra_units customer_id shipping_line_id consignee_id bill_of_lading_id
      booking_id stay_id usages sizes valid_from valid_until`.split(/\s+/),
  },
  {
    table: 'payer_nominations',
    on: ALWAYS,
    keys: ['stay_id', 'bill_of_lading_id', 'booking_id'],
    marks: `
      IF r.stay_id IS NOT NULL THEN ${mark('container_stay', 'stay_id')}
      ELSIF r.bill_of_lading_id IS NOT NULL THEN ${mark('stays_of_bill_of_lading', 'bill_of_lading_id')}
      ELSIF r.booking_id IS NOT NULL THEN ${mark('stays_of_booking', 'booking_id')}
      END IF;`,
    columns: ['customer_id', 'bill_of_lading_id', 'booking_id', 'stay_id', '"from"', '"until"'],
  },
  {
    table: 'nomination_codes',
    on: ['INSERT', 'DELETE'],
    marks: `
      PERFORM CASE WHEN n.stay_id IS NOT NULL THEN mark_charges(n.organization_id, 'container_stay', n.stay_id)
        WHEN n.bill_of_lading_id IS NOT NULL
          THEN mark_charges(n.organization_id, 'stays_of_bill_of_lading', n.bill_of_lading_id)
        WHEN n.booking_id IS NOT NULL THEN mark_charges(n.organization_id, 'stays_of_booking', n.booking_id) END
      FROM payer_nominations n WHERE n.organization_id = organization AND n.id = r.nomination_id;`,
    columns: ['charge_code_id'],
  },
  {
    table: 'tariffs',
    on: WRITTEN,
    marks: `PERFORM mark_charges(organization, 'all', 0, r.valid_from);`,
    where: '(r.published_at IS NOT NULL AND r.valid_from <= CURRENT_DATE + 1)',
    columns: ['published_at'],
  },
];

/** Who charges nothing keeps no marks. */
const MARK_CHARGES = `
  CREATE FUNCTION mark_charges(organization bigint, marked text, record bigint, first_day date DEFAULT NULL)
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO charge_marks (organization_id, mark_type, record_id, since)
    SELECT organization, marked, record, first_day
    WHERE EXISTS (SELECT FROM charge_codes c WHERE c.organization_id = organization);
  END $$`;

const nameOf = ({ table, name = table }: Marking) => `mark_charges_of_${name}`;

const functionOf = (marking: Marking) => {
  const { table, marks, keys = [], where = 'true' } = marking;
  const alike = keys.map((key) => `OLD.${key} IS NOT DISTINCT FROM NEW.${key}`).join(' AND ');
  const before = `
    IF TG_OP = 'UPDATE' AND NOT (${alike}) THEN
      r := OLD;
      IF ${where} THEN ${marks}
      END IF;
    END IF;`;
  return `
  CREATE FUNCTION ${nameOf(marking)}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    organization bigint := coalesce(NEW.organization_id, OLD.organization_id);
    r ${table} := coalesce(NEW, OLD);
  BEGIN
    ${marks}${keys.length ? before : ''}
    RETURN NULL;
  END $$`;
};

const triggersOf = (marking: Marking) => {
  const { table, on, columns, where = 'true' } = marking;
  const [before, behind] = [where.replaceAll('r.', 'OLD.'), where.replaceAll('r.', 'NEW.')];
  const differs = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
  const when = { INSERT: behind, UPDATE: `(${differs}) AND (${before} OR ${behind})`, DELETE: before };
  return on.map(
    (event) => `
      CREATE TRIGGER mark_charges_${nameOf(marking).slice('mark_charges_of_'.length)}_${event.toLowerCase()}
      AFTER ${event}${event === 'UPDATE' ? ` OF ${columns.join(', ')}` : ''} ON ${table}
      FOR EACH ROW WHEN (${when[event]}) EXECUTE FUNCTION ${nameOf(marking)}()`,
  );
};

/**
 * Marks what is to be charged anew. Rows of marks are only added here, so that nobody who writes waits for a run, and a
 * mark that stands for many subjects keeps how far it was made into marks of these.
 */
export class ChargeMarks1797940001000 implements MigrationInterface {
  name = 'ChargeMarks1797940001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "charge_marks" ADD "after_type" text, ADD "after_id" bigint`);
    await queryRunner.query(MARK_CHARGES);
    for (const marking of MARKINGS) {
      await queryRunner.query(functionOf(marking));
      for (const trigger of triggersOf(marking)) await queryRunner.query(trigger);
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const marking of MARKINGS) await queryRunner.query(`DROP FUNCTION ${nameOf(marking)} CASCADE`);
    await queryRunner.query(`DROP FUNCTION mark_charges`);
    await queryRunner.query(`ALTER TABLE "charge_marks" DROP COLUMN "after_type", DROP COLUMN "after_id"`);
  }
}
