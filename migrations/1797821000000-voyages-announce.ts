import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAMED = {
  bill: 'EXISTS (SELECT FROM container_bills WHERE organization_id = organization AND stay_id = stay)',
  item: `EXISTS (SELECT FROM load_list_items
        WHERE organization_id = organization AND stay_id = stay AND loaded_at IS NULL)`,
};

/** The same of voyages that are not cancelled. A load list may be of no voyage. */
const NAMED_BY_VOYAGE = {
  bill: `EXISTS (SELECT FROM container_bills l
        JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
        JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
        JOIN voyages v ON v.organization_id = m.organization_id AND v.id = m.voyage_id
        WHERE l.organization_id = organization AND l.stay_id = stay AND NOT v.cancelled)`,
  item: `EXISTS (SELECT FROM load_list_items i
        JOIN load_lists y ON y.organization_id = i.organization_id AND y.id = i.load_list_id
        LEFT JOIN voyages v ON v.organization_id = y.organization_id AND v.id = y.voyage_id
        WHERE i.organization_id = organization AND i.stay_id = stay AND i.loaded_at IS NULL
          AND v.cancelled IS NOT TRUE)`,
};

const stayIsAnnounced = ({ bill, item }: typeof NAMED) => `
  -- Whether anybody says that the container of a stay is to come: a bill, a load list, an announcement of a truck that
  -- was not used yet, or a truck inside.
  CREATE OR REPLACE FUNCTION stay_is_announced(organization bigint, stay bigint) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT ${bill}
      OR ${item}
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

/** The bills and load lists of a cancelled voyage announce no container. */
export class VoyagesAnnounce1797821000000 implements MigrationInterface {
  name = 'VoyagesAnnounce1797821000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(stayIsAnnounced(NAMED_BY_VOYAGE));
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(stayIsAnnounced(NAMED));
  }
}
