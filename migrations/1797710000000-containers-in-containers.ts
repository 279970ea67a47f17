import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A container that is in another one is held by what holds that. */
export class ContainersInContainers1797710000000 implements MigrationInterface {
  name = 'ContainersInContainers1797710000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- How many holds of the containers that a container is in, and of their bills, keep it beside those of its own and of
-- what is in it: most containers are in no other, and whoever shows them does not ask.
CREATE FUNCTION outer_holds(organization bigint, container bigint) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE outer_container(id, stay_id) AS (
    SELECT o.id, o.stay_id FROM containers c
    JOIN containers o ON o.organization_id = c.organization_id AND o.id = c.current_location_id
    WHERE c.organization_id = organization AND c.id = container AND c.current_location_type = 'Container'
    UNION
    SELECT o.id, o.stay_id FROM outer_container i
    JOIN containers c ON c.organization_id = organization AND c.id = i.id AND c.current_location_type = 'Container'
    JOIN containers o ON o.organization_id = c.organization_id AND o.id = c.current_location_id
  )
  SELECT (
    SELECT count(*) FROM outer_container o
    JOIN container_holds h ON h.organization_id = organization AND h.container_id = o.id
      AND (h.stay_id = o.stay_id OR h.stay_id IS NULL)
    WHERE h.lifted_at IS NULL OR h.lifted_until <= now()
  ) + (
    SELECT count(*) FROM (
      SELECT l.bill_of_lading_id FROM outer_container o
      JOIN container_bills l ON l.organization_id = organization AND l.stay_id = o.stay_id
      EXCEPT SELECT l.bill_of_lading_id FROM containers c
      JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
      WHERE c.organization_id = organization AND c.id = container
      EXCEPT SELECT i.bill_of_lading_id FROM containers c
      JOIN packing_list_items i ON i.organization_id = c.organization_id AND i.container_id = c.id
        AND NOT i.has_been_stripped AND i.stay_id IS NOT DISTINCT FROM c.stay_id
      WHERE c.organization_id = organization AND c.id = container
      EXCEPT SELECT l.bill_of_lading_id FROM vehicles v
      JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
      WHERE v.organization_id = organization AND v.current_location_id = container
        AND v.current_location_type = 'Container'
      EXCEPT SELECT k.bill_of_lading_id FROM breakbulks k
      WHERE k.organization_id = organization AND k.current_location_id = container
        AND k.current_location_type = 'Container'
    ) b
    JOIN bill_of_lading_holds h ON h.organization_id = organization AND h.bill_of_lading_id = b.bill_of_lading_id
    WHERE h.lifted_at IS NULL OR h.lifted_until <= now()
  )
$$;
`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION outer_holds(bigint, bigint);`);
  }
}
