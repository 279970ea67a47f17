import type { MigrationInterface, QueryRunner } from 'typeorm';

const BY_JOINS = `
    (SELECT DISTINCT ON (c.id) 'container', c.id, false, 1, c.container_type_id, s.shipping_line_id, NULL::bigint
      FROM bills
      JOIN container_bills l ON l.organization_id = organization AND l.bill_of_lading_id = bills.id
      JOIN container_stays s ON s.organization_id = organization AND s.id = l.stay_id AND s.status <> 'cancelled'
      JOIN containers c ON c.organization_id = organization AND c.id = s.container_id
      ORDER BY c.id, s.number DESC)`;

/** By lists of keys, for which each index is read once from the first key to the last. */
const BY_LISTS = `
    (SELECT DISTINCT ON (c.id) 'container', c.id, false, 1, c.container_type_id, s.shipping_line_id, NULL::bigint
      FROM (
        SELECT s.* FROM container_stays s
        WHERE s.organization_id = organization AND s.status <> 'cancelled' AND s.id = ANY(ARRAY(
          SELECT l.stay_id FROM container_bills l
          WHERE l.organization_id = organization AND l.bill_of_lading_id = ANY(ARRAY(SELECT id FROM bills))))
        OFFSET 0) s
      JOIN containers c ON c.organization_id = organization AND c.id = s.container_id
      ORDER BY c.id, s.number DESC)`;

/** `tally_expects` of the items of tallies, with SQL of the containers that manifests bring. */
const tallyExpects = (containers: string) => `
  CREATE OR REPLACE FUNCTION tally_expects(organization bigint, voyage bigint, kind text)
  RETURNS TABLE (cargo_type text, ref bigint, inside boolean, quantity integer, container_type_id bigint,
    shipping_line_id bigint, load_list_item_id bigint)
  LANGUAGE sql STABLE AS $$
    WITH bills AS (
      SELECT b.id FROM manifests f
      JOIN bill_of_ladings b ON b.organization_id = f.organization_id AND b.manifest_id = f.id
      WHERE f.organization_id = organization AND f.voyage_id = voyage AND kind = 'discharge'
    ), listed AS (
      SELECT i.* FROM load_lists l
      JOIN load_list_items i ON i.organization_id = l.organization_id AND i.load_list_id = l.id
      WHERE l.organization_id = organization AND l.voyage_id = voyage AND kind = 'loading'
    )${containers}
    UNION ALL
    (SELECT DISTINCT ON (v.id) 'vehicle', v.id,
        v.stripped_from_container_id IS NOT NULL OR v.current_location_type IS NOT DISTINCT FROM 'Container'
          OR EXISTS (SELECT FROM cargo_movements m WHERE m.organization_id = organization AND m.vehicle_id = v.id
            AND m.from_location_type = 'Container'), 1,
        NULL::bigint, v.shipping_line_id, NULL::bigint
      FROM bills
      JOIN vehicle_bills l ON l.organization_id = organization AND l.bill_of_lading_id = bills.id
      JOIN vehicles v ON v.organization_id = organization AND v.id = l.vehicle_id
      ORDER BY v.id)
    UNION ALL
    SELECT 'breakbulk', k.id, k.current_location_type IS NOT DISTINCT FROM 'Container'
        OR EXISTS (SELECT FROM cargo_movements m WHERE m.organization_id = organization AND m.breakbulk_id = k.id
          AND m.from_location_type = 'Container'), coalesce(k.quantity, 1),
      NULL::bigint, NULL::bigint, NULL::bigint
    FROM bills
    JOIN breakbulks k ON k.organization_id = organization AND k.bill_of_lading_id = bills.id
    WHERE k.quantity IS DISTINCT FROM 0
    UNION ALL
    (SELECT DISTINCT ON (c.id) 'container', c.id, false, 1, c.container_type_id,
        CASE WHEN i.stay_id IS NULL THEN c.shipping_line_id ELSE s.shipping_line_id END, i.id
      FROM listed i
      JOIN containers c ON c.organization_id = organization AND c.id = i.container_id
      LEFT JOIN container_stays s ON s.organization_id = organization AND s.id = i.stay_id
      ORDER BY c.id, i.id)
    UNION ALL
    (SELECT DISTINCT ON (v.id) 'vehicle', v.id, v.current_location_type IS NOT DISTINCT FROM 'Container', 1,
        NULL::bigint, v.shipping_line_id, i.id
      FROM listed i JOIN vehicles v ON v.organization_id = organization AND v.id = i.vehicle_id
      ORDER BY v.id, i.id)
    UNION ALL
    (SELECT DISTINCT ON (k.id) 'breakbulk', k.id, k.current_location_type IS NOT DISTINCT FROM 'Container',
        coalesce(k.quantity, 1), NULL::bigint, i.shipping_line_id, i.id
      FROM listed i JOIN breakbulks k ON k.organization_id = organization AND k.id = i.breakbulk_id
      WHERE k.quantity IS DISTINCT FROM 0
      ORDER BY k.id, i.id)
    UNION ALL
    SELECT 'empties', i.id, false, 1, i.container_type_id, i.shipping_line_id, i.id
    FROM listed i WHERE i.load_list_item_type = 'empties'
  $$;`;

/** Finds what a discharge tally expects in half the time. */
export class TallyExpects1797930000000 implements MigrationInterface {
  name = 'TallyExpects1797930000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(tallyExpects(BY_LISTS));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(tallyExpects(BY_JOINS));
  }
}
