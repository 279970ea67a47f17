import type { MigrationInterface, QueryRunner } from 'typeorm';

const FACTS = [
  'container_status',
  'usage',
  'shipping_line_id',
  'goods',
  'weight',
  'seals',
  'commodity_type_id',
  'consignee_id',
  'booking_id',
  'arrival_voyage_id',
  'departure_voyage_id',
  'operating_reefer',
  'reefer_temperature',
  'reefer_set_point_temperature',
  'supply_temperature',
];

/** How many stays a statement cancels. */
const AT_ONCE = 1000;

/**
 * Cancels announced stays that only cancelled voyages announce, up to so many. Their containers show the stay before
 * again, and their holds wait for the next one.
 */
const CANCEL = `
  WITH chosen AS (
    SELECT s.organization_id, s.id FROM container_stays s
    JOIN (
      SELECT l.organization_id, l.stay_id FROM voyages v
      JOIN manifests m ON m.organization_id = v.organization_id AND m.voyage_id = v.id
      JOIN bill_of_ladings b ON b.organization_id = m.organization_id AND b.manifest_id = m.id
      JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
      WHERE v.cancelled
      UNION
      SELECT i.organization_id, i.stay_id FROM voyages v
      JOIN load_lists y ON y.organization_id = v.organization_id AND y.voyage_id = v.id
      JOIN load_list_items i ON i.organization_id = y.organization_id AND i.load_list_id = y.id
      WHERE v.cancelled AND i.loaded_at IS NULL
    ) n ON n.organization_id = s.organization_id AND n.stay_id = s.id
    WHERE s.status = 'announced' AND NOT stay_is_announced(s.organization_id, s.id)
    ORDER BY s.organization_id, s.id LIMIT ${AT_ONCE}
  ), gone AS (
    UPDATE container_stays s SET status = 'cancelled', updated_at = now() FROM chosen n
    WHERE s.organization_id = n.organization_id AND s.id = n.id
    RETURNING s.organization_id, s.id, s.container_id
  ), shown AS (
    SELECT g.organization_id, g.container_id, last.id AS stay_id FROM gone g
    LEFT JOIN LATERAL (
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = g.organization_id AND s.container_id = g.container_id AND s.id <> g.id
        AND s.status <> 'cancelled'
      ORDER BY s.number DESC LIMIT 1) last ON true
  ), holds AS (
    UPDATE container_holds h SET stay_id = NULL, updated_at = now() FROM gone g
    WHERE h.organization_id = g.organization_id AND h.stay_id = g.id
  ), without AS (
    UPDATE containers c SET stay_id = NULL, updated_at = now() FROM shown n
    WHERE c.organization_id = n.organization_id AND c.id = n.container_id AND n.stay_id IS NULL
  ), before AS (
    UPDATE containers c SET (stay_id, ${FACTS.join(', ')}, updated_at)
      = ROW(s.id, ${FACTS.map((fact) => `s.${fact}`).join(', ')}, now())
    FROM shown n JOIN container_stays s ON s.organization_id = n.organization_id AND s.id = n.stay_id
    WHERE c.organization_id = n.organization_id AND c.id = n.container_id
  )
  SELECT count(*)::integer AS count FROM gone`;

/** Stays that voyages announced which were cancelled since are cancelled, as they are with a voyage from now on. */
export class CancelledVoyages1797821000001 implements MigrationInterface {
  name = 'CancelledVoyages1797821000001';

  transaction = false as const;

  public async up(queryRunner: QueryRunner): Promise<void> {
    let cancelled = 0;
    for (;;) {
      const [{ count }] = (await queryRunner.query(CANCEL)) as [{ count: number }];
      if (!count) break;
      cancelled += count;
    }
    if (cancelled) console.error(`Cancelled ${cancelled} announced stays of cancelled voyages.`);
  }

  public async down(): Promise<void> {
    // Nobody knows which of the cancelled stays these were.
  }
}
