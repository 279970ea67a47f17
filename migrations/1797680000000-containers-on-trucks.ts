import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A container that a truck has taken is still inside while the truck is, also when it is announced again. */
export class ContainersOnTrucks1797680000000 implements MigrationInterface {
  name = 'ContainersOnTrucks1797680000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- Whether a truck inside has taken the container of a stay.
CREATE FUNCTION stay_is_on_truck(organization bigint, stay bigint) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM interchanges i
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
    WHERE i.organization_id = organization AND i.stay_id = stay AND i.type = 'interchange_out' AND i.completed
      AND v.gated_out_at IS NULL)
$$;
`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION stay_is_on_truck(bigint, bigint);`);
  }
}
