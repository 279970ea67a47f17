import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Yard slots have a place in their area, tiers, and what they suit; a container in one with tiers has a tier. */
export class SlotsWithTiers1797830000000 implements MigrationInterface {
  name = 'SlotsWithTiers1797830000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(RENAME_FREE);
    await queryRunner.query(`
      ALTER TABLE "yard_slots"
        ADD "bay" text,
        ADD "row" text,
        ADD "tiers" integer,
        ADD "teu" integer,
        ADD "reefer_plug" boolean,
        ADD "maximum_weight" numeric(18,6)`);
    await queryRunner.query(`
      -- a terminal has some thousands of slots, and the new columns of none have values
      ALTER TABLE "yard_slots"
        -- squawk-ignore disallowed-unique-constraint, constraint-missing-not-valid
        ADD CONSTRAINT "uq_yard_slots_yard_area_id_bay_row" UNIQUE ("organization_id", "yard_area_id", "bay", "row"),
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT "ck_yard_slots_name" CHECK (lower(name) <> 'free'),
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT "ck_yard_slots_tiers" CHECK (tiers BETWEEN 1 AND 10),
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT "ck_yard_slots_teu" CHECK (teu IN (1, 2))`);
    await queryRunner.query(`ALTER TABLE "containers" ADD "tier" integer`);
    await queryRunner.query(`
      -- no container has a tier yet
      ALTER TABLE "containers"
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT "ck_containers_tier" CHECK (CASE WHEN tier IS NOT NULL THEN tier BETWEEN 1 AND 10
          AND current_location_type = 'YardSlot' AND current_location_id IS NOT NULL ELSE true END),
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT "ex_containers_tier" EXCLUDE USING btree
          (organization_id WITH =, current_location_id WITH =, tier WITH =)
          WHERE (tier IS NOT NULL) DEFERRABLE INITIALLY DEFERRED`);
    await queryRunner.query(`
      ALTER TABLE "container_movements"
        ADD "from_tier" integer,
        ADD "to_tier" integer,
        ADD "stack" bigint array,
        ADD "reason" text`);
    await queryRunner.query(`
      ALTER TABLE "container_movements"
        DROP CONSTRAINT "ck_container_movements_movement_type",
        -- a longer list leaves every row as good as it was
        -- squawk-ignore constraint-missing-not-valid
        ADD CONSTRAINT "ck_container_movements_movement_type" CHECK (movement_type IN
          ('gate_in', 'gate_out', 'discharge', 'load', 'shift', 'strip', 'reversal', 'yard', 'restow'))`);
    // Texts with numbers in them in the order of the numbers: "2" before "10".
    await queryRunner.query(`CREATE COLLATION numbered (provider = icu, locale = 'und-u-kn-true')`);
    await queryRunner.query(LOCK_CONTAINERS);
    await queryRunner.query(UNSUITED_STACKS);
    await queryRunner.query(GIVE_TIERS);
    await queryRunner.query(`
      CREATE TRIGGER give_tiers AFTER UPDATE OF tiers ON yard_slots
      FOR EACH ROW WHEN ((OLD.tiers IS NULL) <> (NEW.tiers IS NULL)) EXECUTE FUNCTION give_tiers()`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER give_tiers ON yard_slots`);
    await queryRunner.query(`DROP FUNCTION give_tiers, unsuited_stacks, lock_containers`);
    await queryRunner.query(`DROP COLLATION numbered`);
    await queryRunner.query(`DELETE FROM container_movements WHERE movement_type IN ('yard', 'restow')`);
    await queryRunner.query(`
      ALTER TABLE "container_movements"
        DROP COLUMN "from_tier",
        DROP COLUMN "to_tier",
        DROP COLUMN "stack",
        DROP COLUMN "reason",
        DROP CONSTRAINT "ck_container_movements_movement_type",
        ADD CONSTRAINT "ck_container_movements_movement_type" CHECK (movement_type IN
          ('gate_in', 'gate_out', 'discharge', 'load', 'shift', 'strip', 'reversal'))`);
    await queryRunner.query(`
      ALTER TABLE "containers" DROP CONSTRAINT "ex_containers_tier", DROP CONSTRAINT "ck_containers_tier",
        DROP COLUMN "tier"`);
    await queryRunner.query(`
      ALTER TABLE "yard_slots" DROP CONSTRAINT "ck_yard_slots_name", DROP COLUMN "bay", DROP COLUMN "row",
        DROP COLUMN "tiers", DROP COLUMN "teu", DROP COLUMN "reefer_plug", DROP COLUMN "maximum_weight"`);
  }
}

/**
 * No slot is called `free`, because that is a path of its own. Such slots get their id at the end of the name; the log of
 * the server says which.
 */
const RENAME_FREE = `
  DO $$
  DECLARE
    renamed record;
  BEGIN
    FOR renamed IN
      UPDATE yard_slots s SET updated_at = now(), name = s.name || '-' || s.id || CASE WHEN EXISTS (
        SELECT FROM yard_slots o WHERE o.organization_id = s.organization_id AND o.name = s.name || '-' || s.id)
        THEN '-' || s.organization_id ELSE '' END
      WHERE lower(s.name) = 'free'
      RETURNING s.organization_id, s.name
    LOOP
      RAISE WARNING 'A yard slot of organization % cannot be called free: it is % now.', renamed.organization_id,
        renamed.name;
    END LOOP;
  END $$`;

/**
 * Locks the slots with tiers that these containers stand in and those that are named, by id; then the containers and
 * what else stands in these slots, by id. Returns the containers, and the containers that they are in. A named slot
 * without tiers is locked against getting tiers. A container that went to another slot meanwhile fails the transaction,
 * which then runs again.
 */
const LOCK_CONTAINERS = `
  CREATE FUNCTION lock_containers(organization bigint, named bigint[], slots bigint[] DEFAULT '{}')
  RETURNS TABLE (id bigint, container_id bigint) LANGUAGE plpgsql AS $$
  DECLARE
    left_slots bigint[];
    standing bigint[] := '{}';
  BEGIN
    left_slots := ARRAY(
      SELECT c.current_location_id FROM containers c
      WHERE c.organization_id = organization AND c.id IN (SELECT unnest(named)) AND c.tier IS NOT NULL);
    IF cardinality(slots) > 0 THEN
      PERFORM FROM yard_slots s
      WHERE s.organization_id = organization AND s.id IN (SELECT unnest(slots)) ORDER BY s.id FOR KEY SHARE;
    END IF;
    IF cardinality(slots) + cardinality(left_slots) > 0 THEN
      PERFORM FROM yard_slots s
      WHERE s.organization_id = organization AND s.tiers IS NOT NULL
        AND (s.id IN (SELECT unnest(slots)) OR s.id IN (SELECT unnest(left_slots)))
      ORDER BY s.id FOR NO KEY UPDATE;
      standing := ARRAY(
        SELECT c.id FROM containers c
        WHERE c.organization_id = organization AND c.tier IS NOT NULL
          AND c.current_location_id IN (SELECT unnest(slots) UNION SELECT unnest(left_slots)));
    END IF;
    RETURN QUERY
      SELECT c.id, CASE WHEN c.current_location_type = 'Container' THEN c.current_location_id END FROM containers c
      WHERE c.organization_id = organization AND c.id IN (SELECT unnest(named) UNION SELECT unnest(standing))
      ORDER BY c.id FOR NO KEY UPDATE;
    PERFORM FROM containers c
    WHERE c.organization_id = organization AND c.id IN (SELECT unnest(named)) AND c.tier IS NOT NULL
      AND c.current_location_id NOT IN (SELECT unnest(slots) UNION SELECT unnest(left_slots));
    IF FOUND THEN
      RAISE EXCEPTION 'a container went to another slot' USING ERRCODE = 'serialization_failure';
    END IF;
  END $$`;

/** What would not suit a slot as it is to be: the field, and a container that does not suit it, if it is one. */
const UNSUITED_STACKS = `
  CREATE FUNCTION unsuited_stacks(organization bigint, slot bigint, tiers integer, teu integer, reefer_plug boolean,
    maximum_weight numeric)
  RETURNS TABLE (field text, number text) LANGUAGE sql STABLE AS $$
    WITH standing AS (
      SELECT c.number, c.tier, c.weight, c.operating_reefer, CASE WHEN y.size > 20 THEN 2 WHEN y.size > 0 THEN 1 END AS teu
      FROM containers c
      LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
      WHERE c.organization_id = organization AND c.current_location_type = 'YardSlot'
        AND c.current_location_id = unsuited_stacks.slot
    )
    SELECT 'tiers', NULL FROM standing HAVING greatest(count(*), max(standing.tier)) > unsuited_stacks.tiers
    UNION ALL
    SELECT 'teu', min(standing.number) FROM standing
    HAVING count(DISTINCT standing.teu) > 1 AND unsuited_stacks.tiers IS NOT NULL AND unsuited_stacks.teu IS NULL
    UNION ALL
    SELECT 'teu', min(standing.number) FROM standing
    WHERE standing.teu <> unsuited_stacks.teu AND unsuited_stacks.tiers IS NOT NULL HAVING count(*) > 0
    UNION ALL
    SELECT 'reefer_plug', min(standing.number) FROM standing
    WHERE standing.operating_reefer AND NOT unsuited_stacks.reefer_plug AND unsuited_stacks.tiers IS NOT NULL
    HAVING count(*) > 0
    UNION ALL
    SELECT 'maximum_weight', NULL FROM standing
    HAVING sum(standing.weight) > unsuited_stacks.maximum_weight AND unsuited_stacks.tiers IS NOT NULL
  $$`;

/** A slot that gets tiers gives them to what stands there, in the order in which it came; one without takes them. */
const GIVE_TIERS = `
  CREATE FUNCTION give_tiers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM containers c
    WHERE c.organization_id = NEW.organization_id AND c.current_location_type = 'YardSlot'
      AND c.current_location_id = NEW.id
    ORDER BY c.id FOR NO KEY UPDATE;
    UPDATE containers c SET tier = CASE WHEN NEW.tiers IS NOT NULL THEN came.turn END, updated_at = now()
    FROM (
      SELECT c.id, row_number() OVER (ORDER BY coalesce(last.moved_at, s.in_at), last.id, c.id) AS turn
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      LEFT JOIN LATERAL (
        SELECT m.id, m.moved_at FROM container_movements m
        WHERE m.organization_id = c.organization_id AND m.container_id = c.id
        ORDER BY m.id DESC LIMIT 1) last ON true
      WHERE c.organization_id = NEW.organization_id AND c.current_location_type = 'YardSlot'
        AND c.current_location_id = NEW.id
    ) came
    WHERE c.organization_id = NEW.organization_id AND c.id = came.id;
    RETURN NULL;
  END $$`;
