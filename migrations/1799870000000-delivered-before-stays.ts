import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many stays a statement changes. */
const AT_ONCE = 1000;

/** SQL: stays that the migration of the stays made, which gave all of them the same time. */
const MADE = (stay: string) => `${stay}.created_at = (SELECT min(created_at) FROM container_stays)`;

/**
 * Containers with their receiver when stays came, and without a movement, were delivered: their stay is over. The place
 * that they are at is the only record of it.
 */
const DELIVERED = `
  WITH gone AS (
    SELECT s.organization_id, s.id, greatest(c.updated_at, c.created_at) AS out_at FROM container_stays s
    JOIN containers c ON c.organization_id = s.organization_id AND c.stay_id = s.id
    WHERE s.status = 'announced' AND s.number = 1 AND c.created_at < s.created_at
      AND c.current_location_type IN ('Consignee', 'TrainVisit') AND ${MADE('s')}
      AND NOT EXISTS (SELECT FROM container_movements m WHERE m.organization_id = c.organization_id AND m.container_id = c.id)
    ORDER BY s.organization_id, s.id LIMIT ${AT_ONCE}
  ), ended AS (
    UPDATE container_stays s SET status = 'departed', delivered = true, out_at = g.out_at, updated_at = now(),
      departure_status = s.container_status
    FROM gone g WHERE s.organization_id = g.organization_id AND s.id = g.id RETURNING s.id
  )
  SELECT count(*)::integer AS count FROM ended`;

/** Containers that a crane moved, and that were announced again when stays came: their tallies say what they said before. */
const TALLIED = `
  WITH moved AS (
    SELECT s.organization_id, s.id, c.usage, c.container_status FROM container_stays s
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id AND c.stay_id <> s.id
    JOIN container_stays n ON n.organization_id = c.organization_id AND n.id = c.stay_id
    WHERE s.status = 'departed' AND s.usage IS NULL AND c.usage IS NOT NULL AND n.status = 'announced'
      AND n.created_at = s.created_at AND ${MADE('s')}
      AND EXISTS (SELECT FROM tally_moves m WHERE m.organization_id = s.organization_id AND m.stay_id = s.id)
    ORDER BY s.organization_id, s.id LIMIT ${AT_ONCE}
  ), told AS (
    UPDATE container_stays s SET usage = m.usage, container_status = coalesce(s.container_status, m.container_status),
      updated_at = now()
    FROM moved m WHERE s.organization_id = m.organization_id AND s.id = m.id RETURNING s.id
  )
  SELECT count(*)::integer AS count FROM told`;

/** What the migration of the stays got wrong of containers that were delivered or tallied before it. */
export class DeliveredBeforeStays1799870000000 implements MigrationInterface {
  name = 'DeliveredBeforeStays1799870000000';

  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [DELIVERED, TALLIED])
      for (let count = AT_ONCE; count === AT_ONCE;)
        [{ count }] = (await queryRunner.query(statement)) as [{ count: number }];
  }

  public async down(): Promise<void> {
    // what is right stays right
  }
}
