import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The functions as they are with what comes to a gate, and with what a truck came for that nobody had announced. */
const FUNCTIONS = `
  -- The terminal that a place lies in; null for a place outside, or whose terminal is not known.
  CREATE OR REPLACE FUNCTION location_terminal(organization bigint, type text, place bigint) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE type
      WHEN 'Terminal' THEN place
      WHEN 'BerthArea' THEN (SELECT terminal_id FROM berth_areas WHERE organization_id = organization AND id = place)
      WHEN 'YardArea' THEN (SELECT terminal_id FROM yard_areas WHERE organization_id = organization AND id = place)
      WHEN 'YardSlot' THEN (
        SELECT a.terminal_id FROM yard_slots s
        JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
        WHERE s.organization_id = organization AND s.id = place)
      WHEN 'Gate' THEN (SELECT terminal_id FROM gates WHERE organization_id = organization AND id = place)
      END
  $$;

  -- Whether anybody says that the container of a stay is to come: a bill, a load list, an announcement of a truck that
  -- was not used yet, or a truck inside.
  CREATE OR REPLACE FUNCTION stay_is_announced(organization bigint, stay bigint) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM container_bills WHERE organization_id = organization AND stay_id = stay)
      OR EXISTS (SELECT FROM load_list_items
        WHERE organization_id = organization AND stay_id = stay AND loaded_at IS NULL)
      OR EXISTS (SELECT FROM container_stays s
        JOIN purposes p ON p.organization_id = s.organization_id AND p.container_id = s.container_id
        LEFT JOIN pre_advices a ON a.organization_id = p.organization_id AND a.id = p.pre_advice_id
        LEFT JOIN appointments n ON n.organization_id = p.organization_id AND n.id = p.appointment_id
        WHERE s.organization_id = organization AND s.id = stay AND p.purpose_type = 'drop off'
          AND coalesce(a.id, n.id) IS NOT NULL AND coalesce(a.used_at, n.used_at, n.cancelled_at) IS NULL)
      OR EXISTS (SELECT FROM interchanges i
        JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
        WHERE i.organization_id = organization AND i.stay_id = stay AND i.type = 'interchange_in' AND NOT i.completed
          AND v.gated_out_at IS NULL)
  $$`;

/** The functions as they were. */
const BEFORE = FUNCTIONS.replace(/ *WHEN 'Gate'.*\n/, '').replace(
  'coalesce(a.id, n.id) IS NOT NULL AND ',
  '',
);

/**
 * What a clerk at the gate does beside letting announced trucks in: purposes that belong to a visit, visits that are
 * cancelled, interchanges that are taken back; the type of container of a booking, and the terminal of a gate.
 */
export class GateDesk1797000000000 implements MigrationInterface {
  name = 'GateDesk1797000000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "gates" ADD "terminal_id" bigint`);
    await queryRunner.query(`ALTER TABLE "bookings" ADD "container_type_id" bigint`);
    await queryRunner.query(`
      ALTER TABLE "truck_visits"
        ADD "cancelled_at" timestamptz(3),
        ADD "cancelled_by_id" bigint,
        ADD "cancel_reason" text`);
    await queryRunner.query(`
      ALTER TABLE "interchanges"
        ADD "genset_from_location_type" text,
        ADD "genset_from_location_id" bigint,
        ADD "container_before" jsonb,
        ADD "container_after" jsonb,
        ADD "reversed_at" timestamptz(3),
        ADD "reversed_by_id" bigint,
        ADD "reverse_reason" text`);
    await queryRunner.query(`ALTER TABLE "purposes" ADD "truck_visit_id" bigint`);
    await queryRunner.query(`
      ALTER TABLE "purposes" DROP CONSTRAINT "ck_purposes_owner",
        ADD CONSTRAINT "ck_purposes_owner"
          CHECK (num_nonnulls(pre_advice_id, appointment_id, truck_visit_id) = 1) NOT VALID`);
    await queryRunner.query(`
      ALTER TABLE "truck_visits" ADD CONSTRAINT "ck_truck_visits_cancelled_at"
        CHECK (cancelled_at IS NULL OR gated_out_at IS NOT NULL AND cancel_reason IS NOT NULL) NOT VALID`);
    for (const [table, column, to, then] of [
      ['gates', 'terminal_id', 'terminals', ''],
      ['bookings', 'container_type_id', 'container_types', ''],
      ['truck_visits', 'cancelled_by_id', 'users', ''],
      ['interchanges', 'reversed_by_id', 'users', ''],
      ['purposes', 'truck_visit_id', 'truck_visits', ' ON DELETE CASCADE'],
    ])
      await queryRunner.query(`
        ALTER TABLE "${table}" ADD CONSTRAINT "fk_${table}_${column}"
          FOREIGN KEY ("organization_id", "${column}") REFERENCES "${to}"("organization_id", "id")${then} NOT VALID`);
    await queryRunner.query(FUNCTIONS);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(BEFORE);
    await queryRunner.query(`UPDATE interchanges i SET purpose_id = NULL FROM purposes p
      WHERE p.organization_id = i.organization_id AND p.id = i.purpose_id AND p.truck_visit_id IS NOT NULL`);
    await queryRunner.query(`DELETE FROM purposes WHERE truck_visit_id IS NOT NULL`);
    await queryRunner.query(
      `ALTER TABLE "purposes" DROP CONSTRAINT "ck_purposes_owner", DROP COLUMN "truck_visit_id"`,
    );
    await queryRunner.query(`ALTER TABLE "purposes" ADD CONSTRAINT "ck_purposes_owner"
      CHECK (num_nonnulls(pre_advice_id, appointment_id) = 1)`);
    await queryRunner.query(`
      ALTER TABLE "interchanges" DROP COLUMN "genset_from_location_type", DROP COLUMN "genset_from_location_id",
        DROP COLUMN "container_before", DROP COLUMN "container_after", DROP COLUMN "reversed_at",
        DROP COLUMN "reversed_by_id", DROP COLUMN "reverse_reason"`);
    await queryRunner.query(`
      ALTER TABLE "truck_visits" DROP COLUMN "cancelled_at", DROP COLUMN "cancelled_by_id",
        DROP COLUMN "cancel_reason"`);
    await queryRunner.query(`ALTER TABLE "bookings" DROP COLUMN "container_type_id"`);
    await queryRunner.query(`ALTER TABLE "gates" DROP COLUMN "terminal_id"`);
  }
}
