import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many stays a statement looks at. */
const AT_ONCE = 1000;

interface Place {
  organization_id: string;
  id: string;
}

/**
 * SQL: changes some of the stays that the migration of the stays made, which gave all of them the same time ($1), behind a
 * place ($2, $3), and answers the last that it has looked at. The condition is asked again of each row that is changed,
 * because the version before serves meanwhile.
 */
const next = (change: string, from: string, condition: string) => `
  WITH looked AS MATERIALIZED (
    SELECT s.organization_id, s.id FROM container_stays s
    WHERE (s.organization_id, s.id) > ($2::bigint, $3::bigint) AND s.created_at = $1
    ORDER BY s.organization_id, s.id LIMIT ${AT_ONCE}
  ), changed AS (
    UPDATE container_stays s SET ${change}, updated_at = now() FROM looked l ${from}
    WHERE s.organization_id = l.organization_id AND s.id = l.id AND ${condition} RETURNING s.id
  )
  SELECT l.organization_id, l.id, (SELECT count(*) FROM changed) AS changed FROM looked l
  ORDER BY l.organization_id DESC, l.id DESC LIMIT 1`;

/**
 * Containers with their receiver when stays came, and without a movement, were delivered: their stay is over. The place
 * that they are at is the only record of it.
 */
const DELIVERED = next(
  `status = 'departed', delivered = true, out_at = greatest(c.updated_at, c.created_at), departure_status = s.container_status`,
  `JOIN containers c ON c.organization_id = l.organization_id AND c.stay_id = l.id`,
  `s.status = 'announced' AND s.number = 1 AND c.created_at < s.created_at
    AND c.current_location_type IN ('Consignee', 'TrainVisit')
    AND NOT EXISTS (SELECT FROM container_movements m WHERE m.organization_id = c.organization_id AND m.container_id = c.id)`,
);

/** Containers that a crane moved, and that were announced again when stays came: their tallies say what they said before. */
const TALLIED = next(
  `usage = c.usage, container_status = coalesce(s.container_status, c.container_status)`,
  `JOIN tally_moves m ON m.organization_id = l.organization_id AND m.stay_id = l.id
    JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id AND c.stay_id <> l.id
    JOIN container_stays n ON n.organization_id = c.organization_id AND n.id = c.stay_id AND n.status = 'announced'
      AND n.created_at = $1`,
  `s.status = 'departed' AND s.usage IS NULL AND c.usage IS NOT NULL`,
);

/** What the migration of the stays got wrong of containers that were delivered or tallied before it. */
export class DeliveredBeforeStays1799870000000 implements MigrationInterface {
  name = 'DeliveredBeforeStays1799870000000';

  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    const [made] = (await queryRunner.query(
      'SELECT min(created_at)::text AS at FROM container_stays HAVING count(*) > 0',
    )) as { at: string }[];
    if (!made?.at) return;
    for (const statement of [DELIVERED, TALLIED]) {
      let last: Place | undefined = { organization_id: '0', id: '0' };
      while (last)
        [last] = (await queryRunner.query(statement, [made.at, last.organization_id, last.id])) as Place[];
    }
  }

  public async down(): Promise<void> {
    // what is right stays right
  }
}
