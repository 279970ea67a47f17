import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FUNCTIONS, TRIGGERS } from './1796000001000-functions';

const LOCATION_TYPES = `'Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate', 'Voyage', 'Ship', 'Consignee',
  'Port', 'Container', 'TrainVisit', 'Other'`;

/** What older rows have to be before the constraints hold for them. */
const ROWS = `
-- squawk-ignore-file constraint-missing-not-valid, adding-foreign-key-constraint, disallowed-unique-constraint, require-concurrent-index-creation, require-concurrent-index-deletion
-- (before the first release nobody is served meanwhile)
-- purposes of one announcement at the same position are counted anew, in the order that they had
UPDATE purposes p SET position = n.position
FROM (
  SELECT organization_id, id,
    row_number() OVER (PARTITION BY organization_id, pre_advice_id, appointment_id ORDER BY position, id) - 1 AS position
  FROM purposes
) n
WHERE n.organization_id = p.organization_id AND n.id = p.id AND n.position <> p.position;

-- a movement whose visit is not there does not name it any more
UPDATE container_movements m SET truck_visit_id = NULL
WHERE truck_visit_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM truck_visits v WHERE v.organization_id = m.organization_id AND v.id = m.truck_visit_id);

-- an interchange gets the purpose that its visit had announced for its container
ALTER TABLE interchanges ADD COLUMN purpose_id bigint;
UPDATE interchanges i SET purpose_id = p.id
FROM truck_visits v
JOIN purposes p ON p.organization_id = v.organization_id
  AND (p.pre_advice_id = v.pre_advice_id OR p.appointment_id = v.appointment_id)
WHERE v.organization_id = i.organization_id AND v.id = i.truck_visit_id
  AND p.container_id = i.container_id
  AND (p.purpose_type = 'drop off') = (i.type = 'interchange_in');
`;

const CONSTRAINTS = `
ALTER TABLE breakbulks ADD CONSTRAINT ck_breakbulks_current_location_type
  CHECK (current_location_type IN (${LOCATION_TYPES}));
ALTER TABLE chassis ADD CONSTRAINT ck_chassis_current_location_type
  CHECK (current_location_type IN (${LOCATION_TYPES}));
ALTER TABLE container_movements ADD CONSTRAINT fk_container_movements_truck_visit_id
  FOREIGN KEY (organization_id, truck_visit_id) REFERENCES truck_visits (organization_id, id);
ALTER TABLE container_types ADD CONSTRAINT ck_container_types_size CHECK (size IN (20, 40, 45));
ALTER TABLE containers
  ADD CONSTRAINT ck_containers_container_status CHECK (container_status IN ('full', 'empty')),
  ADD CONSTRAINT ck_containers_usage CHECK (usage IN ('export', 'import', 'unknown')),
  ADD CONSTRAINT ck_containers_current_location_type CHECK (current_location_type IN (${LOCATION_TYPES}));
ALTER TABLE flex_field_definitions
  ADD CONSTRAINT ck_flex_field_definitions_record_type
    CHECK (record_type IN ('voyage', 'voyage_event', 'genset', 'vehicle')),
  ADD CONSTRAINT ck_flex_field_definitions_value_type
    CHECK (value_type IN ('string', 'number', 'boolean', 'date'));
ALTER TABLE gensets ADD CONSTRAINT ck_gensets_current_location_type
  CHECK (current_location_type IN (${LOCATION_TYPES}));
ALTER TABLE hold_types ADD CONSTRAINT ck_hold_types_applies_to
  CHECK (applies_to IN ('container', 'bill_of_lading'));
ALTER TABLE interchanges ADD CONSTRAINT fk_interchanges_purpose_id
  FOREIGN KEY (organization_id, purpose_id) REFERENCES purposes (organization_id, id);
ALTER TABLE load_list_items ADD CONSTRAINT ck_load_list_items_load_list_item_type
  CHECK (load_list_item_type IN ('full', 'empty', 'break_bulk', 'vehicle', 'empties'));
ALTER TABLE organizations
  ADD CONSTRAINT ck_organizations_weight_unit CHECK (weight_unit IN ('kg', 'lb')),
  ADD CONSTRAINT ck_organizations_dimension_unit CHECK (dimension_unit IN ('m', 'ft'));
ALTER TABLE purposes
  ADD CONSTRAINT ck_purposes_container_status CHECK (container_status IN ('full', 'empty')),
  ADD CONSTRAINT ck_purposes_container_usage CHECK (container_usage IN ('export', 'import', 'unknown')),
  ADD CONSTRAINT uq_purposes_pre_advice_id_position UNIQUE (organization_id, pre_advice_id, position),
  ADD CONSTRAINT uq_purposes_appointment_id_position UNIQUE (organization_id, appointment_id, position);
ALTER TABLE tally_moves RENAME CONSTRAINT ck_tally_moves_lift_type TO ck_tally_moves_special_lift;
ALTER TABLE tally_moves
  ADD CONSTRAINT ck_tally_moves_tally_type CHECK (tally_type IN ('discharge', 'loading')),
  ADD CONSTRAINT ck_tally_moves_kind CHECK (kind IN ('tally', 'shift', 'special_lift')),
  ADD CONSTRAINT ck_tally_moves_lift_type CHECK (lift_type IN ('hatch cover', 'gear box', 'multiple', 'other'));
ALTER TABLE vehicles ADD CONSTRAINT ck_vehicles_current_location_type
  CHECK (current_location_type IN (${LOCATION_TYPES}));
ALTER TABLE vessels ADD CONSTRAINT ck_vessels_above_deck_first_tier
  CHECK (above_deck_first_tier IN (70, 72, 74, 76, 78, 80, 82, 84));
ALTER TABLE voyage_event_types ADD CONSTRAINT ck_voyage_event_types_custom_value_type
  CHECK (custom_value_type IN ('string', 'number'));
`;

const INDEXES = `
DROP INDEX ix_purposes_pre_advice_id, ix_purposes_appointment_id;
CREATE INDEX ix_bill_of_lading_holds_applied_by_id ON bill_of_lading_holds (organization_id, applied_by_id);
CREATE INDEX ix_bill_of_lading_holds_lifted_by_id ON bill_of_lading_holds (organization_id, lifted_by_id);
CREATE INDEX ix_container_holds_applied_by_id ON container_holds (organization_id, applied_by_id);
CREATE INDEX ix_container_holds_lifted_by_id ON container_holds (organization_id, lifted_by_id);
CREATE INDEX ix_container_movements_user_id ON container_movements (organization_id, user_id);
CREATE INDEX ix_gensets_created_by_id ON gensets (organization_id, created_by_id);
CREATE INDEX ix_gensets_updated_by_id ON gensets (organization_id, updated_by_id);
CREATE INDEX ix_interchanges_purpose_id ON interchanges (organization_id, purpose_id);
CREATE INDEX ix_invoices_approved_by_id ON invoices (organization_id, approved_by_id);
CREATE INDEX ix_purposes_container_type_id ON purposes (organization_id, container_type_id);
CREATE INDEX ix_purposes_shipping_line_id ON purposes (organization_id, shipping_line_id);
CREATE INDEX ix_truck_visits_out_gate_id ON truck_visits (organization_id, out_gate_id);
`;

/** The triggers as they were, and the function that only they used. */
const FORMER_TRIGGERS = `
DO $$
DECLARE former record;
BEGIN
  FOR former IN SELECT tgname, tgrelid::regclass AS name FROM pg_trigger
    WHERE tgfoid IN ('check_location'::regproc, 'keep_location'::regproc)
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', former.tgname, former.name);
  END LOOP;
END $$;
DROP FUNCTION location_table;
`;

/**
 * Brings a database that the former fifteen migrations made to the schema that `tables` and `functions` make;
 * one that these two made has it already. Should a row have a word that is not in the list of its column, which
 * no request could write, then PostgreSQL names the constraint, and the database stays as it was.
 */
export class OneSchema1796000002000 implements MigrationInterface {
  name = 'OneSchema1796000002000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    const [former] = (await queryRunner.query(
      `SELECT FROM pg_proc WHERE proname = 'location_table' AND pronamespace = current_schema()::regnamespace`,
    )) as unknown[];
    if (!former) return;
    for (const statements of [ROWS, CONSTRAINTS, INDEXES, FORMER_TRIGGERS, FUNCTIONS, TRIGGERS])
      await queryRunner.query(statements);
  }

  /** The schema stays, being that of a new database; so the history becomes that of one, too. */
  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM migrations WHERE timestamp < 1796000000000`);
  }
}
