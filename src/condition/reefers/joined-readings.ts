import sql from 'sql-template-tag';
import { all, effect, type Query } from '../../common/database/sql/query';

/** What comes before the readings of one record of a container become those of another: where both have one of a time, its own stays. */
export function joinReadings(organization_id: number, gone: number, kept: number): Query<unknown> {
  return all(
    effect(sql`
      DELETE FROM reefer_readings r USING reefer_readings o
      WHERE r.organization_id = ${organization_id} AND r.container_id = ${gone} AND o.organization_id = ${organization_id}
        AND o.container_id = ${kept} AND o.at = r.at`),
  );
}
