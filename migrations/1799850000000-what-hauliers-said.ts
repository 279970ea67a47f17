import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQL: joins the party `p`, one of those given, that is the company of the purpose `u`: as it says, else its truck, else its driver. */
const OF_COMPANY = `
    LEFT JOIN pre_advices a ON a.organization_id = u.organization_id AND a.id = u.pre_advice_id
    LEFT JOIN appointments n ON n.organization_id = u.organization_id AND n.id = u.appointment_id
    LEFT JOIN truck_visits v ON v.organization_id = u.organization_id AND v.id = u.truck_visit_id
    LEFT JOIN trucks t ON t.organization_id = u.organization_id AND t.id = coalesce(a.truck_id, n.truck_id)
    LEFT JOIN truck_drivers d ON d.organization_id = u.organization_id
      AND d.id = coalesce(a.truck_driver_id, n.truck_driver_id)
    JOIN parties p ON p.organization_id = u.organization_id AND p.id = ANY (hauliers)
      AND p.trucking_company_id = coalesce(a.trucking_company_id, n.trucking_company_id, v.trucking_company_id,
        t.trucking_company_id, d.trucking_company_id)`;

/** What a haulier has said of a container, or brought, is shown to it, where other hauliers do not see it. */
export class WhatHauliersSaid1799850000000 implements MigrationInterface {
  name = 'WhatHauliersSaid1799850000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
  -- whether one of these parties named a bill, by its number, when it announced that container
  CREATE FUNCTION bill_was_named_by(organization bigint, container bigint, bill text, hauliers bigint[])
  RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM purposes u ${OF_COMPANY}
      WHERE u.organization_id = organization AND u.container_id = container AND u.bill_of_lading = bill)
  $$`);
    await queryRunner.query(`
  -- whether one of these parties brings a container for a stay: it has announced that, or its truck came with it
  CREATE FUNCTION stay_is_brought_by(organization bigint, stay bigint, hauliers bigint[])
  RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
      SELECT FROM interchanges i
      JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id AND v.cancelled_at IS NULL
      JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
        AND p.id = ANY (hauliers)
      WHERE i.organization_id = organization AND i.stay_id = stay AND i.type = 'interchange_in'
        AND NOT (i.reversed_at IS NOT NULL AND NOT i.completed)
    ) OR EXISTS (
      SELECT FROM container_stays s
      JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
        AND u.purpose_type = 'drop off' AND u.grants_interest ${OF_COMPANY}
      WHERE s.organization_id = organization AND s.id = stay AND s.status = 'announced'
        AND (a.used_at IS NULL AND a.id IS NOT NULL OR n.id IS NOT NULL AND n.used_at IS NULL AND n.cancelled_at IS NULL))
  $$`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION stay_is_brought_by, bill_was_named_by');
  }
}
