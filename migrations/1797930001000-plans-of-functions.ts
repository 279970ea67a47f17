import type { MigrationInterface, QueryRunner } from 'typeorm';

const LOCK = 'FUNCTION lock_containers(bigint, bigint[], bigint[])';
const CATCH_UP = 'FUNCTION catch_up_tally_items(bigint, bigint)';

/** SQL: whether a column is among the elements of lists. */
type Among = (column: string, ...lists: string[]) => string;

const bySubquery: Among = (column, ...lists) =>
  `${column} IN (${lists.map((list) => `SELECT unnest(${list})`).join(' UNION ')})`;
const byList: Among = (column, ...lists) => `${column} = ANY(${lists.join(' || ')})`;

/** `lock_containers`, by SQL of the slots that it locks, and of what is among lists. */
const lockContainers = (among: Among, slots: string) => `
  CREATE OR REPLACE FUNCTION lock_containers(organization bigint, named bigint[], slots bigint[] DEFAULT '{}')
  RETURNS TABLE (id bigint, container_id bigint) LANGUAGE plpgsql AS $$
  DECLARE
    left_slots bigint[];
    standing bigint[] := '{}';
  BEGIN
    left_slots := ARRAY(
      SELECT c.current_location_id FROM containers c
      WHERE c.organization_id = organization AND ${among('c.id', 'named')} AND c.tier IS NOT NULL);
    IF cardinality(slots) > 0 THEN
      PERFORM FROM yard_slots s
      WHERE s.organization_id = organization AND ${among('s.id', 'slots')} ORDER BY s.id FOR KEY SHARE;
    END IF;
    IF cardinality(slots) + cardinality(left_slots) > 0 THEN
      PERFORM FROM yard_slots s
      WHERE s.organization_id = organization AND s.tiers IS NOT NULL AND ${slots}
      ORDER BY s.id FOR NO KEY UPDATE;
      standing := ARRAY(
        SELECT c.id FROM containers c
        WHERE c.organization_id = organization AND c.tier IS NOT NULL
          AND ${among('c.current_location_id', 'slots', 'left_slots')});
    END IF;
    RETURN QUERY
      SELECT c.id, CASE WHEN c.current_location_type = 'Container' THEN c.current_location_id END FROM containers c
      WHERE c.organization_id = organization AND ${among('c.id', 'named', 'standing')}
      ORDER BY c.id FOR NO KEY UPDATE;
    PERFORM FROM containers c
    WHERE c.organization_id = organization AND ${among('c.id', 'named')} AND c.tier IS NOT NULL
      AND NOT (${among('c.current_location_id', 'slots', 'left_slots')});
    IF FOUND THEN
      RAISE EXCEPTION 'a container went to another slot' USING ERRCODE = 'serialization_failure';
    END IF;
  END $$`;

const SLOTS_BEFORE = '(s.id IN (SELECT unnest(slots)) OR s.id IN (SELECT unnest(left_slots)))';

/**
 * Plans the statements of functions once for a session: PostgreSQL expects a plan for each list and each tally to be a
 * little better, and would plan each time, which takes longer than the work. The slots of a move are found by their ids,
 * and not among all slots of the organization.
 */
export class PlansOfFunctions1797930001000 implements MigrationInterface {
  name = 'PlansOfFunctions1797930001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(lockContainers(byList, byList('s.id', 'slots', 'left_slots')));
    for (const name of [LOCK, CATCH_UP])
      await queryRunner.query(`ALTER ${name} SET plan_cache_mode = force_generic_plan`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of [LOCK, CATCH_UP]) await queryRunner.query(`ALTER ${name} RESET plan_cache_mode`);
    await queryRunner.query(lockContainers(bySubquery, SLOTS_BEFORE));
  }
}
